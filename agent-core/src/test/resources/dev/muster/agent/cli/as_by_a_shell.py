"""Becomes the command it is given: with SIGUSR1 blocked, and with the two signals of glibc as they are where no program
was between that posix_spawn started, which makes them ignored."""
import ctypes
import os
import signal
import sys

RT_SIGACTION = {"x86_64": 13, "aarch64": 134}[os.uname().machine]
for number in 32, 33:
    ctypes.CDLL(None).syscall(RT_SIGACTION, number, bytes(32), None, ctypes.c_size_t(8))
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
os.execvp(sys.argv[1], sys.argv[1:])
