"""Records what real PyTorch clients and PyTorch's own store say to each other (see ../README.md).

    record.py FOLDER

writes one recording per session into FOLDER, and what the callers saw into seen-by-caller.json.
Every client passes the tap, "another client" too, so that a recording can be replayed as it is.
"""

import datetime
import hashlib
import json
import multiprocessing
import pathlib
import socket
import struct
import subprocess
import sys
import threading
import time

import torch
import torch.distributed as dist

HERE = pathlib.Path(__file__).parent
BACK_ENDS = {"libuv": True, "legacy": False}
HOUR = 3600.0
MIB = 1 << 20


def seconds(number):
    return datetime.timedelta(seconds=number)


def own(back_end, report, port=0, listening=None, world_size=None, timeout=HOUR):
    """A store's owner, until somebody says something to it."""
    began = time.monotonic()
    try:
        store = dist.TCPStore(
            "127.0.0.1",
            port,
            world_size,
            is_master=True,
            timeout=seconds(timeout),
            wait_for_workers=world_size is not None,
            use_libuv=BACK_ENDS[back_end],
            master_listen_fd=listening.detach() if listening else None,
        )
        report.send((store.port, "opened"))
    except RuntimeError as failure:
        took = round(time.monotonic() - began)
        report.send((port, f"{type(failure).__name__} after {took} s: {failure}"))
    report.recv()


class Owner:
    def __init__(self, back_end, **options):
        self.report, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(
            target=own, args=(back_end, theirs), kwargs=options
        )
        self.process.start()

    def opened(self):
        return self.report.recv()

    def end(self):
        self.report.send("end")
        self.process.join()


class Session:
    """One recording: a store, a tap, clients behind it, and what their callers saw."""

    all_seen = []

    def __init__(self, folder, name, back_end, owner=None, upstream=None, port=None):
        self.name, self.back_end = f"{name}-{back_end}", back_end
        self.owner = owner or Owner(back_end)
        host, store_port = upstream or ("127.0.0.1", self.owner.opened()[0])
        command = [sys.executable, str(HERE / "tap.py"), str(folder / f"{self.name}.jsonl")]
        self.tap = subprocess.Popen(
            [*command, host, str(store_port), *([str(port)] if port else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(self.tap.stdout.readline())

    def client(self, timeout=HOUR):
        return dist.TCPStore(
            "127.0.0.1",
            self.port,
            is_master=False,
            timeout=seconds(timeout),
            wait_for_workers=False,
            use_libuv=BACK_ENDS[self.back_end],
        )

    def tell(self, command):
        self.tap.stdin.write(command + "\n")
        self.tap.stdin.flush()
        assert self.tap.stdout.readline() == "ok\n"

    def do(self, doing, act):
        self.tell("doing " + doing)
        began = time.monotonic()
        try:
            seen = {"returned": shown(act())}
        except (RuntimeError, NotImplementedError, dist.QueueEmptyError) as failure:
            seen = {"raised": type(failure).__name__, "text": str(failure).split("\n")[0]}
        took = round((time.monotonic() - began) * 1000)
        self.saw({"op": doing, **seen, "took_ms": took})

    def saw(self, seen):
        Session.all_seen.append({"file": self.name, **seen})
        print(Session.all_seen[-1])

    def end(self):
        self.tell("save")
        self.tap.wait()
        self.owner.end()


def shown(returned):
    if isinstance(returned, bytes) and len(returned) > 200:
        return f"{len(returned)} bytes, sha256 {hashlib.sha256(returned).hexdigest()}"
    return repr(returned)


def later(delay, act):
    """Does {act} after {delay} seconds, while the caller is blocked."""
    timer = threading.Timer(delay, act)
    timer.start()
    return timer


def basic(folder, back_end):
    session = Session(folder, "basic", back_end)
    box = []
    session.do("TCPStore(host, port)", lambda: box.append(session.client()))
    s = box.pop()
    session.do("set('k1','v1')", lambda: s.set("k1", "v1"))
    session.do("get('k1')", lambda: s.get("k1"))
    session.do("set('k1','second value')", lambda: s.set("k1", "second value"))
    session.do("get('k1') again", lambda: s.get("k1"))
    session.do("set('empty','')", lambda: s.set("empty", ""))
    session.do("get('empty')", lambda: s.get("empty"))
    session.do("set('','under the empty key')", lambda: s.set("", "under the empty key"))
    session.do("get('')", lambda: s.get(""))
    session.do("set of a key that is not ASCII", lambda: s.set("kl\u00fc/\u6f22 \0 key", b"\0\xff"))
    session.do("get of a key that is not ASCII", lambda: s.get("kl\u00fc/\u6f22 \0 key"))
    session.do("add('n',5)", lambda: s.add("n", 5))
    session.do("add('n',-7)", lambda: s.add("n", -7))
    session.do("add('n',0)", lambda: s.add("n", 0))
    session.do("get('n')", lambda: s.get("n"))
    session.do("add('big',2**63-1)", lambda: s.add("big", 2**63 - 1))
    session.do("add('big',1) wraps", lambda: s.add("big", 1))
    session.do("set('digits',' 41 trailing')", lambda: s.set("digits", " 41 trailing"))
    session.do("add('digits',1)", lambda: s.add("digits", 1))
    session.do("compare_set('c','','first') missing", lambda: s.compare_set("c", "", "first"))
    session.do("compare_set('c','first','second')", lambda: s.compare_set("c", "first", "second"))
    session.do("compare_set('c','wrong','third')", lambda: s.compare_set("c", "wrong", "third"))
    session.do("compare_set('c','','third') present", lambda: s.compare_set("c", "", "third"))
    session.do("compare_set('empty','','full')", lambda: s.compare_set("empty", "", "full"))
    session.do("compare_set('absent','x','y')", lambda: s.compare_set("absent", "x", "y"))
    session.do("num_keys()", lambda: s.num_keys())
    session.do("delete_key('k1')", lambda: s.delete_key("k1"))
    session.do("delete_key('k1') again", lambda: s.delete_key("k1"))
    session.do("check(['n','c'])", lambda: s.check(["n", "c"]))
    session.do("check(['n','zzz'])", lambda: s.check(["n", "zzz"]))
    session.do("check([])", lambda: s.check([]))
    session.do("wait(['n','c','n'])", lambda: s.wait(["n", "c", "n"]))
    session.do("wait([])", lambda: s.wait([]))
    session.do("append('log','one')", lambda: s.append("log", "one"))
    session.do("append('log','+two')", lambda: s.append("log", "+two"))
    session.do("get('log')", lambda: s.get("log"))
    session.do("multi_set(['m1','m2','m3'],...)", lambda: s.multi_set(["m1", "m2", "m3"], ["1", "", "333"]))
    session.do("multi_get(['m3','m1','m2'])", lambda: s.multi_get(["m3", "m1", "m2"]))
    session.do("multi_get([])", lambda: s.multi_get([]))
    session.do("multi_set([],[])", lambda: s.multi_set([], []))
    session.do("has_extended_api()", lambda: s.has_extended_api())
    p = dist.PrefixStore("outer", dist.PrefixStore("inner", s))
    session.do("prefixed set('k','v')", lambda: p.set("k", "v"))
    session.do("prefixed get('k')", lambda: p.get("k"))
    session.do("prefixed add('n',1)", lambda: p.add("n", 1))
    session.do("prefixed compare_set('k','v','w')", lambda: p.compare_set("k", "v", "w"))
    session.do("prefixed check(['k'])", lambda: p.check(["k"]))
    session.do("prefixed delete_key('k')", lambda: p.delete_key("k"))
    session.do("prefixed num_keys()", lambda: p.num_keys())
    session.do("list_keys()", lambda: sorted(s.list_keys()))
    session.do("clone() opens a connection more", lambda: box.append(s.clone()))
    session.do("the clone's get('n')", lambda: box[0].get("n"))
    session.end()


def waits(folder, back_end):
    session = Session(folder, "wait", back_end)
    s, other = session.client(), session.client()

    def while_other(act, wait, delay=0.3):
        later(delay, act)
        return wait()

    session.do(
        "get('later') while another client sets it",
        lambda: while_other(lambda: other.set("later", "came"), lambda: s.get("later")),
    )
    session.do(
        "wait(['w1','later','w2']) while another client appends to one and adds to the other",
        lambda: while_other(
            lambda: (other.append("w1", "1"), other.add("w2", 1)),
            lambda: s.wait(["w1", "later", "w2"], seconds(10)),
        ),
    )
    session.do(
        "wait(['m2']) while another client does a multi_set",
        lambda: while_other(
            lambda: other.multi_set(["m1", "m2"], ["1", "2"]), lambda: s.wait(["m2"], seconds(10))
        ),
    )
    session.do(
        "wait(['gone','stays']) where the first is deleted again before the second comes",
        lambda: while_other(
            lambda: (other.set("gone", "x"), other.delete_key("gone"), other.set("stays", "x")),
            lambda: s.wait(["gone", "stays"], seconds(10)),
        ),
    )
    session.do(
        "wait(['cas'], 1 s) while another client creates it by compare_set",
        lambda: while_other(
            lambda: other.compare_set("cas", "", "x"), lambda: s.wait(["cas"], seconds(1))
        ),
    )
    session.do(
        "wait(['cas2'], 600 ms) while another client's compare_set stores nothing",
        lambda: while_other(
            lambda: other.compare_set("cas2", "x", "y"), lambda: s.wait(["cas2"], seconds(0.6))
        ),
    )
    session.do("wait(['never'], 400 ms)", lambda: s.wait(["never"], seconds(0.4)))
    session.do("another client sets it after all", lambda: (other.set("never", "x"), other.num_keys()))
    session.do("num_keys() after that", lambda: s.num_keys())
    session.do("wait(['never'], 0 ms) present", lambda: s.wait(["never"], seconds(0)))
    session.do("wait(['missing'], 0 ms)", lambda: s.wait(["missing"], seconds(0)))
    session.do("add('n',1) after that", lambda: s.add("n", 1))
    session.do("set_timeout(400 ms)", lambda: s.set_timeout(seconds(0.4)))
    session.do("multi_get(['later','missing'])", lambda: s.multi_get(["later", "missing"]))
    session.do("get('missing')", lambda: s.get("missing"))
    session.do("num_keys() at the end", lambda: s.num_keys())
    session.end()


def queues(folder, back_end):
    session = Session(folder, "queues", back_end)
    s, other = session.client(), session.client()
    session.do("queue_len('q') never used", lambda: s.queue_len("q"))
    if back_end == "libuv":
        session.do("queue_pop('q', block=False) empty", lambda: s.queue_pop("q", False))
        session.do("queue_push('q','a')", lambda: s.queue_push("q", "a"))
        session.do("queue_push('q','')", lambda: s.queue_push("q", ""))
        session.do("queue_len('q')", lambda: s.queue_len("q"))
        session.do("check(['q']) filled", lambda: s.check(["q"]))
        session.do("wait(['q']) filled", lambda: s.wait(["q"]))
        session.do("num_keys() with a queue only", lambda: s.num_keys())
        session.do("list_keys() with a queue only", lambda: s.list_keys())
        session.do("queue_pop('q')", lambda: s.queue_pop("q"))
        session.do("queue_pop('q', block=False)", lambda: s.queue_pop("q", False))
        session.do("check(['q']) drained", lambda: s.check(["q"]))
        session.do("delete_key('q')", lambda: s.delete_key("q"))

        def pop_while_other_pushes():
            later(0.3, lambda: other.queue_push("q", "late"))
            return s.queue_pop("q")

        session.do("queue_pop('q') while another client pushes", pop_while_other_pushes)

        def two_elements_for_two():
            popped = []
            second = threading.Thread(target=lambda: popped.append(other.queue_pop("two")))
            second.start()
            third = session.client()
            later(0.3, lambda: third.queue_push("two", "one each"))
            later(0.5, lambda: third.queue_push("two", "one each"))
            popped.append(s.queue_pop("two"))
            second.join()
            return popped

        session.do("queue_pop('two') by two clients while a third pushes twice", two_elements_for_two)
        session.do(
            "a key and a queue of one name",
            lambda: (s.set("both", "v"), s.queue_push("both", "w"), s.get("both")),
        )
        session.do("queue_pop('both')", lambda: s.queue_pop("both"))
        session.do("set_timeout(400 ms)", lambda: s.set_timeout(seconds(0.4)))
        session.do("queue_pop('nothing') times out", lambda: s.queue_pop("nothing"))
    session.end()


def barriers(folder, back_end):
    session = Session(folder, "barrier", back_end)
    s, other, third = session.client(), session.client(), session.client()

    def together(*acts):
        """All but the first on threads of their own, each a while after the one before it."""
        threads = [later(0.2 * i, act) for i, act in enumerate(acts[1:], 1)]
        try:
            acts[0]()
        finally:
            for thread in threads:
                thread.join()

    session.do("barrier('one',1)", lambda: s.barrier("one", 1))
    session.do("get('one')", lambda: s.get("one"))
    session.do("barrier('one',1) again", lambda: s.barrier("one", 1))
    session.do("get('one') after that", lambda: s.get("one"))
    session.do(
        "barrier('three',3) by three clients",
        lambda: together(*(lambda c=c: c.barrier("three", 3) for c in (s, other, third))),
    )
    session.do("barrier('three',3) by a fourth", lambda: s.barrier("three", 3))
    session.do("get('three')", lambda: s.get("three"))
    session.do("barrier('alone',2,400 ms)", lambda: s.barrier("alone", 2, seconds(0.4)))
    session.do("get('alone') after the timeout", lambda: s.get("alone"))
    session.do("barrier('alone',2) again by the same", lambda: s.barrier("alone", 2))
    session.do(
        "barrier('mixed',3) is ended by another client's barrier('mixed',2)",
        lambda: together(lambda: s.barrier("mixed", 3, seconds(2)), lambda: other.barrier("mixed", 2)),
    )
    session.do("set('set',' 4 ')", lambda: s.set("set", " 4 "))
    session.do("barrier('set',5)", lambda: s.barrier("set", 5))
    session.do("barrier('zero',0)", lambda: s.barrier("zero", 0))
    session.do("barrier('negative',-1)", lambda: s.barrier("negative", -1))
    session.do(
        "wait(['first'], 1 s) while another client is the first of two at that barrier",
        lambda: together(
            lambda: s.wait(["first"], seconds(1)),
            lambda: attempt(lambda: other.barrier("first", 2, seconds(1.4))),
        ),
    )
    session.do(
        "wait(['last'], 1 s) while two others meet at that barrier",
        lambda: together(
            lambda: s.wait(["last"], seconds(1)),
            lambda: other.barrier("last", 2),
            lambda: third.barrier("last", 2),
        ),
    )
    session.do(
        "barrier('added',2,1 s) while another client adds to its counter",
        lambda: together(
            lambda: s.barrier("added", 2, seconds(1)), lambda: other.add("added", 1)
        ),
    )
    p = dist.PrefixStore("outer", s)
    session.do("prefixed barrier('p',1)", lambda: p.barrier("p", 1))
    session.do("check(['outer/p'])", lambda: s.check(["outer/p"]))
    session.do("list_keys()", lambda: sorted(s.list_keys()))
    session.do("barrier on text", lambda: (s.set("text", "none"), s.barrier("text", 1)))
    session.do("another client's get('one') at the end", lambda: other.get("one"))
    session.end()


def attempt(act):
    try:
        act()
    except dist.DistStoreError:
        pass  # its caller's answer is not what is looked at


def large(folder, back_end):
    session = Session(folder, "large-value", back_end)
    unit = bytes(range(128))

    def of(size):
        return unit * (size // len(unit))

    s = session.client(20)
    session.do("set('large', 1 MiB)", lambda: s.set("large", of(MIB)))
    session.do("get('large')", lambda: s.get("large"))
    session.do("set('eight', 8 MiB)", lambda: s.set("eight", of(8 * MIB)))
    session.do("get('eight')", lambda: s.get("eight"))
    session.do("set of a key of 8192 bytes", lambda: s.set("K" * 8191, "v"))
    session.do("get of a key of 8192 bytes", lambda: s.get("K" * 8191))
    session.do("set('nine', 9 MiB)", lambda: s.set("nine", of(9 * MIB)))
    session.do("get('nine')", lambda: s.get("nine"))
    again = session.client(20)
    session.do("set of a key of 8193 bytes", lambda: again.set("L" * 8192, "v"))
    session.do("get of a key of 8193 bytes", lambda: again.get("L" * 8192))
    last = session.client(20)
    session.do("another client's num_keys() at the end", lambda: last.num_keys())
    session.end()


def join(port, back_end, report, timeout):
    began = time.monotonic()
    try:
        store = dist.TCPStore(
            "127.0.0.1", port, 3, False, seconds(timeout), True, use_libuv=BACK_ENDS[back_end]
        )
        report.send("opened")
        report.recv()
        del store
    except RuntimeError as failure:
        took = round(time.monotonic() - began)
        report.send(f"{type(failure).__name__} after {took} s: {failure}")


def joining(folder, back_end, name, clients, owner_timeout):
    """
    The owner's own client dials the port that its server listens on. So the server is given a
    socket on another loopback address, and the tap has that port on the usual one.
    """
    listening = socket.socket()
    listening.bind(("127.0.0.2", 0))
    listening.listen()
    port = listening.getsockname()[1]
    owner = Owner(
        back_end, port=port, listening=listening, world_size=3, timeout=owner_timeout
    )
    session = Session(folder, name, back_end, owner, ("127.0.0.2", port), port)
    session.tell("doing! owner: TCPStore(host, port, world_size=3, is_master=True)")
    time.sleep(3)
    reports = []
    for number in range(1, clients + 1):
        session.tell(f"doing! client {number}: TCPStore(host, port, world_size=3)")
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=join, args=(port, back_end, theirs, 30))
        process.start()
        reports.append((process, ours))
        time.sleep(1)
    for number, (_, report) in enumerate(reports, 1):
        session.saw({"op": f"client {number}", "returned": report.recv()})
    session.saw({"op": "owner", "returned": owner.opened()[1]})
    session.tell("doing! processes end, the owner last")
    for process, report in reports:
        report.send("end")
        process.join()
    owner.end()
    session.owner = Nobody()
    session.end()


class Nobody:
    def end(self):
        pass


def u64(number):
    return struct.pack("<Q", number % (1 << 64))


def blob(text):
    data = text if isinstance(text, bytes) else text.encode()
    return u64(len(data)) + data


HELLO = bytes.fromhex("00cef7853c")
PING = bytes.fromhex("0d04030201")


def malformed(folder, back_end):
    """Bytes made by hand, sent straight to the real server. A list is sent in pieces."""
    cases = {
        "VALIDATE only": HELLO,
        "VALIDATE, PING": HELLO + PING,
        "VALIDATE with a wrong number, PING": bytes.fromhex("0011223344") + PING,
        "no VALIDATE: PING": PING,
        "no VALIDATE: HTTP": b"GET / HTTP/1.0\r\n\r\n",
        "VALIDATE cut after 1 byte": [HELLO[:1], HELLO[1:] + PING],
        "VALIDATE twice, PING": HELLO + HELLO + PING,
        "opcode 19": HELLO + b"\x13",
        "opcode 200": HELLO + b"\xc8",
        "GET of a missing key": HELLO + b"\x03" + blob("/nokey"),
        "MULTI_GET of one present and one missing": HELLO + b"\x0a" + u64(2) + blob("/k") + blob("/nokey"),
        "ADD to what is no number": HELLO + b"\x04" + blob("/text") + u64(1),
        "SET, key of 8193 bytes": HELLO + b"\x01" + blob("x" * 8193) + blob("v"),
        "SET, key of 2^62 bytes": HELLO + b"\x01" + u64(1 << 62),
        "SET, value of 8 MiB + 1 announced": HELLO + b"\x01" + blob("/a") + u64((8 << 20) + 1),
        "WAIT for 131073 names": HELLO + b"\x06" + u64(131073),
        "WAIT for 2^62 names": HELLO + b"\x06" + u64(1 << 62),
        "WAIT for nothing": HELLO + b"\x06" + u64(0),
        "CANCEL_WAIT without a wait": HELLO + b"\x0c",
        "WAIT and CANCEL_WAIT in one segment": HELLO + b"\x06" + u64(1) + blob("/nokey") + b"\x0c",
        "WAIT, then GETNUMKEYS": HELLO + b"\x06" + u64(1) + blob("/nokey") + b"\x07",
        "QUEUE_LEN": HELLO + b"\x10" + blob("/q"),
        "BARRIER for 1": HELLO + b"\x12" + blob("/b1") + u64(1),
        "BARRIER for 0": HELLO + b"\x12" + blob("/b0") + u64(0),
        "BARRIER for -1": HELLO + b"\x12" + blob("/b-1") + u64(-1),
        "BARRIER for 2^62": HELLO + b"\x12" + blob("/b62") + u64(1 << 62),
        "BARRIER on what is no number": HELLO + b"\x12" + blob("/text") + u64(1),
        "BARRIER, key of 8193 bytes": HELLO + b"\x12" + blob("x" * 8193) + u64(1),
        "BARRIER for 2, then CANCEL_WAIT": HELLO + b"\x12" + blob("/bc") + u64(2) + b"\x0c",
        "BARRIER for 2, then GETNUMKEYS": HELLO + b"\x12" + blob("/bn") + u64(2) + b"\x07",
        "BARRIER for 2 twice by one client": HELLO + 2 * (b"\x12" + blob("/bt") + u64(2)),
        "BARRIER for 1 cut in its number": [HELLO + b"\x12" + blob("/bp") + b"\1\0", bytes(6)],
        "BARRIER for 1, then PING": HELLO + b"\x12" + blob("/bq") + u64(1) + PING,
    }
    owner = Owner(back_end)
    port, _ = owner.opened()
    client = dist.TCPStore("127.0.0.1", port, is_master=False, wait_for_workers=False)
    client.set("k", "v")
    client.set("text", "not a number")
    rows = [{"what": what, **answer(port, sent)} for what, sent in cases.items()]
    rows.append({"what": "another client's get('k') afterwards", "answer": repr(client.get("k"))})
    (folder / f"malformed-{back_end}.json").write_text(lines(rows))
    owner.end()


def answer(port, sent):
    pieces = sent if isinstance(sent, list) else [sent]
    whole = b"".join(pieces)
    got, how = b"", "open after 1.5 s"
    with socket.create_connection(("127.0.0.1", port)) as raw:
        raw.settimeout(1.5)
        try:
            for piece in pieces:
                raw.sendall(piece)
                if piece is not pieces[-1]:
                    time.sleep(0.2)  # so that it is a segment of its own
            while data := raw.recv(4096):
                got += data
            how = "closed"
        except TimeoutError:
            pass
        except OSError as broken:
            how = f"reset ({broken.strerror})"
    shortened = {"sent": whole[:64].hex(), "sent_len": len(whole)}
    return {**shortened, "answer": got.hex(), "connection": how}


def lines(rows):
    return "[\n " + ",\n ".join(json.dumps(row) for row in rows) + "\n]\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    for back_end in BACK_ENDS:
        for session in (basic, waits, queues, barriers, large, malformed):
            session(folder, back_end)
    joining(folder, "libuv", "workers-2", 2, 60)
    joining(folder, "libuv", "workers-missing", 1, 5)
    seen = [{"torch": torch.__version__}, *Session.all_seen]
    (folder / "seen-by-caller.json").write_text(lines(seen))


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
