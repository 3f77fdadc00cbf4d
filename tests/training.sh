#!/bin/bash
# SPDX-License-Identifier: MIT
# Whoever follows docs/training.md gets a net: the smallest plan is played, learned, exported, judged, and gone on with; pairs of moves are
# learned from, and a net is thinned. Whether such nets play well is not asked: they saw a few dozen games.  training.sh SELFPLAY PYTHON
set -euo pipefail
program=$(realpath "$1")
python=$2
tools=$(cd "$(dirname "$0")/../tools/train" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "training: $1" >&2; exit 1; }

train() { # OUT ARGUMENTS…
    local out=$work/$1
    shift
    "$python" -B "$tools/run.py" "$tools/toy.json" --only duel --set games_most=16 --set match_games=4 --set checked=200 --set first_seconds=60 --set play_seconds=60 \
        --program "$program" --work "$work/work" --out "$out" "$@" >"$work/told" 2>&1 || fail "run.py: $(tail -n 5 "$work/told")"
    [ -s "$out/duel.net" ] || fail "no net: $(tail -n 5 "$work/told")"
    grep -q '"same_integers": true' "$out/log.jsonl" || fail "no net was exported"
    ! grep -q '"same_integers": false' "$out/log.jsonl" || fail "the integers of a net are not those of the program"
}

train first --set generations=1 --set exploit_rounds=0
train second --set generations=2 --set exploit_rounds=1 --resume "$work/first"
grep -q '"event": "judged", "generation": 1' "$work/second/log.jsonl" || fail "a training that was interrupted did not go on"

"$program" play seven-wonders-duel "$work/positions" games=32 bot=mcts:sims=8 "net=told:$work/second/duel.net" >/dev/null
"$program" play seven-wonders-duel "$work/few" games=3 bot=mcts:sims=2 >/dev/null
"$python" -B "$tools/thin.py" "$work/second/duel.net" "$work/positions" "$work/thin.net" 4 >/dev/null
! "$python" -B "$tools/thin.py" "$work/second/duel.net" "$work/few" "$work/none.net" 2>"$work/told" || fail "a net was thinned after too few games"
grep -q "too few games" "$work/told" || fail "it was not told that there are too few games: $(tail -n 1 "$work/told")"
"$program" match seven-wonders-duel mcts:sims=4+net=thin mcts:sims=4+net=told "net=thin:$work/thin.net" "net=told:$work/second/duel.net" games=2 >/dev/null
"$program" play kingdomino "$work/pairs" games=40 ends=1 >/dev/null
[ "$(head -c 8 "$work/pairs")" = TAKHTPOS ] || fail "no pairs were written"
