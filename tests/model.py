#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The forward model of every game: moves can be taken back to the byte, a new sample shows its seat
nothing new, every view is what its schema says, and the order of keys does not matter.  model.py TAKHT"""
import json
import random
import subprocess
import sys

takht = sys.argv[1]


class Model:
    def __init__(self):
        self.pipe = subprocess.Popen([takht, "model", "--seed", "7"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.pipe.stdin.write(line + "\n")
        self.pipe.stdin.flush()
        answer = self.pipe.stdout.readline().rstrip("\n")
        assert answer == "ok" or answer.startswith("ok "), f"{line[:80]} -> {answer}"
        return answer[3:]


KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_kind(value, kind):
    return isinstance(value, int) and not isinstance(value, bool) if kind == "integer" else isinstance(value, KINDS[kind])


def check(value, schema, root, where):
    """As much of JSON schema as ours use; a word that is not known here is an error."""
    for word, says in schema.items():
        if word == "$ref":
            check(value, root["$defs"][says.rsplit("/", 1)[1]], root, where)
        elif word == "type":
            kinds = says if isinstance(says, list) else [says]
            assert any(is_kind(value, kind) for kind in kinds), f"{where}: {value!r} is no {says}"
        elif word == "const":
            assert value == says, where
        elif word == "enum":
            assert value in says, f"{where}: {value!r}"
        elif word in ("anyOf", "oneOf"):
            assert any(fits(value, one, root, where) for one in says), f"{where}: {value!r}"
        elif word == "minimum":
            assert not is_kind(value, "integer") or value >= says, f"{where}: {value!r}"
        elif word == "maximum":
            assert not is_kind(value, "integer") or value <= says, f"{where}: {value!r}"
        elif word == "required":
            assert not isinstance(value, dict) or all(key in value for key in says), f"{where}: {set(says) - set(value)}"
        elif word == "items":
            for i, one in enumerate(value if isinstance(value, list) else []):
                check(one, says, root, f"{where}[{i}]")
        elif word == "properties":
            for key, one in value.items() if isinstance(value, dict) else []:
                if key in says:
                    check(one, says[key], root, f"{where}.{key}")
        elif word == "additionalProperties":
            for key, one in value.items() if isinstance(value, dict) else []:
                if key not in schema.get("properties", {}):
                    assert says is not False, f"{where}: '{key}' is not told"
                    if isinstance(says, dict):
                        check(one, says, root, f"{where}.{key}")
        elif word == "maxItems":
            assert not isinstance(value, list) or len(value) <= says, where
        elif word == "minItems":
            assert not isinstance(value, list) or len(value) >= says, where
        else:
            assert word in ("$schema", "$defs", "title", "description"), f"the schema says '{word}'"


def fits(value, schema, root, where):
    try:
        check(value, schema, root, where)
        return True
    except AssertionError:
        return False


def shuffled(value, rng):
    """The same value with the keys of its objects in another order, as programs of other languages write them."""
    if isinstance(value, dict):
        return {key: shuffled(value[key], rng) for key in rng.sample(list(value), len(value))}
    return [shuffled(one, rng) for one in value] if isinstance(value, list) else value


def check_traces(game, players, rng):
    """A trace comes back also when its keys stand in another order, its file begins with a mark and ends with blanks."""
    trace = subprocess.run([takht, "trace", game, "--players", str(players), "--games", "2", "--seed", "3"], capture_output=True, text=True, check=True).stdout
    other = "\n".join(json.dumps(shuffled(json.loads(line), rng)) for line in trace.splitlines())
    back = subprocess.run([takht, "trace", "--from", "-"], input="\ufeff" + other + "\n  \n", capture_output=True, text=True)
    assert back.stdout == trace, f"{game}: {back.stderr}"


def play(model, game, players, schema, rng):
    actor = model.ask(f"new {game} {players}")
    plies = 0
    while actor != "end":
        before = model.ask("state")
        if plies % 7 == 0:
            view = model.ask("view " + actor)
            check(json.loads(view), schema, schema, game)
            # a sample of our own, as a bot loads it: the seat sees what it saw
            model.ask("load " + before)
            legal = model.ask("legal")
            model.ask("sample")
            assert model.ask("view " + actor) == view, f"{game}: a sample shows something else"
            assert model.ask("legal") == legal
            model.ask("load " + json.dumps(shuffled(json.loads(before), rng)))
            assert model.ask("state") == before, f"{game}: the order of the keys matters"
        move = rng.choice(model.ask("legal").split("; "))
        model.ask("apply " + move)
        assert model.ask("undo") == actor
        assert model.ask("state") == before, f"{game}: undo {move}"
        actor = model.ask("apply " + move)
        plies += 1
    scores = [int(score) for score in model.ask("scores").split()]
    winners = [int(seat) for seat in model.ask("winners").split()]
    end = json.loads(model.ask("view 0"))
    check(end, schema, schema, game)
    assert end["scores"] == scores and [s for s, r in enumerate(end["ranks"]) if r == 1] == winners
    assert model.ask("end") == "yes" and len(scores) == players
    model.ask("root")


def main():
    rng = random.Random(5)
    model = Model()
    for line in subprocess.run([takht, "games", "--json"], capture_output=True, text=True, check=True).stdout.splitlines():
        about = json.loads(line)
        game = about.get("id") or about.get("game")
        schema = json.loads(subprocess.run([takht, "schema", game], capture_output=True, text=True, check=True).stdout)
        for players in sorted({about["players_min"], about["players_max"]}):
            play(model, game, players, schema, rng)
            check_traces(game, players, rng)
    model.pipe.stdin.close()
    assert model.pipe.wait() == 0


main()
