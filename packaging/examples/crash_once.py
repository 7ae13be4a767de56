# muster: --nproc-per-node 2 --max-restarts 1
"""Rank 1 ends with exit code 3 in the first attempt; after a restart all ranks end well.

    packaging/muster run --nproc-per-node 2 --max-restarts 1 packaging/examples/crash_once.py

Without a restart left the run's exit code is 3.
"""

import os
import sys
import time


def say(line):
    sys.stdout.write(line + "\n")  # one write: print() makes two, and the ranks' lines would mix


def main():
    rank = int(os.environ["RANK"])
    attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])
    say(f"rank {rank}: attempt {attempt}")
    if attempt == 0:
        if rank == 1:
            sys.stderr.write(f"rank {rank}: crashing once\n")
            sys.exit(3)
        time.sleep(60)  # the rest is still at work when rank 1 crashes
    say(f"rank {rank}: done")


if __name__ == "__main__":
    main()
