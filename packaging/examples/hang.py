# muster: --nproc-per-node 4
"""The last rank stops making progress and the others wait for it: what a hang looks like.

    packaging/muster run --nproc-per-node 4 packaging/examples/hang.py [--deaf]

With --deaf the hanging rank also ignores SIGTERM, so that only force ends it.
"""

import os
import signal
import sys
import time


def say(line):
    sys.stdout.write(line + "\n")  # one write: print() makes two, and the ranks' lines would mix


def main():
    rank, world_size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    hangs = rank == world_size - 1
    if hangs and "--deaf" in sys.argv[1:]:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for step in range(1, 6):
        say(f"rank {rank}: step {step}")
        time.sleep(0.2)
    if not hangs:
        say(f"rank {rank}: waiting for rank {world_size - 1}")
    while True:
        time.sleep(1)


if __name__ == "__main__":
    main()
