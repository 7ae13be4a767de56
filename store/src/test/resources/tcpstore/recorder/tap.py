"""A wiretap between a store's clients and the store: forwards every byte and writes down all of them.

    tap.py RECORDING UPSTREAM_HOST UPSTREAM_PORT [PORT]

listens on 127.0.0.1 and prints its port. Each line of its standard input is a command and is
answered by "ok": "doing TEXT" names what the caller does from now on, once the wires are quiet;
"doing! TEXT" names it at once; "save" writes the recording, and the tap ends.
"""

import json
import os
import socket
import sys
import threading
import time

QUIET_SECONDS = 0.06
LONGEST_HEX = 8192
UNIT = 256


class Recording:
    def __init__(self):
        self.lock = threading.Lock()
        self.rows = []
        self.doing = "connect"
        self.began = self.last = time.monotonic()

    def note(self, connection, what, data=b""):
        with self.lock:
            self.last = time.monotonic()
            row = {"what": what, "doing": self.doing, "connection": connection}
            before = self.rows[-1] if self.rows else {}
            if data and row.items() <= before.items():
                before["data"] += data
                return
            millis = round((self.last - self.began) * 1000)
            self.rows.append({**row, "data": bytearray(data), "millis": millis})

    def name(self, doing):
        while True:
            with self.lock:
                if time.monotonic() - self.last > QUIET_SECONDS:
                    self.doing = doing
                    return
            time.sleep(QUIET_SECONDS / 6)

    def save(self, path):
        with self.lock, open(path, "w") as out:
            for row in folded([as_json(row) for row in self.rows]):
                out.write(json.dumps(row) + "\n")


def as_json(row):
    data = bytes(row["data"])
    told = {"op": row["doing"], "conn": row["connection"], "len": len(data), "t_ms": row["millis"]}
    if not data:
        return {"event": row["what"], **told}
    shown = {"hex": data.hex()} if len(data) <= LONGEST_HEX else {"parts": repeats(data)}
    return {"dir": row["what"], **shown, **told}


def repeats(data):
    """Large payloads are made of few different units: each once, with how often it comes."""
    parts, at = [], 0
    while at < len(data):
        unit = data[at : at + UNIT]
        times = 1
        while data[at + times * UNIT : at + (times + 1) * UNIT] == unit:
            times += 1
        if times >= 8:
            parts.append({"hex": unit.hex(), "times": times})
            at += times * UNIT
        elif parts and parts[-1]["times"] == 1:
            parts[-1]["hex"] += unit[:1].hex()
            at += 1
        else:
            parts.append({"hex": unit[:1].hex(), "times": 1})
            at += 1
    return parts


def folded(rows, block=4):
    """Whoever polls says the same over and over: keeps the first time and says how often it came."""

    def said(row):
        return [row.get(field) for field in ("dir", "hex", "parts", "op", "conn")]

    kept, at = [], 0
    while at < len(rows):
        first = [said(row) for row in rows[at : at + block]]
        times = 1
        while all(row[0] for row in first) and first == [
            said(row) for row in rows[at + times * block : at + (times + 1) * block]
        ]:
            times += 1
        if times == 1:
            kept.append(rows[at])
            at += 1
            continue
        kept += rows[at : at + block]
        at += times * block
        kept.append(
            {
                "event": f"the last {block} lines came {times} times in all",
                "op": rows[at - 1]["op"],
                "conn": rows[at - 1]["conn"],
                "t_ms": rows[at - 1]["t_ms"],
            }
        )
    return kept


def forward(recording, connection, source, sink, direction, closer):
    delivered = True
    while True:
        try:
            data = source.recv(1 << 16)
        except OSError as broken:
            recording.note(connection, f"{direction}-error-{broken.errno}")
            data = b""
        if not data:
            break
        if not delivered:
            continue  # nobody will ever read it
        recording.note(connection, direction, data)
        try:
            sink.sendall(data)
        except OSError:
            delivered = False
            recording.note(connection, f"{direction}-undeliverable")
    recording.note(connection, f"close-by-{closer}")
    for end in (sink, source) if closer == "server" else (sink,):
        try:
            end.shutdown(socket.SHUT_RDWR if closer == "server" else socket.SHUT_WR)
        except OSError:
            pass  # it is closed on both sides


def accept(recording, listening, upstream):
    connection = 0
    while True:
        client, _ = listening.accept()
        connection += 1
        recording.note(connection, "open")
        for attempt in range(100):
            try:
                server = socket.create_connection(upstream)
                break
            except OSError:
                if attempt == 99:
                    raise
                time.sleep(0.05)
        for end in (client, server):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for way in ((client, server, "c2s", "client"), (server, client, "s2c", "server")):
            threading.Thread(target=forward, args=(recording, connection, *way), daemon=True).start()


def main():
    path, host, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", int(sys.argv[4]) if len(sys.argv) > 4 else 0))
    listening.listen()
    recording = Recording()
    threading.Thread(target=accept, args=(recording, listening, (host, port)), daemon=True).start()
    print(listening.getsockname()[1], flush=True)
    for line in sys.stdin:
        command, _, text = line.rstrip("\n").partition(" ")
        if command == "doing":
            recording.name(text)
        elif command == "doing!":
            recording.doing = text
        elif command == "save":
            recording.name("end")
            recording.save(path)
            print("ok", flush=True)
            os._exit(0)  # the forwarding threads sit in recv
        print("ok", flush=True)


main()
