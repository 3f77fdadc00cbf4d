# SPDX-License-Identifier: MIT
"""A visitor behind a proxy: what takht must know of them, and what nobody can make it believe.

    proxy.py NAME PLAIN_PORT SECURE_PORT LOG
"""
import base64
import json
import os
import socket
import ssl
import struct
import sys
import time

name, plain, secure, log = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
trusting = ssl._create_unverified_context()  # the certificate is the test's own
SITE = "takht.example"


def dial(port, tls):
    for _ in range(100):
        try:
            connection = socket.create_connection(("127.0.0.1", port), timeout=10)
            return trusting.wrap_socket(connection, server_hostname=SITE) if tls else connection
        except OSError:
            time.sleep(0.1)
    sys.exit(f"{name}: nobody answers on {port}")


def read_answer(connection):
    text = b""
    while b"\r\n\r\n" not in text:
        part = connection.recv(1)
        assert part, f"{name}: hung up after {text!r}"
        text += part
    head = text.decode("latin1").lower()
    length = head.partition("content-length: ")[2].partition("\r\n")[0]
    body = b""
    while len(body) < int(length or 0):
        body += connection.recv(65536)
    return int(head.split()[1]), text.decode("latin1"), body


def ask(method, path, headers="", body="", tls=True):
    with dial(secure if tls else plain, tls) as connection:
        connection.sendall(f"{method} {path} HTTP/1.1\r\nX-Forwarded-For: 198.51.100.66\r\nHost: {SITE}\r\n{headers}"
                           f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        return read_answer(connection)


def cookie_of(head):
    return next(line.split(": ", 1)[1] for line in head.split("\r\n") if line.lower().startswith("set-cookie: "))


def socket_with(origin, cookie):
    connection = dial(secure, True)
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall(f"GET /ws HTTP/1.1\r\nX-Forwarded-For: 198.51.100.66\r\nHost: {SITE}\r\nUpgrade: websocket\r\n"
                       f"Connection: keep-alive, Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                       f"Cookie: {cookie}\r\nOrigin: {origin}\r\n\r\n".encode())
    return connection, read_answer(connection)[0]


def say(connection, text):
    data = text.encode()
    connection.sendall(struct.pack(">BB4x", 0x81, 0x80 | len(data)) + data)  # a mask of zeros


status, head, _ = ask("GET", "/", tls=False)
assert status == 308 and f"https://{SITE}" in head, head

# The visitor comes by TLS, and the cookie says so.
status, head, body = ask("GET", "/api/v1/me")
assert status == 200 and "user" in json.loads(body), head
whole = cookie_of(head)
assert "Secure" in whole and "HttpOnly" in whole, whole
assert "strict-transport-security" in head.lower(), head
cookie = whole.split(";")[0]

# Who they are arrives although they sent a list of their own first, in front of Host and Cookie.
mine = json.loads(body)["user"]["id"]
status, _, body = ask("GET", "/api/v1/me", f"Cookie: {cookie}\r\n")
assert json.loads(body)["user"]["id"] == mine, body

# Pages of others may not ask.
headers = f"Cookie: {cookie}\r\nContent-Type: application/json\r\nOrigin: "
assert ask("POST", "/api/v1/me", headers + f"https://{SITE}\r\n", '{"name":"Parvaneh"}')[0] == 200
assert ask("POST", "/api/v1/me", headers + f"http://{SITE}\r\n", '{"name":"Parvaneh"}')[0] == 403
assert ask("POST", "/api/v1/me", headers + "https://other.example\r\n", '{"name":"Parvaneh"}')[0] == 403
assert socket_with("https://other.example", cookie)[1] == 403

# A socket is passed through.
connection, status = socket_with(f"https://{SITE}", cookie)
assert status == 101, status
say(connection, '{"t":"hello","n":1,"v":1}')
assert b'"ok":true' in connection.recv(4096)
connection.close()

# The address is the one that the proxy saw, whatever the visitor claimed.
assert ask("POST", "/api/v1/signin", headers + f"https://{SITE}\r\n", '{"name":"Nobody","password":"guess"}')[0] == 403
lines = [json.loads(line) for line in open(log, encoding="utf-8") if line.startswith("{")]
guess = [line for line in lines if line["what"] == "wrong_password"][-1]
assert guess["address"] == "127.0.0.1", guess
print(f"{name}: passes visitors on as they are")
