#!/bin/bash
# SPDX-License-Identifier: MIT
# A server on loopback, and terminals that play at its tables: whole games of every game line by line, two people on
# screens with a link, a lost connection, a rematch, and TLS.  far.sh TAKHT
set -u
takht=$1
server=
# shellcheck source=tests/tmux.sh
. "$(dirname "$0")/tmux.sh"
finish() {
    [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
    close_screens
}
trap finish EXIT

started=0
says_where() { grep -qs "http" "$log" || ! kill -0 "$server" 2>/dev/null; }
serve() { # ARGUMENTS…: on $port; false if it is taken
    started=$((started + 1))
    log=$work/serve-$started.log # what an earlier one said is not taken for its words
    "$takht" serve --listen "127.0.0.1:$port" --data "$work/data.db" --open-limits --quiet "$@" >"$log" 2>&1 &
    server=$!
    comes says_where && grep -q "http" "$log"
}

stop() {
    kill "$server"
    wait "$server" 2>/dev/null
    server=
}

# any port that is free, but none that the system gives to those who call: it must be free again after a pause
for port in $(shuf -i 20000-32000 -n 20); do
    serve && break
    server=
done
[ -n "$server" ] || { fail "no server: $(cat "$log")"; exit 1; }

# --- whole games, as a screen reader hears them ---

game() { # GAME LANGUAGE BOTS WORDS: always the first move, to the end
    yes 1 | XDG_STATE_HOME="$work/$1-$2" timeout 900 "$takht" play "$1" --server "127.0.0.1:$port" --bots "$3" --lang "$2" \
        --linear >"$work/$1-$2.txt" 2>&1 || fail "$1 in $2 ends with $?: $(tail -3 "$work/$1-$2.txt")"
    grep -q "$4" "$work/$1-$2.txt" || fail "$1 in $2 has no end: $(tail -3 "$work/$1-$2.txt")"
}
for language in en fa; do
    words=$([ $language = en ] && echo "wins\|share the victory" || echo "برنده\|برد مشترک")
    games=()
    for about in "splendor greedy" "seven-wonders-duel greedy" "kingdom-builder random,random" "queendomino greedy" \
        "kingdomino greedy,random" "royal-wedding random,random"; do
        game "${about% *}" $language "${about#* }" "$words" &
        games+=($!)
        [ ${#games[@]} -lt 3 ] || { wait "${games[@]}"; games=(); } # three at a time
    done
done
# a loser, a winner, and what everybody scored
grep -q "greedy: " "$work/splendor-en.txt" || fail "no sheet of the bot's points"

# --- two people on screens ---

screen() { # NAME COLUMNS ROWS ARGUMENTS…
    local name=$1 columns=$2 rows=$3
    shift 3
    open_screen "$name" "$columns" "$rows" "env LC_ALL=C.UTF-8 TERM=screen-256color XDG_STATE_HOME=$work/$name $takht play $*"
}
shows() { # NAME WORDS
    comes has "$1" "$2" || fail "$1 does not show '$2'" "$1"
}
keys() { # NAME KEYS…
    local name=$1
    shift
    tmux send-keys -t "$name" "$@"
}

# Ctrl-C at the password: the terminal shows again what is typed
screen ada 80 24 splendor --server "127.0.0.1:$port" --name Ada
shows ada "Password"
keys ada C-c
shows ada "exit 130"
stty -a <"$(tmux display-message -p -t ada '#{pane_tty}')" | grep -q ' echo ' || fail "what is typed stays hidden" ada
screen ada 80 24 splendor --server "127.0.0.1:$port" --name Ada --bots me,friend --set start=0
shows ada "Password"
keys ada Enter
shows ada "The table waits for players"
link_of() { shown "$1" | tr -d '\n ' | grep -o 'http://127[^#]*#key=[A-Za-z0-9_-]\{22\}'; }
comes link_of ada >/dev/null || fail "ada is shown no link" ada
link=$(link_of ada)
screen eve 120 40 "--server '$link'"
shows eve "Ada: take tokens"
shows ada "The game begins"
keys eve "say hello there" Enter
shows ada "hello there"
# it is not her turn, and nothing is played for her
keys eve "take wug" Enter
shows eve "It is not your turn"
keys ada "take wug" Enter
shows eve "Ada takes white, blue and green"
shows eve "[take 1"
keys eve "take oo" Enter
shows eve "gold comes only with a reserved card (SP-4.1)"
keys eve F3
shows eve "What master thinks of it:"
# a secret of one is none of the other
keys eve "reserve deck1" Enter
shows ada "s1-??"
shows ada "reserves a card of level 1 unseen"

# the server goes away and comes back: both find their table again, and what was played is there
stop
shows ada "connection is lost"
serve || fail "the server does not come back"
shows ada "Connected again"
shows eve "Connected again"
keys ada "take rrk" Enter
shows ada "No: "
keys ada "take wrk" Enter
shows eve "Ada takes white, red and black"

# giving up is asked for twice; the table stays; once more with the seats changed
keys eve "resign" Enter
shows eve "resign once more"
keys eve "resign" Enter
shows ada "r rematch"
shows eve "1. Ada"
keys ada r
shows ada "The table waits for players"
shows eve "plays again"
keys eve r
shows eve "The game begins"
shows ada "The game begins"
keys ada "quit" Enter
shows ada "The game goes on at the server"
shows ada "exit 0"

# the list: my game is first, a new table by the menu; the name was kept
screen ada 80 24 --server "127.0.0.1:$port"
shows ada "You are: Ada"
shows ada "Splendor, "
# a window that changes while the list is fetched: it is fetched all the same
for _ in $(seq 20); do # to the last row but one
    matches ada "^> (Refresh|Look again)" && break
    press ada Down
done
kill -STOP "$server"
keys ada Enter
tmux resize-window -t ada -x 100 -y 30
tmux resize-window -t ada -x 90 -y 24
kill -CONT "$server"
keys ada Up
comes lacks ada "^> (Refresh|Look again)" || fail "the list stands still" ada
comes lacks ada "No server answers|lost" || fail "a window that changes makes the list fail" ada
shows ada "Splendor, "
keys ada q
shows ada "exit 0"
keys eve C-c
shows eve "exit 0"
# what is no address, what nobody has, what does not answer
screen ada 80 24 --server nowhere
shows ada "is no address of a server"
shows ada "exit 1"
screen ada 80 24 --server "127.0.0.1:$port/t/AAAAAAAAAAAAAAAAAAAAAA"
shows ada "exit 1"
screen ada 80 24 --server "http://127.0.0.1:1"
shows ada "No server answers at http://127.0.0.1:1"
stop

# --- TLS: a certificate that is trusted, and one that is not ---

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
serve --tls-cert "$work/cert.pem" --tls-key "$work/key.pem" || fail "no server with TLS"
yes 1 | SSL_CERT_FILE=$work/cert.pem XDG_STATE_HOME=$work/tls timeout 900 "$takht" play kingdomino \
    --server "wss://localhost:$port" --bots random --linear >"$work/tls.txt" 2>&1 || fail "no game over TLS: $(tail -2 "$work/tls.txt")"
grep -q "wins\|share the victory" "$work/tls.txt" || fail "no end over TLS"
XDG_STATE_HOME=$work/tls "$takht" play kingdomino --server "https://127.0.0.1:$port" --linear </dev/null >"$work/no.txt" 2>&1 \
    && fail "a certificate that nobody trusts is trusted"
grep -q "certificate" "$work/no.txt" || fail "does not say what is wrong: $(cat "$work/no.txt")"
stop

echo "far: $(wc -l <"$failed") failures"
[ ! -s "$failed" ]
