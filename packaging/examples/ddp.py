# muster: --nproc-per-node 2
"""The smallest real DDP run: every rank trains on its own samples and ends with the same weights.

Needs torch. Prints one line per rank.
"""

import os
import sys

if os.environ.get("WORLD_SIZE") == os.environ.get("LOCAL_WORLD_SIZE"):
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")  # one node: no need to guess an interface

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def train(rank, steps):
    torch.manual_seed(rank)  # DDP starts all ranks from rank 0's weights
    network = DistributedDataParallel(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for _ in range(steps):
        x = torch.randn(16, 4)
        loss = (network(x) - x.sum(dim=1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return network, loss.item()


def is_same_everywhere(tensor):
    largest, smallest = tensor.clone(), tensor.clone()
    dist.all_reduce(largest, op=dist.ReduceOp.MAX)
    dist.all_reduce(smallest, op=dist.ReduceOp.MIN)
    return torch.equal(largest, smallest)


def main():
    dist.init_process_group("gloo")
    rank, world_size = dist.get_rank(), dist.get_world_size()
    network, loss = train(rank, steps=50)
    if not is_same_everywhere(network.module.weight.data):
        raise RuntimeError(f"rank {rank} has other weights than the rest")
    sys.stdout.write(f"rank {rank} of {world_size}: loss {loss:.5f}, same weights everywhere\n")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
