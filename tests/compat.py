# SPDX-License-Identifier: MIT
"""What earlier releases wrote opens in this one: records replay to the same end, a database goes on where it was.

    compat.py TAKHT        looks at every folder of tests/fixtures
"""

import glob
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fixtures"))
from make import Player, formats, serve  # noqa: E402


def moves(record):
    """A record without its tags: names of tags may be added, moves stay."""
    return [line for line in record.splitlines() if not line.startswith("[")]


def result(record):
    return [line for line in record.splitlines() if line.startswith(("[Result", "[Seed", "[Options"))]


def check_records(takht, folder):
    records = sorted(glob.glob(os.path.join(folder, "*.takht")))
    assert records, folder
    for path in records:
        for command in ("replay", "verify"):
            done = subprocess.run([takht, command, path], capture_output=True, text=True)
            assert done.returncode == 0, f"{command} {path}: {done.stderr}"
    return len(records)


def check_over(ada, folder, told):
    """Finished games are told as they were told then."""
    for table, name in told["over"].items():
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            then = file.read()
        now = ada.rest("GET", f"/api/v1/tables/{table}/record")
        assert moves(now) == moves(then) and result(now) == result(then), name


def check_playing(ada, told):
    """Games that were going on are played to their end."""
    for table in told["playing"]:
        ada.play(table)
        assert '[Result "*"]' not in ada.rest("GET", f"/api/v1/tables/{table}/record")


def check_database(takht, folder, work):
    data = os.path.join(work, "old.db")
    with gzip.open(os.path.join(folder, "all-games.db.gz")) as packed, open(data, "wb") as plain:
        plain.write(packed.read())
    with open(os.path.join(folder, "told.json"), encoding="utf-8") as file:
        told = json.load(file)
    server, base = serve(takht, data)
    try:
        ada = Player(base)
        ada.rest("POST", "/api/v1/signin", {"name": "Ada", "password": "a long word"})
        ada.connect()
        check_over(ada, folder, told)
        check_playing(ada, told)
    finally:
        server.terminate()
        assert server.wait() == 0
    subprocess.run([takht, "check", data], check=True, stdout=subprocess.DEVNULL)
    return len(told["over"]), len(told["playing"])


def formats_read():
    """Of nets, as the program has them (bots/net.c; tests/unit/net.c reads one of each)."""
    with open(os.path.join(HERE, "..", "bots", "net.c"), encoding="utf-8") as file:
        return {int(number) for number in re.findall(r"\bFORMAT\w* = (\d+)", file.read())}


def check_formats(folder):
    """No name of the library is gone, and nets are read as they were: from 0.2 on, whose folder has them."""
    path = os.path.join(folder, "formats.json")
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        then = json.load(file)
    now = formats()
    gone = sorted(set(then["library"]) - set(now["library"]))
    assert not gone, f"libtakht has no {', '.join(gone)} any more: its soname has to move (docs/compatibility.md)"
    for name, net in then["nets"].items():
        assert net["format"] in formats_read(), f"{name}: another format; nets of others are refused now"


def main(takht):
    for folder in sorted(glob.glob(os.path.join(HERE, "fixtures", "[0-9]*/"))):
        with tempfile.TemporaryDirectory() as work:
            check_formats(folder)
            records = check_records(takht, folder)
            over, playing = check_database(takht, folder, work)
        release = os.path.basename(folder.rstrip("/"))
        print(f"{release}: {records} records replay, {over} finished games read, {playing} games played on")


if __name__ == "__main__":
    main(sys.argv[1])
