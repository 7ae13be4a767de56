"""What torchrun's own parser makes of command lines: a JSON array of words per line in, an object per line out.

The first line out lists the parser's flags, and whether each takes a value.
"""
import contextlib
import io
import json
import sys

from torch.distributed.run import get_args_parser

flags = {name: flag.nargs != 0 for flag in get_args_parser()._actions for name in flag.option_strings}
print(json.dumps(flags), flush=True)
for line in sys.stdin:
    try:
        with contextlib.redirect_stderr(io.StringIO()) as said:
            read = vars(get_args_parser().parse_args(json.loads(line)))
    except SystemExit:
        read = {"error": said.getvalue()}
    print(json.dumps(read), flush=True)
