"""Tells when it began and when it ended; fails first, after a while, who is told so and has restarts left.

usage: times.py SECONDS [FAILING RANK]
"""
import os
import sys
import time

rank = os.environ["RANK"]
attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])


def tell(what):
    os.write(1, f"{what} {attempt} {rank} {time.time_ns()}\n".encode())


tell("began")
time.sleep(float(sys.argv[1]))
if attempt == 0 and sys.argv[2:] == [rank]:
    tell("failed")
    os._exit(3)
if attempt == 0 and sys.argv[2:]:
    time.sleep(60)  # until the agent ends it
tell("ended")
os._exit(0)
