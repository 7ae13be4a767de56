"""Ranks of PyTorch's elastic store utilities, one thread each, told what to do line by line in JSON."""

import concurrent.futures
import datetime
import json
import sys

import torch
import torch.distributed as dist
from torch.distributed.elastic.utils import store as utilities

owned = []


def serve(_):
    owned.append(dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False))
    return owned[-1].port


def connect(order):
    return dist.TCPStore(
        "127.0.0.1",
        order["port"],
        is_master=False,
        wait_for_workers=False,
        timeout=datetime.timedelta(seconds=30),
    )


def barrier(order, rank):
    try:
        utilities.barrier(
            connect(order),
            order["world"],
            order["prefix"],
            barrier_timeout=order["timeout"],
            rank=rank,
            rank_tracing_decoder=lambda missing: f"Rank {missing} host",
            trace_timeout=order["trace"],
        )
    except torch.distributed.DistStoreError as late:
        return str(late).splitlines()[0]
    return "passed"


def synchronize(order, rank):
    data = utilities.synchronize(
        connect(order), f"of {rank}".encode(), rank, order["world"], order["prefix"], 30
    )
    return [one.decode() for one in data]


def ranks(order):
    do = {"barrier": barrier, "synchronize": synchronize}[order["do"]]
    with concurrent.futures.ThreadPoolExecutor(len(order["ranks"])) as threads:
        results = threads.map(lambda rank: do(order, rank), order["ranks"])
        return dict(zip(map(str, order["ranks"]), results))


def prefixed(order):
    store = connect(order)
    part = dist.PrefixStore("outer", dist.PrefixStore("inner", store))
    part.set("from python", "v")
    return [part.get("from java").decode(), sorted(part.list_keys()), sorted(store.list_keys())]


print("ready", flush=True)
for line in sys.stdin:
    order = json.loads(line)
    do = {"serve": serve, "prefixed": prefixed}.get(order["do"], ranks)
    print(json.dumps(do(order)), flush=True)
