"""Trains a small model by itself, on one core: so many steps for each line it is sent, and says how long they took."""

import sys
import time

import torch

torch.manual_seed(0)
torch.set_num_threads(1)
model = torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
inputs, targets = torch.randn(64, 256), torch.randint(0, 10, (64,))

for line in sys.stdin:
    start = time.perf_counter()
    for _ in range(int(line)):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(inputs), targets).backward()
        optimizer.step()
    print(time.perf_counter() - start, flush=True)
