"""Meets the other workers by env:// or tcp://, as the first argument says, and adds up the ranks."""
import os
import sys

import torch
import torch.distributed as dist

method = sys.argv[1]
if method == "tcp://":
    method += os.environ["MASTER_ADDR"] + ":" + os.environ["MASTER_PORT"]
assert dist.is_torchelastic_launched()
dist.init_process_group(
    "gloo", init_method=method, rank=int(os.environ["RANK"]), world_size=int(os.environ["WORLD_SIZE"])
)
total = torch.tensor([dist.get_rank()])
dist.all_reduce(total)
sys.stdout.write(f"sum {total.item()}\n")
dist.destroy_process_group()
