#!/bin/bash
# SPDX-License-Identifier: MIT
# Whole games of every game on real screens of 80 by 24 and 120 by 40 in both languages: the first and the last picture
# against those in tests/screens.  walk.sh TAKHT [GAME]; UPDATE=1 writes them anew, to be looked at before they are kept.
set -u
takht=$1
only=${2:-}
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/tmux.sh
. "$(dirname "$0")/tmux.sh"

picture() { shown "$1" | sed 's/ *$//' >"$work/$1"; } # SESSION: as it is kept
settled() { # SESSION: it does not change any more
    picture "$1" && [ -n "$(tr -d '\n' <"$work/$1")" ] && sleep 0.5 && cmp -s "$work/$1" <(shown "$1" | sed 's/ *$//')
}
is_kept() { # SESSION NAME: it looks as it should
    picture "$1" && cmp -s "$work/$1" "$here/screens/$2.txt"
}

compare() { # SESSION NAME
    if [ -n "${UPDATE:-}" ]; then
        comes settled "$1"
        cp "$work/$1" "$here/screens/$2.txt"
    elif ! comes is_kept "$1" "$2"; then
        fail "$2 looks otherwise"
        diff -u "$here/screens/$2.txt" "$work/$1"
    fi
}

is_over() { grep -qs '^\[Result "[^*]' "$1"; } # RECORD

walk() { # GAME BOTS LANGUAGE COLUMNS ROWS
    local name=$1-$3-$4 record=$work/$1-$3-$4.takht until
    open_screen "$name" "$4" "$5" \
        "env LC_ALL=C.UTF-8 USER=ada TERM=screen-256color XDG_STATE_HOME=$work/state $takht play $1 --bots $2 --seed 7 --lang $3 --quick --save $record"
    # no key before the first decision, which would be part of the game
    comes has "$name" "F1" || fail "$name does not begin" "$name"
    compare "$name" "$name-first"
    until=$((SECONDS + 3 * patience))
    until is_over "$record" || [ $SECONDS -ge $until ]; do
        tmux send-keys -t "=$name:" -N 10 Enter
        sleep 0.1
    done
    is_over "$record" || fail "$name does not end" "$name"
    [ "$4" = 80 ] && compare "$name" "$name-last"
    # nothing wider than the screen, nothing of a half-drawn line: the keys are in the last row
    keys_are_last() { shown "$name" | tail -n 1 | grep -q "F1"; }
    comes keys_are_last || fail "$name: the keys are not in the last row" "$name"
    close_screen "$name"
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
echo "walk: $(wc -l <"$failed") failures"
[ ! -s "$failed" ]
