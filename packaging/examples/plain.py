# muster: --nproc-per-node 4
"""A worker without torch: says who it is, counts, and ends.

    packaging/muster run --nproc-per-node 4 packaging/examples/plain.py [steps]
"""

import os
import sys
import time


def say(line):
    sys.stdout.write(line + "\n")  # one write: print() makes two, and the ranks' lines would mix


def main():
    rank, world_size = os.environ["RANK"], os.environ["WORLD_SIZE"]
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for step in range(1, steps + 1):
        say(f"rank {rank} of {world_size}: step {step} of {steps}")
        time.sleep(0.2)


if __name__ == "__main__":
    main()
