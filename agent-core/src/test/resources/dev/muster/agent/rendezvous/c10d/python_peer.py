"""PyTorch's side of a shared rendezvous: does what each line on stdin orders, answers with a line.

PyTorch's own classes read and write, but for the dialect of 1.13, whose node class this makes again.
"""

import base64
import dataclasses
import io
import json
import pickle
import sys
from datetime import datetime, timedelta, timezone

from torch.distributed import TCPStore
from torch.distributed.elastic.rendezvous import dynamic_rendezvous as rendezvous
from torch.distributed.elastic.rendezvous.c10d_rendezvous_backend import C10dRendezvousBackend


@dataclasses.dataclass(eq=True, order=True, frozen=True)
class OldNode:
    fqdn: str
    pid: int
    local_id: int


class OldUnpickler(pickle.Unpickler):
    def find_class(self, module, name):
        return OldNode if name == "_NodeDesc" else super().find_class(module, name)


def load(pickled, dialect):
    if dialect == "D1":
        return OldUnpickler(io.BytesIO(pickled)).load()
    return pickle.loads(pickled)


def said(node):
    return f"{node.fqdn if isinstance(node, OldNode) else node.addr}_{node.pid}_{node.local_id}"


def when(moment):
    return moment.isoformat(timespec="microseconds")


def describe(state):
    lines = [f"round {state.round}", f"complete {state.complete}", f"closed {state.closed}"]
    lines.append(f"deadline {when(state.deadline) if state.deadline else None}")
    lines += [f"participant {said(node)} {rank}" for node, rank in state.participants.items()]
    lines += [f"waits {said(node)}" for node in state.wait_list]
    if hasattr(state, "redundancy_list"):
        lines += ["spares"] + [f"spare {said(node)}" for node in state.redundancy_list]
    lines += [f"heard {said(node)} {when(at)}" for node, at in state.last_heartbeats.items()]
    known = {"round", "complete", "closed", "deadline", "participants", "wait_list",
             "redundancy_list", "last_heartbeats"}
    assert set(vars(state)) <= known, vars(state)
    return "\n".join(sorted(lines))


class Peer:
    def describe(self, text, dialect):
        return describe(load(base64.b64decode(text, validate=True), dialect))

    def repickle(self, text, protocol):
        state = pickle.loads(base64.b64decode(text, validate=True))
        return base64.b64encode(pickle.dumps(state, protocol)).decode()

    def serve(self):
        self.server = TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
        return self.server.port

    def join(self, port, run):
        store = TCPStore("127.0.0.1", port, is_master=False, timeout=timedelta(seconds=30))
        self.backend = C10dRendezvousBackend(store, run)
        self.token = None
        return self.backend.name

    def read(self):
        found = self.backend.get_state()
        if found is None:
            return None
        bits, self.token = found
        return describe(pickle.loads(bits))

    def write(self, round, address):
        """Whether our state is what is stored afterwards."""
        state = rendezvous._RendezvousState()
        node = rendezvous._NodeDesc(address, 77, 0)
        state.round = round
        state.participants[node] = 0
        state.last_heartbeats[node] = datetime.fromtimestamp(1_700_000_000, timezone.utc)
        found = self.backend.set_state(pickle.dumps(state), self.token)
        if found is None:
            return False
        bits, self.token, won = found
        return won


peer = Peer()
print("ready", flush=True)
for line in sys.stdin:
    order = json.loads(line)
    print(json.dumps(getattr(peer, order.pop("do"))(**order)), flush=True)
