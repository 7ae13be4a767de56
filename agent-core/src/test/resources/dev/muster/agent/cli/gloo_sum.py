"""Every rank adds its rank plus one; who is told so fails once before that.

usage: gloo_sum.py [FOLDER]
With a folder: each attempt waits until the file FOLDER/go is there, so that a test can act
meanwhile; and a worker that finds FOLDER/fail.<its GROUP_RANK> removes it and fails. If there is
FOLDER/together, they all agree again and again on whether all have seen go. A worker that finds
FOLDER/stay.<its GROUP_RANK> when they have summed up ends only once that is removed.
"""
import os
import sys
import time

import torch
import torch.distributed as dist

os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
folder = sys.argv[1] if len(sys.argv) > 1 else None


def say(line):
    """In one piece, since several workers share one console; print writes its parts one by one."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


dist.init_process_group("gloo")
say(f"joined {dist.get_rank()} of {dist.get_world_size()}")
if folder:
    order = os.path.join(folder, "fail." + os.environ["GROUP_RANK"])
    together = os.path.exists(os.path.join(folder, "together"))
    while True:
        go = torch.tensor([int(os.path.exists(os.path.join(folder, "go")))])
        if together:
            dist.all_reduce(go, op=dist.ReduceOp.MIN)
        if go.item():
            break
        time.sleep(0.05)
        if os.path.exists(order) and os.environ["LOCAL_RANK"] == "0":
            os.remove(order)
            os._exit(7)
total = torch.ones(1) * (dist.get_rank() + 1)
dist.all_reduce(total)
say(f"sum {int(total.item())} of {dist.get_world_size()}")
dist.barrier()
dist.destroy_process_group()
if folder:
    while os.path.exists(os.path.join(folder, "stay." + os.environ["GROUP_RANK"])):
        time.sleep(0.05)
