#!/bin/bash
# SPDX-License-Identifier: MIT
# Whole games of every game on real screens of 80 by 24 and 120 by 40 in both languages: the first and the last picture
# against those in tests/screens.  walk.sh TAKHT [GAME]; UPDATE=1 writes them anew, to be looked at before they are kept.
set -u
takht=$1
only=${2:-}
here=$(dirname "$(readlink -f "$0")")
work=$(mktemp -d)
trap 'tmux kill-server 2>/dev/null; rm -rf "$work"' EXIT
failures=0

export TMUX_TMPDIR=$work
unset TMUX
tmux() { command tmux -f /dev/null "$@"; }
tmux new-session -d -s hold 'sleep 900' || exit 1

fail() {
    echo "walk: $1"
    failures=$((failures + 1))
}

# The screen when it does not change any more.
settled() { # SESSION FILE
    local before=
    for _ in $(seq 50); do
        tmux capture-pane -t "$1" -p >"$2"
        [ -s "$2" ] && [ "$before" = "$(cat "$2")" ] && [ -n "$(tr -d ' \n' <"$2")" ] && return
        before=$(cat "$2")
        sleep 0.15
    done
}

compare() { # NAME FILE
    local golden=$here/screens/$1.txt
    sed -i 's/ *$//' "$2"
    if [ -n "${UPDATE:-}" ]; then
        cp "$2" "$golden"
    elif ! diff -u "$golden" "$2" >"$work/diff"; then
        fail "$1 looks otherwise"
        cat "$work/diff"
    fi
}

walk() { # GAME BOTS LANGUAGE COLUMNS ROWS
    local name=$1-$3-$4 record=$work/$1-$3-$4.takht
    tmux new-session -d -s "$name" -x "$4" -y "$5" \
        "env LC_ALL=C.UTF-8 USER=ada TERM=screen-256color XDG_STATE_HOME=$work/state $takht play $1 --bots $2 --seed 7 --lang $3 --quick --save $record; sleep 60" || fail "no screen"
    for _ in $(seq 100); do # no key before the first decision, which would be part of the game
        tmux capture-pane -t "$name" -p | grep -q "F1" && break
        sleep 0.1
    done
    settled "$name" "$work/$name"
    compare "$name-first" "$work/$name"
    for _ in $(seq 300); do
        grep -q '\[Result "\*"\]' "$record" || break
        tmux send-keys -t "$name" -N 10 Enter
        sleep 0.1
    done
    grep -q '\[Result "\*"\]' "$record" && fail "$name does not end"
    settled "$name" "$work/$name"
    [ "$4" = 80 ] && compare "$name-last" "$work/$name"
    # nothing wider than the screen, nothing of a half-drawn line: the keys are in the last row
    tail -n 1 "$work/$name" | grep -q "F1" || fail "$name: the keys are not in the last row"
    tmux send-keys -t "$name" q
    tmux kill-session -t "$name"
}

for game in splendor seven-wonders-duel kingdom-builder queendomino kingdomino royal-wedding; do
    [ -z "$only" ] || [ "$only" = $game ] || continue
    bots=me,random
    [ $game = royal-wedding ] && bots=me,random,random
    for language in en fa; do
        walk $game $bots $language 80 24
        walk $game $bots $language 120 40
    done
done
echo "walk: $failures failures"
[ $failures = 0 ]
