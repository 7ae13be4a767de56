"""Rank 1 fails in the way it is told to; the others wait for their end."""

import os
import signal
import sys
import time

from torch.distributed.elastic.multiprocessing.errors import record


@record
def main(way):
    if os.environ["RANK"] != "1":
        time.sleep(600)
    if way == "raise":
        raise ValueError("bad sample at step 7")
    if way == "exit":
        sys.exit(3)
    os.kill(os.getpid(), signal.SIGSEGV)


main(sys.argv[1])
