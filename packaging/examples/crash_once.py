# muster: --nproc-per-node 2 --max-restarts 1
"""Rank 1 ends with exit code 3 in the first attempt; after a restart all ranks end well.

    packaging/muster run --nproc-per-node 2 --max-restarts 1 packaging/examples/crash_once.py

Without a restart left the run's exit code is 3.
"""

import os
import sys
import time


def main():
    rank = int(os.environ["RANK"])
    attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])
    print(f"rank {rank}: attempt {attempt}", flush=True)
    if attempt == 0:
        if rank == 1:
            print(f"rank {rank}: crashing once", file=sys.stderr, flush=True)
            sys.exit(3)
        time.sleep(60)  # the rest is still at work when rank 1 crashes
    print(f"rank {rank}: done", flush=True)


if __name__ == "__main__":
    main()
