# SPDX-License-Identifier: MIT
"""A client written from docs/protocol.md alone, with nothing but Python's standard library.

It creates a table of every game against bots, gives its share in the shuffle after it has seen the
commitment, plays to the end, goes away once in the middle and comes back with `since`, follows the
log to its beginning, and lets the record be checked.

usage: document.py TAKHT
"""

import base64
import hashlib
import json
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import urllib.request

ANSWER_SECONDS = 60


class Socket:
    """A WebSocket: RFC 6455, text messages, client side."""

    def __init__(self, host, port, cookie):
        self.file = socket.create_connection((host, port), timeout=ANSWER_SECONDS)
        key = base64.b64encode(os.urandom(16)).decode()
        self.file.sendall((
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: http://{host}:{port}\r\nCookie: {cookie}\r\n\r\n").encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self._more()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        accept = base64.b64encode(hashlib.sha1(
            (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        assert b" 101 " in head.split(b"\r\n")[0] and accept in head, head

    def _more(self):
        got = self.file.recv(65536)
        assert got, "the server closed the connection"
        self.bytes += got

    def _take(self, count):
        while len(self.bytes) < count:
            self._more()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def _frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | size) if size < 126 else \
            struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        self.file.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; pings are answered on the way."""
        text = b""
        while True:
            first, second = self._take(2)
            size = second & 0x7F
            if size == 126:
                size = struct.unpack("!H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack("!Q", self._take(8))[0]
            payload = self._take(size)
            if first & 0x0F == 9:
                self._frame(10, payload)
            elif first & 0x0F == 8:
                raise AssertionError(f"closed: {payload!r}")
            elif first & 0x0F in (0, 1):
                text += payload
                if first & 0x80:
                    return json.loads(text)

    def close(self):
        self.file.close()


class Client:
    """Somebody with a cookie and a socket, and what they know of one table."""

    def __init__(self, base):
        self.base = base
        self.host, port = base.removeprefix("http://").rstrip("/").split(":")
        self.port = int(port)
        self.cookie = ""
        self.number = 0
        self.rest("GET", "/api/v1/me")
        self.connect()

    def connect(self):
        self.socket = Socket(self.host, self.port, self.cookie)
        reply = self.ask("hello", v=1)
        assert reply["ok"] and "user" in reply and "now" in reply, reply

    def rest(self, method, path, body=None):
        request = urllib.request.Request(
            self.base.rstrip("/") + path, method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Cookie": self.cookie, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
            cookie = answer.headers.get("Set-Cookie")
            if cookie:
                self.cookie = cookie.split(";")[0]
            text = answer.read().decode()
        return json.loads(text) if answer.headers["Content-Type"] == "application/json" else text

    def say(self, what, **keys):
        self.number += 1
        self.socket.send({"t": what, "n": self.number, **keys})
        return self.number

    def ask(self, what, **keys):
        """The reply to a message; what else comes meanwhile is listened to."""
        number = self.say(what, **keys)
        while True:
            message = self.socket.receive()
            if message["t"] == "reply" and message["n"] == number:
                return message
            self.hear(message)

    # --- what is known of the table ---

    def sit_at(self, table):
        self.table = table
        self.now = {}
        self.seq = -1
        self.log = []

    def hear(self, message):
        if message.get("table") != self.table or message["t"] not in ("table", "event", "gap"):
            return
        if message["t"] == "event":
            assert message["seq"] == self.seq + 1, "numbers have no gap"
            self.log.append(message["line"])
        elif message["t"] == "gap":
            assert message["since"] == self.seq
            self.log += message["lines"]
        else:
            self.log = message["log"]
            self.log_from = message["log_from"]
        self.seq = message["seq"]
        for line in self.log[-1:]:
            assert line["seq"] == self.seq
        present = {key: message[key] for key in
                   ("status", "ply", "view", "legal", "undo", "seats", "result") if key in message}
        if "view" in message:
            self.now.pop("legal", None)  # it is there only for the seat that acts
        self.now.update(present)

    def listen(self):
        self.hear(self.socket.receive())


def play(client, game, choose):
    """A whole game against bots, with one absence in the middle."""
    players = game["players_min"]
    created = client.rest("POST", "/api/v1/tables", {
        "game": game["game"], "players": players, "quick": True, "share": "later",
        "seats": [{"kind": "me"}] + (players - 1) * [{"kind": "bot", "level": "novice"}]})
    table, share = created["table"], os.urandom(32).hex()
    client.sit_at(table)
    assert client.ask("watch", table=table)["ok"]
    assert client.ask("share", table=table, random=share)["ok"]
    moves = 0
    while client.now.get("status") != "over":
        legal = client.now.get("legal")
        if not legal:
            client.listen()
            continue
        reply = client.ask("move", table=table, ply=client.now["ply"], move=choose(legal)["move"])
        assert reply["ok"], reply
        if reply["ply"] > client.now["ply"]:
            client.now.pop("legal", None)  # the event of the move is still to come
        moves += 1
        if moves == 5:
            client.socket.close()
            client.connect()
            assert client.ask("watch", table=table, since=client.seq)["ok"]
            client.listen()
    return table, created["commit"], share


def follow_log(client):
    """Everything that happened, from the first line on."""
    lines, first = client.log, client.log[0]["seq"]
    while first > 0:
        page = client.ask("log", table=client.table, before=first)
        lines = page["lines"] + lines
        first = page["log_from"]
    assert [line["seq"] for line in lines] == list(range(client.seq + 1))
    assert lines[0]["what"] == "created"
    assert [line["what"] for line in lines].count("started") == 1


def check_record(takht, client, table, commit, share, folder):
    record = client.rest("GET", f"/api/v1/tables/{table}/record")
    assert commit in record and share in record
    path = os.path.join(folder, "game.takht")
    with open(path, "w", encoding="utf-8") as file:
        file.write(record)
    for command in ("verify", "replay"):
        subprocess.run([takht, command, path], check=True, stdout=subprocess.DEVNULL)
    secret = client.now["result"]["secret"]
    assert hashlib.blake2b(bytes.fromhex(secret), digest_size=32).hexdigest() == commit
    seed = hashlib.blake2b(b"takht seed" + bytes.fromhex(secret) + bytes.fromhex(share),
                           digest_size=32).hexdigest()
    assert seed == client.now["result"]["seed"]


def main(takht):
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [takht, "serve", "--quiet", "--open-limits", "--listen", "127.0.0.1:0", "--data",
             os.path.join(folder, "takht.db")], stdout=subprocess.PIPE, text=True)
        try:
            line = server.stdout.readline()
            base = line[line.index("http://"):].split()[0]
            client = Client(base)
            games = client.rest("GET", "/api/v1/games")["games"]
            assert len(games) >= 6
            for number, game in enumerate(games):
                choose = random.choice if number % 2 else lambda legal: legal[0]
                table, commit, share = play(client, game, choose)
                follow_log(client)
                check_record(takht, client, table, commit, share, folder)
                print(f"{game['game']}: {client.now['ply']} plies, {client.seq + 1} events")
        finally:
            server.terminate()
            status = server.wait()
        assert status == 0, status


if __name__ == "__main__":
    main(sys.argv[1])
