#!/bin/bash
# SPDX-License-Identifier: MIT
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

run() { # COLUMNS ROWS ARGUMENTS…: the command itself
    local columns=$1 rows=$2
    shift 2
    tmux kill-session -t $session 2>/dev/null
    tmux new-session -d -s $session -x "$columns" -y "$rows" \
        "env LC_ALL=${locale:-C.UTF-8} USER=ada TERM=${term:-screen-256color} XDG_STATE_HOME=$work/state $takht $*; echo \"exit \$?\"; sleep 300" || fail "no screen to play on"
}

start() { # COLUMNS ROWS ARGUMENTS…
    local columns=$1 rows=$2
    shift 2
    run "$columns" "$rows" play splendor --seed 7 --set start=0 "$@"
}

shown() { tmux capture-pane -t $session -p; }
hides() { # WORDS
    shown | grep -qE -- "$1" && fail "shows '$1'"
}

shows() { # WORDS: within twenty seconds
    [ $failures -lt 4 ] || exit 1 # nothing will come of it any more
    for _ in $(seq 200); do
        shown | grep -qF -- "$1" && return
        sleep 0.1
    done
    fail "does not show '$1'"
}

keys() { tmux send-keys -t $session "$@"; }

start 80 24
shows "ada: take tokens"
shows "[take 15]"
# what a terminal answers late, and a key that nobody knows, were not typed
keys -l $'\033[?1;2c'
keys -l $'\033]11;rgb:ffff/ffff/ffff\033\\'
keys -l $'\033]11;rgb:0000/0000/0000\a'
keys -l $'\033[57363u'
keys "buy"
shows "> buy_"
keys BSpace BSpace BSpace
shows "[take 15]"
keys Tab
shows "[reserve 15]"
# what would be taken can still be read, and what it brings is there
shows "s1-38 ◆k"
shows "w0 u0 g0 r0 k0 o1"
keys Right
shows "reserves the"
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
shows "Enter or Esc back"
keys Enter
tmux resize-window -t $session -x 60 -y 20
shows "The window is too small"
tmux resize-window -t $session -x 130 -y 40
shows "What happened"
keys C-c
shows "The game is not over."
shows "exit 0"

# what is typed leaves the moves that have it; the board shows what the chosen one would change
start 80 24
shows "[take 15]"
shows "w3 u3 g3"
keys "black"
shows "> black_"
shows "15 take kk"
keys Escape
shows "[take 15]"
# what was pointed at among them is played
keys "red and black"
shows "> red and black_"
keys Right
shows ">  9 take urk<"
keys Enter
shows "ada takes blue, red and black"
keys "undo" Enter
shows "Taken back."
keys "rules" Enter
shows "You are merchants of gems"
keys "nobles want"
keys Escape Escape
shows "[take 15]"
keys F1
keys "SP-9"
shows "SP-9 Nobles"
keys Escape Escape
keys F4
shows "1. take wug: takes white, blue and green"
keys Escape
keys F3
shows "%"
shows "What master thinks of it:"
keys "quit" Enter
shows "exit 0"
# arrows go over the board where moves have a place there, a click chooses and a second one plays
run 80 24 play kingdom-builder --seed 7 --set start=0 --bots me,greedy
shows "[build 5"
first=$(shown | grep -oE '> *[0-9]+ [a-t][0-9]+<')
keys Down
sleep 0.3
below=$(shown | grep -oE '> *[0-9]+ [a-t][0-9]+<')
[ "$first" != "$below" ] || fail "an arrow does not go over the board"
keys Up
sleep 0.3
[ "$(shown | grep -oE '> *[0-9]+ [a-t][0-9]+<')" = "$first" ] || fail "the way back leads elsewhere"
keys C-c
shows "exit 0"
term=xterm-256color start 80 24
shows "[take 15]"
keys -l "$(printf '\033[<0;30;5M\033[<0;30;5m')"
shows "[reserve 15]"
shows "21 s2-03<"
keys -l "$(printf '\033[<0;3;16M\033[<0;3;16m')"
shows "[take 15]"
keys -l "$(printf '\033[<0;14;17M\033[<0;14;17m')"
shows "2 wur<"
keys -l "$(printf '\033[<0;14;17M\033[<0;14;17m')"
shows "ada takes white, blue and red"
keys C-c
shows "exit 0"
# in a wide window the hint stands beside the board, each move in a row of its own
start 120 40
shows "[take 15]"
keys F3
shows "%"
shown | grep -E "take [a-z]+ [0-9]+%" | grep -q "|" && fail "the hint is in one row"
keys C-c
shows "exit 0"
# Persian words, as keyboards write them, leave the moves that have them
start 80 24 --lang fa --bidi off
shows "برداشتن"
keys "طلا"
shows "۱۶. کارت سیاه"
hides "۱\. برداشت"
keys C-c
shows "exit 0"
# a terminal that nobody knows is asked about once
term=xterm-256color start 80 24 --lang fa
shows "Which line is Persian"
keys "2" Enter
shows "توکن"
keys C-c
term=xterm-256color start 80 24 --lang fa
shows "توکن"
keys C-c
shows "exit 0"
# nothing is discarded by who only presses Enter
run 80 24 play seven-wonders-duel --seed 7
for _ in $(seq 40); do
    shown | grep -qF "[draft" && keys Enter
    shown | grep -qE "build +[0-9]" && break
    sleep 0.4
done
shows "[build"
keys C-c
shows "exit 0"
# a line for every row of hexes, and the letters explained
run 80 24 play kingdom-builder --seed 7 --set start=0
shows "M mountain"
shows "ada: build 3 settlements"
[ "$(shown | grep -cE '^[a-t] ')" = 20 ] || fail "not every row of hexes has its line"
shows "51 more"
shows "quit"
keys C-c
shows "exit 0"

start 100 30 --lang fa --save "$work/fa.takht"
shows "ﻦﮐﻮﺗ"
keys Enter
sleep 1
keys "quit" Enter
shows "exit 0"
grep -q '\[Result "\*"\]' "$work/fa.takht" || fail "the game was not saved"

# nothing is lost: what is not saved by name is kept, what exists is not replaced, what fails is said
ls "$work"/state/takht/games/*.takht >/dev/null 2>&1 || fail "the first game was not kept"
start 80 24 --save "$work/fa.takht"
shows "Write over it? [y/N]"
keys Enter
shows "exit 2"
grep -q '\[Seat2 "greedy"\]' "$work/fa.takht" || fail "the game was replaced"
start 80 24
shows "ada: take tokens"
keys "save $work/mine" Enter
shows "Saved in"
echo "a letter" >"$work/letter"
keys "save $work/letter" Enter
shows "holds something else"
keys "save /nowhere/x" Enter
shows "could not be saved"
keys "quit" Enter
shows "exit 0"
grep -q "a letter" "$work/letter" || fail "save replaced a letter"

# a newcomer: from the menu to the end of a game, once more, and later on with it
rm -rf "$work/state"
run 80 24 play --lang fa # numbers of options are Persian there, too
shows "۱۵"
keys q
shows "exit 0"
run 80 24 ""
shows "Takht: kingdom games"
keys Down
for _ in 1 2 3 4 5 6; do
    shown | grep -qE "^> Game.*< Kingdomino >" && break
    keys Right
    sleep 0.2
done
shows "< Kingdomino >"
shows "2 to 4 players"
keys Up Enter
shows "ada: "
for _ in $(seq 150); do
    shown | grep -qF "r rematch" && break
    keys Enter
    sleep 0.15
done
shows "r rematch"
shows "1. "
keys p
shows "Enter or Esc back"
keys Escape
shows "r rematch"
keys r
shows "help  quit"
for _ in $(seq 20); do
    keys Enter
    sleep 0.3
    ls "$work"/state/takht/games/*.takht | wc -l | grep -q 2 && break
done
keys "quit" Enter
shows "It is kept: takht play goes on with it."
run 80 24 play
shows "> Go on"
shows "Kingdomino"
keys Enter
shows "ada: "
keys C-c
shows "exit 0"
# without a screen that is known, and for screen readers, it asks line by line
term=unheard-of start 80 24
shows "take: 1.wug"
keys "quit" Enter
shows "exit 0"
start 80 24 --linear
shows "Points: ada 0, greedy 0."
shows "You can: take 15, reserve 15."
keys "table" Enter # thing by thing, each with what it costs
shows "s3-17 ◆k 3: 3w 3u 5g 3r"
shows "Bank, w4 u4 g4 r4 k4 o5"
keys "take wug" Enter
shows "ada takes white, blue and green"
keys "quit" Enter
shows "exit 0"
locale=C start 80 24 --lang fa
shows "ada: take tokens"
keys C-c
shows "exit 0"
shows "has no UTF-8"

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

# the screen belongs to the one who acts, from the first picture on, and while bots play to the last one
run 80 24 play kingdom-builder --bots me,me --seed 3
shows "Player 2: build"
hides "Your card"
keys C-c
shows "exit 0"
start 80 24 --bots me,random,me
shows "Player 1: take tokens"
keys "take wug" Enter
shows "Player 3: take tokens"
keys "reserve deck1" Enter
shows "Player 1: take tokens"
keys "take wrk" Enter
for _ in $(seq 60); do
    shown >"$work/now"
    grep -q "Give the keyboard over" "$work/now" && break
    grep -qF 's1-??' "$work/now" || fail "the blind card of the next person is shown while a bot plays"
    sleep 0.05
done
shows "Player 3 is next"
tmux resize-window -t $session -x 100 -y 30
sleep 0.3
hides 's1-[0-9]'
keys Enter
shows "Player 3: take tokens"
keys "quit" Enter
shows "exit 0"

start 80 24 --ascii --no-colour
shows "ada: take tokens"
tmux capture-pane -t $session -p | LC_ALL=C grep -q '[^ -~]' && fail "draws Unicode although it should not"
keys C-d
shows "exit 0"

echo "screen: $failures failures"
[ $failures = 0 ]
