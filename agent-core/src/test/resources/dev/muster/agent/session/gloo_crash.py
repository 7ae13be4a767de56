"""Four ranks that sum up their numbers; one of them fails in the first attempts."""
import os
import sys

import torch
import torch.distributed as dist

os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
crashes = int(sys.argv[1])
attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])

dist.init_process_group("gloo")
total = torch.ones(1) * (dist.get_rank() + 1)
dist.all_reduce(total)
print("rank", dist.get_rank(), "attempt", attempt, "sum", int(total.item()))
dist.barrier()
if dist.get_rank() == 1 and attempt < crashes:
    os._exit(7)
dist.barrier()
dist.destroy_process_group()
