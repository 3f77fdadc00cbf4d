#!/bin/bash
# SPDX-License-Identifier: MIT
# The game on a real screen of 80 by 24 and larger, in both languages, resized, interrupted.  screen.sh TAKHT
set -u
takht=$1
session=game
# shellcheck source=tests/tmux.sh
. "$(dirname "$0")/tmux.sh"

run() { # COLUMNS ROWS ARGUMENTS…: the command itself
    local columns=$1 rows=$2
    shift 2
    open_screen $session "$columns" "$rows" \
        "env LC_ALL=${locale:-C.UTF-8} USER=ada TERM=${term:-screen-256color} XDG_STATE_HOME=$work/state $takht $*"
}

start() { # COLUMNS ROWS ARGUMENTS…
    local columns=$1 rows=$2
    shift 2
    run "$columns" "$rows" play splendor --seed 7 --set start=0 "$@"
}

picture() { shown $session; }
shows() { # WORDS
    comes has $session "$1" || fail "does not show '$1'" $session
}
hides() { # PATTERN: a picture that is being drawn may still have it
    comes lacks $session "$1" || fail "shows '$1'" $session
}
keys() { tmux send-keys -t $session "$@"; }
resize() { tmux resize-window -t $session -x "$1" -y "$2"; } # COLUMNS ROWS
ends() { # and says so
    shows "exit ${1:-0}"
}

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
keys "undo" Enter
shows "cannot be taken back"
keys "log" Enter
shows "Enter or Esc back"
keys Enter
resize 60 20
shows "The window is too small"
resize 130 40
shows "What happened"
keys C-c
shows "The game is not over."
ends

# a window that changes while a key is being handled is noticed, and no other key is needed
start 80 24
shows "[take 15]"
for _ in 1 2 3 4 5 6 7 8; do
    keys "x"
    resize 60 20
    shows "The window is too small"
    keys BSpace
    resize 80 24
    shows "[take 15]"
done
# half a letter waits for its other half, half a one that never comes is passed over
keys -H d8
keys -H b7
shows "_ﻁ <"
keys BSpace
keys -H d8
keys "black"
shows "> black_"
keys C-c
ends
# a wheel that is tilted and a button that is released hold nothing up
term=xterm-256color start 80 24
shows "[take 15]"
for _ in $(seq 20); do
    keys -l $'\033[<66;3;3M\033[<0;3;3m'
done
resize 60 20
shows "The window is too small"
resize 80 24
shows "[take 15]"
# stopped, and the window changes meanwhile
open_screen $session 80 24 "env LC_ALL=C.UTF-8 USER=ada TERM=screen-256color XDG_STATE_HOME=$work/state PS1='shell: ' bash --norc --noprofile -i"
shows "shell:"
keys "clear; $takht play splendor --seed 7 --set start=0" Enter
shows "[take 15]"
keys C-z
shows "Stopped"
resize 60 20
keys "fg" Enter
shows "The window is too small"
resize 80 24
shows "[take 15]"
keys C-c
shows "The game is not over."
keys "exit" Enter
ends

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
ends
# arrows go over the board where moves have a place there, a click chooses and a second one plays
run 80 24 play kingdom-builder --seed 7 --set start=0 --bots me,greedy
shows "[build 5"
chosen() { picture | grep -oE '> *[0-9]+ [a-t][0-9]+<'; }
is_chosen() { [ "$(chosen)" = "$1" ]; }
is_another() { chosen >"$work/chosen" && [ "$(cat "$work/chosen")" != "$1" ]; }
comes chosen >/dev/null || fail "nothing is chosen" $session
first=$(chosen)
keys Down
comes is_another "$first" || fail "an arrow does not go over the board" $session
keys Up
comes is_chosen "$first" || fail "the way back leads elsewhere" $session
keys C-c
ends
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
ends
# in a wide window the hint stands beside the board, each move in a row of its own
start 120 40
shows "[take 15]"
keys F3
shows "%"
hides "take [a-z]+ [0-9]+%.*[|]|[|].*take [a-z]+ [0-9]+%"
keys C-c
ends
# Persian words, as keyboards write them, leave the moves that have them
start 80 24 --lang fa --bidi off
shows "برداشتن"
keys "طلا"
shows "۱۶. کارت سیاه"
hides "۱\. برداشت"
keys C-c
ends
# a terminal that nobody knows is asked about once
term=xterm-256color start 80 24 --lang fa
shows "Which line is Persian"
keys "2" Enter
shows "توکن"
keys C-c
term=xterm-256color start 80 24 --lang fa
shows "توکن"
keys C-c
ends
# nothing is discarded by who only presses Enter
run 80 24 play seven-wonders-duel --seed 7
for _ in $(seq 40); do
    comes matches $session "\\[draft|build +[0-9]" || fail "neither draft nor building" $session
    matches $session "build +[0-9]" && break
    press $session Enter
done
shows "[build"
keys C-c
ends
# a line for every row of hexes, and the letters explained
run 80 24 play kingdom-builder --seed 7 --set start=0
shows "M mountain"
shows "ada: build 3 settlements"
shows "51 more"
shows "quit"
[ "$(picture | grep -cE '^[a-t] ')" = 20 ] || fail "not every row of hexes has its line" $session
keys C-c
ends

start 100 30 --lang fa --save "$work/fa.takht"
shows "ﻦﮐﻮﺗ"
keys Enter
keys "quit" Enter
ends
grep -q '\[Result "\*"\]' "$work/fa.takht" || fail "the game was not saved"

# nothing is lost: what is not saved by name is kept, what exists is not replaced, what fails is said
ls "$work"/state/takht/games/*.takht >/dev/null 2>&1 || fail "the first game was not kept"
start 80 24 --save "$work/fa.takht"
shows "Write over it? [y/N]"
keys Enter
ends 2
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
ends
grep -q "a letter" "$work/letter" || fail "save replaced a letter"

# a newcomer: from the menu to the end of a game, once more, and later on with it
rm -rf "$work/state"
run 80 24 play --lang fa # numbers of options are Persian there, too
shows "۱۵"
keys q
ends
run 80 24 ""
shows "Takht: kingdom games"
keys Down
comes matches $session "^> Game" || fail "an arrow does not go down" $session
for _ in 1 2 3 4 5 6; do
    matches $session "^> Game.*< Kingdomino >" && break
    press $session Right
done
shows "< Kingdomino >"
shows "2 to 4 players"
keys Up Enter
shows "ada: "
for _ in $(seq 300); do # what others do changes the picture, too
    has $session "r rematch" && break
    press $session Enter
done
shows "r rematch"
shows "1. "
keys p
shows "Enter or Esc back"
keys Escape
shows "r rematch"
keys r
shows "help  quit"
two_are_kept() { [ "$(find "$work/state/takht/games" -name '*.takht' | wc -l)" = 2 ]; }
shows "ada: "
keys Enter
comes two_are_kept || fail "the second game was not kept" $session
keys "quit" Enter
shows "It is kept: takht play goes on with it."
run 80 24 play
shows "> Go on"
shows "Kingdomino"
keys Enter
shows "ada: "
keys C-c
ends
# without a screen that is known, and for screen readers, it asks line by line
term=unheard-of start 80 24
shows "take: 1.wug"
keys "quit" Enter
ends
start 80 24 --linear
shows "Points: ada 0, greedy 0."
shows "You can: take 15, reserve 15."
keys "table" Enter # thing by thing, each with what it costs
shows "s3-17 ◆k 3: 3w 3u 5g 3r"
shows "Bank, w4 u4 g4 r4 k4 o5"
keys "take wug" Enter
shows "ada takes white, blue and green"
keys "quit" Enter
ends
locale=C start 80 24 --lang fa
shows "ada: take tokens"
keys C-c
ends
shows "has no UTF-8"

# two people at one keyboard: a blind card is covered when the other one plays
start 80 24 --bots me,me
shows "Player 1: take tokens"
keys "reserve deck1" Enter
shows "Player 2: take tokens"
shows "s1-??" # the blind card of the other seat
keys "take wug" Enter
shows "Give the keyboard over"
hides 's1-[0-9]' # the cover has nothing of the table
keys Enter
shows "Player 1: take tokens"
keys "quit" Enter
ends

# the screen belongs to the one who acts, from the first picture on, and while bots play to the last one
run 80 24 play kingdom-builder --bots me,me --seed 3
shows "Player 2: build"
hides "Your card"
keys C-c
ends
start 80 24 --bots me,random,me
shows "Player 1: take tokens"
keys "take wug" Enter
shows "Player 3: take tokens"
keys "reserve deck1" Enter
shows "Player 1: take tokens"
keys "take wrk" Enter
before=
is_covered() { # or not yet; whatever stays for a moment has the blind card of the next person covered
    local now
    now=$(picture)
    grep -q "Give the keyboard over" <<<"$now" && return
    if [ "$now" = "$before" ] && ! grep -qF 's1-??' <<<"$now"; then
        fail "the blind card of the next person is shown while a bot plays" $session
    fi
    before=$now
    return 1
}
comes is_covered
shows "Player 3 is next"
resize 100 30
last_row_is_used() { [ -n "$(picture | sed -n '30s/ //gp')" ]; }
comes last_row_is_used || fail "the cover does not grow with the window" $session
hides 's1-[0-9]'
keys Enter
shows "Player 3: take tokens"
keys "quit" Enter
ends

start 80 24 --ascii --no-colour
shows "ada: take tokens"
picture | LC_ALL=C grep -q '[^ -~]' && fail "draws Unicode although it should not" $session
keys C-d
ends

echo "screen: $(wc -l <"$failed") failures"
[ ! -s "$failed" ]
