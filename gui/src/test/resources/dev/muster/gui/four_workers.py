"""Four workers. One fails in the first attempt; in the second all work until they are stopped.

What happens next waits for whoever watches: rank 1 fails once there is a file "fail" beside this
script, and the others obey their stop once there is a file "leave".
"""
import os
import signal
import sys
import time

rank = int(os.environ["RANK"])
attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])
here = os.path.dirname(os.path.abspath(__file__))


def wait_for(name):
    while not os.path.exists(os.path.join(here, name)):
        time.sleep(0.05)


def leave(_signal, _frame):
    wait_for("leave")
    os._exit(0)


print(f"rank {rank} of {os.environ['WORLD_SIZE']} in attempt {attempt}")
if attempt == 0:
    signal.signal(signal.SIGTERM, leave)
    wait_for("fail" if rank == 1 else "never")
    print("rank 1 has met a bad sample", file=sys.stderr)
    sys.exit(3)
wait_for("never")
