"""Every rank adds its rank plus one; who is told so fails once before that.

usage: sum_up.py gloo|store [FOLDER]
The ranks talk over a gloo process group, or by nothing but their store; without torch, which takes
seconds of a processor to load, but then nobody feels the end of another.
With a folder: each attempt waits until the file FOLDER/go is there, so that a test can act
meanwhile; and a worker that finds FOLDER/fail.<its GROUP_RANK> removes it and fails. If there is
FOLDER/together, they all agree again and again on whether all have seen go. A worker that finds
FOLDER/stay.<its GROUP_RANK> when they have summed up ends only once that is removed.
"""
import os
import socket
import struct
import sys
import time


class Gloo:
    def __init__(self):
        global torch, dist
        import torch
        import torch.distributed as dist

        os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
        dist.init_process_group("gloo")

    def sum(self, value):
        total = torch.ones(1) * value
        dist.all_reduce(total)
        return int(total.item())

    def close(self):
        dist.barrier()
        dist.destroy_process_group()


class ByStore:
    """A client of PyTorch's store, in its own protocol."""

    def __init__(self):
        self.sums = 0
        place = (os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]))
        self.store = socket.create_connection(place, 60)
        self.store.settimeout(None)
        self.store.sendall(struct.pack("<BI", 0, 0x3C85F7CE))
        self.sum(0)

    def sum(self, value):
        """Whoever is the last to add tells the others that they may look."""
        self.sums += 1
        key = f"sum/{self.sums}"
        self.add(key, value)
        if self.add(key + "/ranks", 1) == size:
            self.add(key + "/all", 1)
        self.store.sendall(struct.pack("<BQ", 6, 1) + blob(key + "/all"))
        self.read("<B")
        return self.add(key, 0)

    def add(self, key, value):
        self.store.sendall(struct.pack("<B", 4) + blob(key) + struct.pack("<q", value))
        return self.read("<q")

    def read(self, kind):
        answer = self.store.recv(struct.calcsize(kind), socket.MSG_WAITALL)
        return struct.unpack(kind, answer)[0]

    def close(self):
        self.sum(0)
        self.store.close()


def blob(text):
    return struct.pack("<Q", len(text)) + text.encode()


def say(line):
    """In one piece, since several workers share one console; print writes its parts one by one."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
folder = sys.argv[2] if len(sys.argv) > 2 else None
group = {"gloo": Gloo, "store": ByStore}[sys.argv[1]]()
say(f"joined {rank} of {size}")
if folder:
    order = os.path.join(folder, "fail." + os.environ["GROUP_RANK"])
    together = os.path.exists(os.path.join(folder, "together"))
    while True:
        go = os.path.exists(os.path.join(folder, "go"))
        if together:
            go = group.sum(int(go)) == size
        if go:
            break
        time.sleep(0.05)
        if os.path.exists(order) and os.environ["LOCAL_RANK"] == "0":
            os.remove(order)
            os._exit(7)
say(f"sum {group.sum(rank + 1)} of {size}")
group.close()
if folder:
    while os.path.exists(os.path.join(folder, "stay." + os.environ["GROUP_RANK"])):
        time.sleep(0.05)
