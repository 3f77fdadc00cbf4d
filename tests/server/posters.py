# SPDX-License-Identifier: MIT
"""The picture of a shared link, as a program that previews links asks for it: reads the page, finds the picture, looks at it.

The games are those of a release, played with every number of players (tests/fixtures). PNG is read here with Python's own zlib.

    posters.py TAKHT [FOLDER]        FOLDER: the pictures are left there, to be looked at
"""

import glob
import gzip
import http.client
import json
import os
import re
import struct
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "fixtures"))
from make import Player, serve, table_of  # noqa: E402

WIDTH, HEIGHT, PANEL = 1200, 630, 486  # the right part begins after the panel and its frieze
SEATS = [0x24408E, 0xA8243C, 0x6B3FA0, 0x0B7F80, 0xA86B00, 0x4D7A1F, 0x5B6472, 0xB0437F]
SEAL = 100  # pixels: a bar that is longer than that is no seal
LARGEST = 60_000
FOR_GOOD = "public, max-age=31536000, immutable"


class Server:
    def __init__(self, base):
        self.place = base.removeprefix("http://")

    def ask(self, path, method="GET", **headers):
        line = http.client.HTTPConnection(self.place, timeout=60)
        line.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        body = answer.read()
        line.close()
        return answer, body

    def address(self, table):
        """Where the page says that the picture is; None if this build has no page."""
        page = self.ask(f"/t/{table}")[1].decode()
        found = re.search(r'property="og:image" content="http://([^/"]*)(/[^"]*)"', page)
        if found is None:
            assert "og:title" not in page
            return None
        assert found[1] == self.place
        assert 'property="og:image:alt"' in page
        return found[2]

    def mark(self, table):
        answer = self.ask(f"/share/{table}.png", "HEAD")[0]
        assert answer.status == 200, answer.status
        return answer.headers["etag"]


def decode(data):
    """Rows of colours; every piece is checked."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    pieces, at = {}, 8
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        name, body = data[at + 4:at + 8], data[at + 8:at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(name + body), name
        assert name not in pieces
        pieces[name] = body
        at += size + 12
    assert list(pieces) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"] and at == len(data)
    assert struct.unpack(">IIBBBBB", pieces[b"IHDR"]) == (WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    rows = zlib.decompress(pieces[b"IDAT"])
    assert len(rows) == (WIDTH + 1) * HEIGHT
    palette = pieces[b"PLTE"]
    colours = [int.from_bytes(palette[3 * i:3 * i + 3], "big") for i in range(len(palette) // 3)]
    assert len(set(colours)) == len(colours) <= 256
    lines = [rows[y * (WIDTH + 1):(y + 1) * (WIDTH + 1)] for y in range(HEIGHT)]
    assert all(line[0] == 0 and max(line) < len(colours) for line in lines)
    return [line[1:] for line in lines], colours


def bars(picture):
    """The longest run of each seat's colour at the right."""
    lines, colours = picture
    longest = []
    for colour in SEATS:
        number = bytes([colours.index(colour)]) if colour in colours else None
        runs = [] if number is None else [len(run) for line in lines for run in re.findall(re.escape(number) + b"+", line[PANEL:])]
        longest.append(max(runs, default=0))
    return longest


def look(server, path, kept=None):
    answer, body = server.ask(path)
    assert answer.status == 200 and answer.headers["content-type"] == "image/png", (path[:40], answer.status)
    assert int(answer.headers["content-length"]) == len(body) < LARGEST, len(body)
    if kept is not None:
        with open(kept, "wb") as file:
            file.write(body)
    return decode(body)


def check_bars(picture, scores):
    """As long as the points are many, where they are longer than a seal."""
    found = bars(picture)[:len(scores)]
    assert all(run > 0 for run in found), found
    best = max(range(len(scores)), key=lambda seat: scores[seat])
    assert found[best] == max(found)
    for seat, points in enumerate(scores):
        should = found[best] * points / max(scores[best], 1)
        assert found[seat] <= max(should + 3, SEAL), (scores, found)
        assert should < SEAL or abs(found[seat] - should) <= 3, (scores, found)


def check_over(server, ada, told, folder):
    by_feat = 0
    for table, name in told["over"].items():
        result = ada.rest("GET", f"/api/v1/tables/{table}")["result"]
        path = server.address(table) or f"/share/{table}.png"
        assert path.startswith(f"/share/{table}.png")
        picture = look(server, path, folder and os.path.join(folder, name.replace(".takht", ".png")))
        if result["ending"] in ("end.military", "end.scientific"):
            by_feat += 1
            page = server.ask(f"/t/{table}")[1].decode()
            assert "og:title" not in page or re.search('og:description" content="Ada – Novice bot · (Military|Scientific) supremacy · ', page)
        else:
            check_bars(picture, result["scores"])
    return len(told["over"]), by_feat


def check_answers(server, table):
    """What is known is not sent again; what has the present address is kept for good, everything else is asked for anew."""
    plain, body = server.ask(f"/share/{table}.png")
    etag = plain.headers["etag"]
    assert re.fullmatch(r'"[0-9a-f]{16}"', etag) and plain.headers["cache-control"] == "no-cache"
    mark = etag.strip('"')
    present, again = server.ask(f"/share/{table}.png?v={mark}")
    assert present.headers["cache-control"] == FOR_GOOD and present.headers["etag"] == etag and again == body
    for query in ("v=0123456789abcdef", "v=", f"v={mark}0", "x=1"):
        answer, other = server.ask(f"/share/{table}.png?{query}")
        assert answer.headers["cache-control"] == "no-cache" and other == body
    head, nothing = server.ask(f"/share/{table}.png", "HEAD")
    assert head.status == 200 and nothing == b"" and int(head.headers["content-length"]) == len(body)
    assert head.headers["content-type"] == "image/png" and head.headers["etag"] == etag
    for method in ("GET", "HEAD"):
        known, nothing = server.ask(f"/share/{table}.png", method, If_None_Match=etag)
        assert known.status == 304 and nothing == b"" and known.headers["etag"] == etag
    assert server.ask(f"/share/{table}.png", If_None_Match='"0123456789abcdef"')[0].status == 200
    assert server.ask(f"/share/{table}.png", "POST", Content_Type="application/json")[0].status in (400, 403, 404)
    assert server.address(table) in (None, f"/share/{table}.png?v={mark}")


def check_unknown(server):
    """A table that is not there is told of to nobody, and no path is too odd to be answered."""
    for path in ("nothing.png", "AAAAAAAAAAAAAAAAAAAAAA.png", ".png", "a/b.png", f"{'a' * 300}.png", "%00.png", "%2e%2e%2fx.png",
                 "a.png.png", "a.png/", "nothing.jpg", "-.png", "%C3%A9.png", "panel/nothing.png"):
        answer, body = server.ask(f"/share/{path}")
        page = answer.status == 200 and answer.headers["content-type"].startswith("text/html")  # a place in the page
        assert answer.status in (400, 404, 414) or (page and path.endswith("/")), (path[:40], answer.status)
        assert b"PNG" not in body[:8]


def check_seats(server, ada, told):
    """A game that goes on shows its seats and nothing else, whatever happens in it; its end has another picture."""
    table, _ = next((table, game) for table, game in told["playing"].items() if game == "splendor")
    mark = server.mark(table)
    assert max(bars(look(server, f"/share/{table}.png"))) < 160  # two large seals
    ada.play(table, stop=20)
    assert server.mark(table) == mark
    ada.play(table)
    assert server.mark(table) != mark
    free = ada.rest("POST", "/api/v1/tables", {"game": "splendor", "players": 3, "options": {},
                                               "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "novice"}]})["table"]
    lines, colours = look(server, f"/share/{free}.png")
    amount = [sum(line[PANEL:].count(colours.index(colour)) for line in lines) for colour in SEATS[:3]]
    assert amount[1] < amount[0] / 2 and amount[1] < amount[2] / 2, amount  # a free seat is only a rim
    assert not set(SEATS[4:]) & {colours[number] for line in lines for number in set(line[PANEL:])}
    mark = server.mark(free)
    bob = Player(ada.base)
    bob.connect()
    bob.say("sit", table=free, seat=1)
    while not (answer := bob.socket.receive()).get("ok") or answer.get("n") != bob.number:
        assert answer.get("ok", True), answer
    assert server.mark(free) != mark


def check_partners(server, ada, folder):
    """Partners have one row: the bars of both are as long."""
    table = table_of(ada, "royal-wedding", 6, {"mode": "teams"})
    ada.play(table)
    picture = look(server, f"/share/{table}.png", folder and os.path.join(folder, "royal-wedding-teams.png"))
    found = bars(picture)
    best = max(range(6), key=lambda seat: found[seat])
    assert found[best] > SEAL and abs(found[best] - found[best ^ 1]) <= 1, found
    return found


def check_together(server, ada):
    """Many who want one picture at once get the same one; who hangs up meanwhile harms nobody."""
    table = table_of(ada, "kingdomino", 2, {})
    path = f"/share/{table}.png"
    lines = [http.client.HTTPConnection(server.place, timeout=60) for _ in range(12)]
    for line in lines:
        line.request("GET", path)
    for line in lines[::3]:
        line.close()
    waiting = [line for number, line in enumerate(lines) if number % 3]
    assert server.ask("/api/v1/games")[0].status == 200
    bodies = set()
    for line in waiting:
        answer = line.getresponse()
        assert answer.status == 200, answer.status
        bodies.add(answer.read())
        line.close()
    assert len(bodies) == 1
    return table


def leave_waiting(server, ada):
    """The server is ended while pictures are drawn and waited for."""
    lines = []
    for seats in (2, 3, 4):
        table = table_of(ada, "queendomino", seats, {})
        line = http.client.HTTPConnection(server.place, timeout=60)
        line.request("GET", f"/share/{table}.png")
        lines.append(line)
    return lines


def main(takht, folder=None):
    release = sorted(glob.glob(os.path.join(HERE, "..", "fixtures", "[0-9]*/")))[-1]
    if folder is not None:
        os.makedirs(folder, exist_ok=True)
    with open(os.path.join(release, "told.json"), encoding="utf-8") as file:
        told = json.load(file)
    with tempfile.TemporaryDirectory() as work:
        data = os.path.join(work, "games.db")
        with gzip.open(os.path.join(release, "all-games.db.gz")) as packed, open(data, "wb") as plain:
            plain.write(packed.read())
        running, base = serve(takht, data)
        try:
            ada = Player(base)
            ada.rest("POST", "/api/v1/signin", {"name": "Ada", "password": "a long word"})
            ada.connect()
            server = Server(base)
            over, by_feat = check_over(server, ada, told, folder)
            check_answers(server, next(iter(told["over"])))
            check_unknown(server)
            check_seats(server, ada, told)
            check_partners(server, ada, folder)
            check_together(server, ada)
            leave_waiting(server, ada)
        finally:
            running.terminate()
            assert running.wait() == 0
    print(f"posters: {over} finished games, {by_feat} of them not won by points; seats, partners, answers")


if __name__ == "__main__":
    main(*sys.argv[1:])
