"""A node of PyTorch's own in a rendezvous: does what each line on stdin orders, answers with a line.

Arguments: whether to serve the store (host or guest), its port, the run id, min, max, our address.
"""

import json
import sys

from torch.distributed.elastic.rendezvous import RendezvousParameters
from torch.distributed.elastic.rendezvous.c10d_rendezvous_backend import create_backend
from torch.distributed.elastic.rendezvous.dynamic_rendezvous import create_handler

role, port, run, least, most, address = sys.argv[1:]
parameters = RendezvousParameters(
    backend="c10d",
    endpoint=f"127.0.0.1:{port}",
    run_id=run,
    min_nodes=int(least),
    max_nodes=int(most),
    local_addr=address,
    is_host=str(role == "host"),
    last_call_timeout="1",
    join_timeout="90",
)
backend, store = create_backend(parameters)
handler = create_handler(store, backend, parameters)


def next_round():
    info = handler.next_rendezvous()
    return {"rank": info.rank, "world": info.world_size}


def waiting():
    return {"waiting": handler.num_nodes_waiting()}


def shutdown():
    return {"told": handler.shutdown()}


print("ready", flush=True)
for line in sys.stdin:
    print(json.dumps({"next": next_round, "waiting": waiting, "shutdown": shutdown}[line.strip()]()), flush=True)
