"""Every operation that a PyTorch TCPStore client has and this store serves, checked from the caller's side."""

import datetime
import sys
import threading

import torch.distributed as dist

host, port = sys.argv[1], int(sys.argv[2])


def connect():
    return dist.TCPStore(
        host, port, is_master=False, wait_for_workers=False, timeout=datetime.timedelta(seconds=20)
    )


def expect(found, expected):
    assert found == expected, f"found {found!r}, expected {expected!r}"


def soon(milliseconds=300):
    return datetime.timedelta(milliseconds=milliseconds)


store, other = connect(), connect()

store.set("k", "v")
expect(store.get("k"), b"v")
store.set("empty", "")
expect(store.get("empty"), b"")
large = b"x" * (8 << 20)
store.set("large", large)
expect(store.get("large"), large)

expect(store.add("n", 5), 5)
expect(store.add("n", -7), -2)
expect(store.get("n"), b"-2")

expect(store.compare_set("c", "", "first"), b"first")
expect(store.compare_set("c", "first", "second"), b"second")
expect(store.compare_set("c", "wrong", "third"), b"second")
expect(store.compare_set("absent", "x", "y"), b"x")

expect(store.check(["k", "n"]), True)
expect(store.check(["k", "absent"]), False)
expect(store.num_keys(), 5)
expect(store.delete_key("k"), True)
expect(store.delete_key("k"), False)

store.append("log", "one")
store.append("log", "+two")
expect(store.get("log"), b"one+two")
store.multi_set(["m1", "m2"], ["1", ""])
expect(store.multi_get(["m2", "m1"]), [b"", b"1"])

# A wait is ended by every way in which a key can come to be, compare_set included.
for name, create in {
    "by set": lambda key: other.set(key, "x"),
    "by add": lambda key: other.add(key, 0),
    "by append": lambda key: other.append(key, "x"),
    "by multi_set": lambda key: other.multi_set([key], ["x"]),
    "by compare_set": lambda key: other.compare_set(key, "", "x"),
}.items():
    later = threading.Timer(0.1, create, [name])
    later.start()
    store.wait([name], datetime.timedelta(seconds=20))
    later.join()

# A wait that runs out is cancelled, and the answers after it are still in step.
for _ in range(3):
    try:
        store.wait(["never"], soon())
    except dist.DistStoreError as late:
        assert "wait timeout after 300ms, keys: /never" in str(late), late
    else:
        raise AssertionError("a wait for a key that never comes ended")
    expect(store.add("n", 0), -2)
other.set("never", "came")
expect(store.get("never"), b"came")

# Queues: first in, first out; a pop that blocks is woken by a push.
store.queue_push("q", "a")
store.queue_push("q", "")
expect(store.queue_len("q"), 2)
expect(store.check(["q"]), True)
expect(store.queue_pop("q"), b"a")
expect(store.queue_pop("q", block=False), b"")
try:
    store.queue_pop("q", block=False)
except dist.QueueEmptyError:
    pass
else:
    raise AssertionError("something was popped from an empty queue")
later = threading.Timer(0.1, other.queue_push, ["q", "late"])
later.start()
expect(store.queue_pop("q"), b"late")
later.join()
expect(len(store.list_keys()), store.num_keys())
expect("by append" in store.list_keys() and "q" not in store.list_keys(), True)

# A barrier lets all go when the last has come. It is newer than some releases that have the rest.
if hasattr(store, "barrier"):
    second = threading.Thread(target=lambda: other.barrier("all here", 2))
    second.start()
    store.barrier("all here", 2)
    second.join()

prefixed = dist.PrefixStore("outer", dist.PrefixStore("inner", store))
prefixed.set("k", "v")
expect(prefixed.get("k"), b"v")

clone = store.clone()
clone.set("from the clone", "v")
expect(store.get("from the clone"), b"v")
print("all as expected")
