#!/bin/bash
# SPDX-License-Identifier: MIT
# Screens for tests: a tmux of its own, without the user's settings. Sourced, not run. Nothing hopes that a time is enough: whatever
# is waited for is looked for until it is there, and given up only after minutes.
#
#     . tests/tmux.sh        sets work (a folder that is removed at the end), failed and the words below

work=$(mktemp -d)
export TMUX_TMPDIR=$work
unset TMUX
tmux() { command tmux -f /dev/null "$@"; }

patience=${PATIENCE:-120} # seconds
failed=$work/failed       # a line for each failure, whichever process saw it
: >"$failed"

fail() { # WORDS [SESSION]
    echo "$(basename "$0" .sh): $1" | tee -a "$failed"
    [ -z "${2:-}" ] || tmux capture-pane -t "$2" -p
    [ "$(wc -l <"$failed")" -lt 4 ] || exit 1 # nothing will come of it any more
}

comes() { # COMMAND…: it succeeds some time
    local until=$((SECONDS + patience))
    until "$@"; do
        [ $SECONDS -lt $until ] || return 1
        sleep 0.05
    done
}

# The programs of a session, whose process leads a session of the system, too. They save what they have when their screen goes away.
ended() { # LEADERS
    ! pgrep -s "$1" >/dev/null
}
close_screen() { # SESSION: and whoever played there has ended
    local leaders
    leaders=$(tmux list-panes -s -t "=$1" -F '#{pane_pid}' 2>/dev/null | paste -sd,) || return 0
    [ -n "$leaders" ] || return 0
    tmux kill-session -t "=$1"
    comes ended "$leaders" || fail "the program of $1 does not end with its screen"
}

open_screen() { # SESSION COLUMNS ROWS COMMAND: and how it has exited stays on it
    close_screen "$1"
    tmux new-session -d -s "$1" -x "$2" -y "$3" "$4; echo \"exit \$?\"; exec sleep infinity" || fail "no screen to play on"
}

close_screens() {
    local name
    for name in $(tmux list-sessions -F '#{session_name}' 2>/dev/null); do
        [ "$name" = hold ] || close_screen "$name"
    done
    tmux kill-server 2>/dev/null
    rm -rf "$work"
}

shown() { tmux capture-pane -t "=$1:" -p 2>/dev/null; } # SESSION; nothing, if it has ended
has() { shown "$1" | grep -qF -- "$2"; }   # SESSION WORDS
lacks() { ! shown "$1" | grep -qE -- "$2"; } # SESSION PATTERN
matches() { shown "$1" | grep -qE -- "$2"; } # SESSION PATTERN
differs() { [ "$(shown "$1")" != "$2" ]; }   # SESSION PICTURE
press() { # SESSION KEYS…: and something changes
    local session=$1 before
    before=$(shown "$session")
    shift
    tmux send-keys -t "=$session:" "$@"
    comes differs "$session" "$before" || fail "nothing changes after $*" "$session"
}

# tmux ends with its last session, and a game started in that moment would be lost: this one stays
tmux new-session -d -s hold 'exec sleep infinity' || exit 1
trap close_screens EXIT
