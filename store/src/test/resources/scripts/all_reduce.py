"""One rank of a job whose store is hosted by its agent: joins with gloo, adds up all ranks, leaves."""

import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
ranks = torch.tensor([dist.get_rank()])
dist.all_reduce(ranks)
dist.barrier()
print(f"rank {dist.get_rank()} of {dist.get_world_size()}, attempt", os.environ["TORCHELASTIC_RESTART_COUNT"], "sum", ranks.item())
dist.destroy_process_group()
