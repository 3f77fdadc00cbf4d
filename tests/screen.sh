#!/bin/bash
# The game on a real screen of 80 by 24 and larger, in both languages, resized, interrupted.  screen.sh TAKHT
set -u
takht=$1
session=game
work=$(mktemp -d)
trap 'tmux kill-server 2>/dev/null; rm -rf "$work"' EXIT
failures=0

# a tmux of its own, without the user's settings
export TMUX_TMPDIR=$work
unset TMUX
tmux() { command tmux -f /dev/null "$@"; }
# it ends with its last session, and a game started in that moment would be lost: this one stays
tmux new-session -d -s hold 'sleep 900' || exit 1

fail() {
    echo "screen: $1"
    tmux capture-pane -t $session -p
    failures=$((failures + 1))
}

start() { # COLUMNS ROWS ARGUMENTS…
    local columns=$1 rows=$2
    shift 2
    tmux kill-session -t $session 2>/dev/null
    tmux new-session -d -s $session -x "$columns" -y "$rows" \
        "env LC_ALL=C.UTF-8 USER=ada TERM=screen-256color $takht play splendor --seed 7 --set start=0 $*; echo \"exit \$?\"; sleep 60" || fail "no screen to play on"
}

shows() { # WORDS: within twenty seconds
    for _ in $(seq 200); do
        tmux capture-pane -t $session -p | grep -qF -- "$1" && return
        sleep 0.1
    done
    fail "does not show '$1'"
}

keys() { tmux send-keys -t $session "$@"; }

start 80 24
shows "ada: take tokens"
shows "[take 15]"
keys Tab
shows "[reserve 15]"
keys Right
shows "ada reserves the"
keys "take oo" Enter
shows "gold comes only with a reserved card (SP-4.1)"
keys "take wug" Enter
shows "ada takes white, blue and green"
shows "greedy"
keys "undo" Enter
shows "Taken back."
keys "reserve deck1" Enter
shows "ada reserves a card of level 1 unseen"
sleep 1
keys "undo" Enter
shows "cannot be taken back"
keys "log" Enter
shows "Press Enter to go on"
keys Enter
tmux resize-window -t $session -x 60 -y 20
shows "The window is too small"
tmux resize-window -t $session -x 130 -y 40
shows "What happened"
keys C-c
shows "The game is not over."
shows "exit 0"

start 100 30 --lang fa --save "$work/fa.takht"
shows "ﻦﮐﻮﺗ"
keys Enter
sleep 1
keys "quit" Enter
shows "exit 0"
grep -q '\[Result "\*"\]' "$work/fa.takht" || fail "the game was not saved"

# two people at one keyboard: a blind card is covered when the other one plays
start 80 24 --bots me,me
keys "reserve deck1" Enter
shows "Player 2: take tokens"
tmux capture-pane -t $session -p | grep -q 's1-??' || fail "the blind card of the other seat is shown"
keys "take wug" Enter
shows "Give the keyboard over"
tmux capture-pane -t $session -p | grep -qE 's1-[0-9]' && fail "the cover shows the table"
keys Enter
shows "Player 1: take tokens"
keys "quit" Enter
shows "exit 0"

start 80 24 --ascii --no-colour
shows "ada: take tokens"
tmux capture-pane -t $session -p | LC_ALL=C grep -q '[^ -~]' && fail "draws Unicode although it should not"
keys C-d
shows "exit 0"

echo "screen: $failures failures"
[ $failures = 0 ]
