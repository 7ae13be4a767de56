# muster: --nproc-per-node 4 --max-restarts 3
"""Trains a small model, fails once on purpose, and goes on from its checkpoint.

    packaging/muster open packaging/examples/train.py

With torch the workers train one model together: DistributedDataParallel over gloo. Without it each
worker fits a line in plain Python. Either way rank 2 fails in the first attempt, and after the
restart every rank resumes from the last checkpoint.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time

RANK = int(os.environ.get("RANK", "0"))
WORLD_SIZE = int(os.environ.get("WORLD_SIZE", "1"))
LOCAL_WORLD_SIZE = int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
RESTARTS = int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"))

if WORLD_SIZE == LOCAL_WORLD_SIZE:  # one node: gloo need not guess how this host is reached
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")

try:
    import torch
    from torch.distributed.elastic.multiprocessing.errors import record
except ImportError:
    torch = None

    def record(main):
        return main

KEEPER = 0 if torch else RANK  # the rank that keeps the checkpoint: of all, or each its own


class SharedNetwork:
    """Learns sin(3x) with all ranks: each has its own samples, the gradients are averaged."""

    def __init__(self):
        torch.set_num_threads(1)
        torch.distributed.init_process_group("gloo")
        torch.manual_seed(0)  # the same start everywhere
        layers = torch.nn.Sequential(
            torch.nn.Linear(1, 32), torch.nn.Tanh(), torch.nn.Linear(32, 1)
        )
        self.network = torch.nn.parallel.DistributedDataParallel(layers)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=0.02)
        torch.manual_seed(RANK)  # other samples everywhere

    def step(self):
        x = torch.rand(64, 1) * 2 - 1
        loss = torch.nn.functional.mse_loss(self.network(x), torch.sin(3 * x))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def save(self, path, step):
        state = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save({"step": step, **state}, path)

    def load(self, path):
        saved = torch.load(path)
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        return saved["step"]

    def close(self):
        torch.distributed.destroy_process_group()


class PlainLine:
    """Fits y = 3x + 1, each rank by itself."""

    def __init__(self):
        self.slope, self.offset = 0.0, 0.0
        self.random = random.Random(RANK)

    def step(self):
        x = self.random.uniform(-1, 1)
        error = self.slope * x + self.offset - (3 * x + 1)
        self.slope -= 0.1 * error * x
        self.offset -= 0.1 * error
        return error * error

    def save(self, path, step):
        with open(path, "w") as file:
            json.dump({"step": step, "slope": self.slope, "offset": self.offset}, file)

    def load(self, path):
        with open(path) as file:
            saved = json.load(file)
        self.slope, self.offset = saved["slope"], saved["offset"]
        return saved["step"]

    def close(self):
        pass


def say(text):
    """One write per line: print() makes two, and the lines of several ranks would mix."""
    sys.stdout.write(f"rank {RANK}: {text}\n")
    sys.stdout.flush()


def checkpoint_path():
    """On this machine, one file per user, run and model."""
    run = os.environ.get("TORCHELASTIC_RUN_ID", "alone")
    name = f"train-{os.getuid()}-{run}-{KEEPER}.checkpoint"
    return os.path.join(tempfile.gettempdir(), name)


def save(model, step):
    """Writes aside first: a worker that is stopped halfway leaves the last checkpoint whole."""
    unfinished = checkpoint_path() + ".unfinished"
    model.save(unfinished, step)
    os.replace(unfinished, checkpoint_path())


def start(model):
    """The step to begin with: 0, or where the last attempt left a checkpoint."""
    if RESTARTS > 0 and os.path.exists(checkpoint_path()):
        step = model.load(checkpoint_path())
        say(f"resumed from step {step}")
        return step
    say("starting from scratch, with " + (f"torch {torch.__version__}" if torch else "no torch"))
    return 0


def read_arguments():
    parser = argparse.ArgumentParser(description="Trains, fails once, resumes.")
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--pace", type=float, default=0.2, help="seconds per step")
    return parser.parse_args()


@record
def main():
    wanted = read_arguments()
    failing_step = wanted.steps * 3 // 8
    failing_rank = min(2, WORLD_SIZE - 1)

    model = SharedNetwork() if torch else PlainLine()
    for step in range(start(model), wanted.steps):
        if RESTARTS == 0 and RANK == failing_rank and step == failing_step:
            raise RuntimeError(f"rank {RANK} fails at step {step}, once and on purpose")
        loss = model.step()
        say(f"step {step + 1:3d}/{wanted.steps}  loss {loss:.4f}")
        if RANK == KEEPER and (step + 1) % 10 == 0:
            save(model, step + 1)
        time.sleep(wanted.pace)
    model.close()
    if RANK == KEEPER and os.path.exists(checkpoint_path()):
        os.remove(checkpoint_path())
    say("done")


if __name__ == "__main__":
    main()
