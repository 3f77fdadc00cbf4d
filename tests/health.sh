#!/bin/bash
# SPDX-License-Identifier: MIT
# takht health asks where the server was told to listen, however it was told: a container or a monitor gives it no other word.
# health.sh TAKHT
set -euo pipefail
takht=$(realpath "$1")
work=$(mktemp -d)
server=
stop() {
    [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || :
    server=
}
trap 'stop; rm -rf "$work"' EXIT
fail() { echo "health: $1" >&2; exit 1; }

serve() { # ARGUMENTS…: leaves its address in $at
    : >"$work/told"
    "$takht" serve --quiet --data "$work/data.db" "$@" >"$work/told" 2>&1 &
    server=$!
    for _ in $(seq 200); do
        grep -q 'is open' "$work/told" && break
        sleep 0.1
    done
    at=$(sed -n 's/^Takht is open: //p' "$work/told")
    [ -n "$at" ] || fail "no server: $(cat "$work/told")"
}
well() { # [NAME=VALUE…] ARGUMENTS…
    [ "$(env "$@" 2>&1)" = ok ] || fail "$*: $(env "$@" 2>&1)"
}
ill() { # STATUS WORDS [NAME=VALUE…] ARGUMENTS…
    local status=$1 words=$2 found=0
    shift 2
    env "$@" >"$work/out" 2>&1 || found=$?
    [ $found = "$status" ] && grep -q "$words" "$work/out" || fail "$*: status $found, $(cat "$work/out")"
}

serve --listen 0.0.0.0:0
port=$(grep -oE '[0-9]+' <<<"${at##*:}")
well "$takht" health --listen "127.0.0.1:$port"
well "$takht" health --listen "$port"
well TAKHT_LISTEN="0.0.0.0:$port" "$takht" health
well TAKHT_LISTEN="$port" "$takht" health
echo "{\"listen\": \"0.0.0.0:$port\"}" >"$work/config.json"
well TAKHT_CONFIG="$work/config.json" "$takht" health
well TAKHT_LISTEN=127.0.0.1:1 "$takht" health --listen "$port"
stop
ill 1 "no server answers at 0.0.0.0:$port" TAKHT_LISTEN="0.0.0.0:$port" "$takht" health
ill 2 "name it with --listen" TAKHT_LISTEN=systemd "$takht" health
ill 2 "is no ADDRESS:PORT" TAKHT_LISTEN=nowhere "$takht" health

# A certificate is for the name that people know, not for the address at which the machine asks itself.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=takht.example -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
serve --listen 127.0.0.1:0 --tls-cert "$work/cert.pem" --tls-key "$work/key.pem"
port=$(grep -oE '[0-9]+' <<<"${at##*:}")
well TAKHT_LISTEN="127.0.0.1:$port" TAKHT_TLS_CERT="$work/cert.pem" TAKHT_TLS_KEY="$work/key.pem" "$takht" health
ill 1 "no server answers" TAKHT_LISTEN="127.0.0.1:$port" "$takht" health
stop

serve --listen "unix:$work/socket"
well TAKHT_LISTEN="unix:$work/socket" "$takht" health
XDG_STATE_HOME=$work timeout 300 "$takht" play kingdomino --server "unix:$work/socket" --bots random --linear < <(yes 1) >"$work/game" 2>&1 ||
    fail "no game through a socket in the file system: $(tail -2 "$work/game")"
stop
echo "health: asked wherever the server listens"
