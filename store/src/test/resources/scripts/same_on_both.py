"""The same operations by real clients on PyTorch's own store and on another one.

    same_on_both.py HOST PORT SEED COUNT

prints for each operation a JSON object with what the callers saw there ("theirs") and here ("ours").
"""

import datetime
import json
import random
import sys
import threading

import torch.distributed as dist

CLIENTS = 4
BRIEFLY = datetime.timedelta(milliseconds=250)
A_WHILE = datetime.timedelta(milliseconds=1000)
LONG = datetime.timedelta(seconds=30)
VALUES = ["", "1", "-7", "x", " 41 trailing", "+3", "9223372036854775807", "\u6f22\0"]


class Store:
    """Clients of one store, and a thread for each of the others while the first one is blocked."""

    def __init__(self, host, port):
        self.host, self.port = host, port
        self.clients = [self.connect() for _ in range(CLIENTS)]

    def connect(self):
        return dist.TCPStore(
            self.host, self.port, is_master=False, wait_for_workers=False, timeout=BRIEFLY
        )

    def reconnect(self, index):
        self.clients[index] = self.connect()

    def while_other(self, does, act):
        timer = threading.Timer(0.02, does, [self.clients[1]])
        timer.start()
        try:
            return act(self.clients[0])
        finally:
            timer.join()

    def together(self, *acts):
        """What each of the acts, one for each client, returned."""
        seen = [None] * len(acts)

        def run(index):
            seen[index] = attempt(lambda: acts[index](self.clients[index]))

        threads = [threading.Thread(target=run, args=[index]) for index in range(len(acts))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return seen


def attempt(act):
    try:
        return repr(act())
    except dist.DistNetworkError:
        return "DistNetworkError"  # its text depends on what of the request was read
    except Exception as failure:  # whatever it is, it is compared
        return f"{type(failure).__name__}: {str(failure).splitlines()[0]}"


def once(store, act):
    seen = attempt(lambda: act(store.clients[0]))
    if seen == "DistNetworkError":
        store.reconnect(0)
    return seen


def by_one(chance):
    """An operation of a single client: how to call it, and what it does."""
    key, other = (f"k{chance.randrange(5)}" for _ in range(2))
    value, expected = (chance.choice(VALUES) for _ in range(2))
    delta, world = chance.choice([0, 1, -3, 2**63 - 1]), chance.randrange(4)
    queue = f"q{chance.randrange(2)}"
    return chance.choice(
        [
            ("set", [key, value], lambda s: s.set(key, value)),
            ("get", [key], lambda s: s.get(key)),
            ("get", [other], lambda s: s.get(other)),
            ("add", [key, delta], lambda s: s.add(key, delta)),
            ("add", ["n", delta], lambda s: s.add("n", delta)),
            ("compare_set", [key, expected, value], lambda s: s.compare_set(key, expected, value)),
            ("compare_set", [key, "", value], lambda s: s.compare_set(key, "", value)),
            ("append", [key, value], lambda s: s.append(key, value)),
            ("multi_set", [key, other], lambda s: s.multi_set([key, other], [value, expected])),
            ("multi_get", [key, other], lambda s: s.multi_get([key, other])),
            ("check", [key, other, queue], lambda s: s.check([key, other, queue])),
            ("check", [], lambda s: s.check([])),
            ("wait", [key, other], lambda s: s.wait([key, other])),
            ("wait", [queue], lambda s: s.wait([queue])),
            ("delete_key", [key], lambda s: s.delete_key(key)),
            ("delete_key", [other], lambda s: s.delete_key(other)),
            ("num_keys", [], lambda s: s.num_keys()),
            ("list_keys", [], lambda s: sorted(s.list_keys())),
            ("queue_push", [queue, value], lambda s: s.queue_push(queue, value)),
            ("queue_push", [key, value], lambda s: s.queue_push(key, value)),
            ("queue_pop", [queue], lambda s: s.queue_pop(queue, False)),
            ("queue_pop blocking", [queue], lambda s: s.queue_pop(queue)),
            ("queue_len", [queue], lambda s: s.queue_len(queue)),
            ("barrier", [key, world], lambda s: s.barrier(key, world)),
            ("prefixed set", [key], lambda s: dist.PrefixStore("p", s).set(key, value)),
            ("prefixed get", [key], lambda s: dist.PrefixStore("p", s).get(key)),
        ]
    )


def by_several(n):
    """Operations of several clients at once whose outcome does not depend on who is first."""

    def waits(store, how):
        key = f"w{n} {how}"
        ways = {
            "set": lambda s: s.set(key, "x"),
            "add": lambda s: s.add(key, 0),
            "append": lambda s: s.append(key, ""),
            "multi_set": lambda s: s.multi_set(["z", key], ["", "x"]),
            "compare_set": lambda s: s.compare_set(key, "", "x"),
            "queue_push": lambda s: s.queue_push(key, "x"),
        }
        return store.while_other(ways[how], lambda s: s.wait([key], LONG))

    def two_come_and_one_goes(store):
        def other(s):
            s.set(f"gone{n}", "")
            s.delete_key(f"gone{n}")
            s.set(f"stays{n}", "")

        return store.while_other(other, lambda s: s.wait([f"gone{n}", f"stays{n}"], LONG))

    def queue(store):
        def push(s):
            for element in "abc":
                s.queue_push(f"q{n}", element)

        for client in store.clients:
            client.set_timeout(LONG)
        def pop(s):
            while True:
                try:
                    return s.queue_pop(f"q{n}")
                except dist.QueueEmptyError:
                    pass  # it was woken, and another was faster

        seen = store.together(pop, pop, pop, push)
        for client in store.clients:
            client.set_timeout(BRIEFLY)
        return sorted(seen)

    def torn(store):
        def write(s):
            for i in range(30):
                s.multi_set([f"t{n}", f"u{n}"], [str(i), str(i)])

        def read(s):
            pairs = [s.multi_get([f"t{n}", f"u{n}"]) for _ in range(30)]
            return [pair for pair in pairs if pair[0] != pair[1]]

        store.clients[0].multi_set([f"t{n}", f"u{n}"], ["", ""])
        return store.together(write, read, read)

    def one_winner(store):
        acts = [lambda s, name=name: s.compare_set(f"c{n}", "", name) for name in "abcd"]
        seen = store.together(*acts)
        return len(set(seen)), seen[0] == repr(store.clients[0].get(f"c{n}"))

    everyone = [lambda s: s.barrier(f"b{n}", CLIENTS, LONG)] * CLIENTS
    yield "adding at once", lambda store: sorted(
        store.together(*[lambda s: s.add(f"a{n}", 1)] * CLIENTS)
    )
    yield "appending at once", lambda store: (
        store.together(*[lambda s: s.append(f"l{n}", "x")] * CLIENTS),
        [s.num_keys() > 0 for s in store.clients],
        store.clients[0].get(f"l{n}"),
    )
    yield "one compare_set of four wins", one_winner
    yield "all meet at a barrier", lambda store: store.together(*everyone)
    yield "one more comes to a barrier", lambda store: store.clients[0].barrier(f"b{n}", CLIENTS)
    yield "each element of a queue to one", queue
    yield "a multi_set is never seen half", torn
    yield "a key that is gone again counts", two_come_and_one_goes
    for how in ("set", "add", "append", "multi_set", "compare_set", "queue_push"):
        yield f"a wait is ended by {how}", lambda store, how=how: waits(store, how)
    yield "a wait while a compare_set stores nothing", lambda store: store.while_other(
        lambda s: s.compare_set(f"none{n}", "x", "y"), lambda s: s.wait([f"none{n}"], A_WHILE)
    )
    yield "a wait while the first comes to a barrier", lambda store: store.while_other(
        lambda s: attempt(lambda: s.barrier(f"f{n}", 2)), lambda s: s.wait([f"f{n}"], A_WHILE)
    )
    yield "a barrier while another client adds to its counter", lambda store: store.while_other(
        lambda s: s.add(f"s{n}", 1), lambda s: s.barrier(f"s{n}", 2, A_WHILE)
    )


def operations(seed, count):
    chance = random.Random(seed)
    for n in range(count):
        if n % 100 == 99:
            for name, act in by_several(n):
                yield name, [], lambda store, act=act: attempt(lambda: act(store))
        else:
            name, arguments, act = by_one(chance)
            yield name, arguments, lambda store, act=act: once(store, act)


def main():
    host, port, seed, count = sys.argv[1], *map(int, sys.argv[2:])
    own = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
    seen = {"theirs": [], "ours": []}

    def run(side, address):
        store = Store(*address)
        seen[side] = [act(store) for _, _, act in operations(seed, count)]

    sides = {"theirs": ("127.0.0.1", own.port), "ours": (host, port)}
    threads = [threading.Thread(target=run, args=side) for side in sides.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = operations(seed, count)
    for (name, arguments, _), theirs, ours in zip(done, *seen.values(), strict=True):
        print(json.dumps({"op": name, "of": arguments, "theirs": theirs, "ours": ours}))


main()
