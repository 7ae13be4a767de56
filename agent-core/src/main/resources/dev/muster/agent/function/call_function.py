"""Calls one function with JSON arguments and keeps what it returns, as JSON.

A worker whose entry point is a function runs this, as

    call_function.py MODULE:FUNCTION ARGUMENTS RESULT

An uncaught exception goes to the worker's error file, in the form of torch's @record, and ends the worker with 1.
The function's own module is not touched, and torch is not needed.
"""

import faulthandler
import importlib
import json
import os
import sys
import time
import traceback

MOST_MIB = 64


class NotReturnable(TypeError):
    """What a function returned cannot be kept."""


def main():
    target, arguments_file, result_file = sys.argv[1:]
    sys.argv = [target]
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.getcwd()  # as with python -m
    if sys.stderr is not None:
        faulthandler.enable(all_threads=True)
    try:
        with open(arguments_file, encoding="utf-8") as file:
            arguments = json.load(file)
        keep(call(target, arguments), result_file)
    except Exception as error:
        text = "".join(traceback.format_exception(type(error), error, functions_frames(error)))
        keep_error(error, text)
        sys.stderr.write(text)
        sys.exit(1)


def call(target, arguments):
    module, _, path = target.partition(":")
    function = importlib.import_module(module)
    for name in path.split("."):
        function = getattr(function, name)
    try:
        return function(*arguments)
    except SystemExit as end:
        if end.code:
            raise
        return None


def keep(value, file):
    """All or nothing: whoever finds the file finds the whole value."""
    try:
        text = as_json(value)
    except NotReturnable as why:
        rank = os.path.basename(os.path.dirname(file))
        raise NotReturnable("rank %s returned %s" % (rank, why)) from None
    with open(file + ".part", "w", encoding="ascii") as part:
        part.write(text)
    os.replace(file + ".part", file)


def as_json(value):
    try:
        text = json.dumps(value, allow_nan=False, default=refuse)
    except NotReturnable:
        raise
    except (TypeError, ValueError, RecursionError) as error:
        raise NotReturnable("what JSON cannot hold: %s" % error)
    if len(text) > MOST_MIB << 20:
        raise NotReturnable("%.1f MiB of JSON (expected: at most %d MiB)" % (len(text) / (1 << 20), MOST_MIB))
    return text


def refuse(value):
    kind = type(value)
    name = kind.__qualname__ if kind.__module__ == "builtins" else kind.__module__ + "." + kind.__qualname__
    raise NotReturnable(
        "a %s, which JSON cannot hold (expected: None, booleans, numbers, texts, lists and dictionaries of these)" % name
    )


def functions_frames(error):
    """The traceback without the two frames of this file."""
    frames = error.__traceback__.tb_next
    return None if isinstance(error, NotReturnable) or frames is None else frames.tb_next


def keep_error(error, text):
    file = os.environ.get("TORCHELASTIC_ERROR_FILE")
    if not file or os.path.exists(file):  # the function may keep its errors itself
        return
    message = {
        "message": {
            "message": "%s: %s" % (type(error).__name__, error),
            "extraInfo": {"py_callstack": text, "timestamp": str(int(time.time()))},
        }
    }
    try:
        with open(file, "w", encoding="utf-8") as kept:
            json.dump(message, kept)
    except OSError as broken:
        print("the error file could not be written: %s" % broken, file=sys.stderr)


if __name__ == "__main__":
    main()
