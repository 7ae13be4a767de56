"""Prints lines of 100 bytes at an even rate, each by a write of its own: print_lines.py RATE SECONDS"""

import os
import sys
import time

rate, seconds = int(sys.argv[1]), int(sys.argv[2])
head = "rank %s line " % os.environ["RANK"]
filler = "x" * (99 - len(head) - 10)
total = rate * seconds
start = time.monotonic()
printed = 0
while printed < total:
    due = min(total, int((time.monotonic() - start) * rate) + 1)
    while printed < due:
        os.write(1, b"%s%09d %s\n" % (head.encode(), printed, filler.encode()))
        printed += 1
    time.sleep(0.005)
