"""Writes what it was started with to <first argument>/<rank>.json."""
import json
import os
import sys

with open("/proc/self/status") as status:
    signals = [line.split() for line in status if line.startswith(("SigBlk", "SigIgn", "SigCgt"))]
report = {"signals": signals, "argv": sys.argv, "executable": sys.executable, "unbuffered": sys.stdout.write_through,
          "env": dict(os.environ), "cwd": os.getcwd(), "leads its session": os.getsid(0) == os.getpid()}
target = os.path.join(sys.argv[1], os.environ["RANK"] + ".json")
with open(target + ".part", "w") as file:
    json.dump(report, file)
os.rename(target + ".part", target)
