#!/bin/bash
# SPDX-License-Identifier: MIT
# A server's data from a file into PostgreSQL and back: the same rows, and a server goes on with them. What a database
# cannot do is said in a sentence.
#
#     postgres.sh migrate.sh TAKHT
set -euo pipefail
takht=$1
folder=$(mktemp -d /tmp/takht-migrate-XXXXXX)
server=
address() { printf '%s' "${TAKHT_TEST_STORE/\/postgres\?/\/$1?}"; }
fails() { # WORDS COMMAND…
    local words=$1
    shift
    if "$@" >"$folder/out" 2>&1; then echo "FAILED: $* went well"; exit 1; fi
    grep -q -- "$words" "$folder/out" || { echo "FAILED: $* says:"; cat "$folder/out"; exit 1; }
}
for name in one two; do psql -qX "$TAKHT_TEST_STORE" -c "CREATE DATABASE $name"; done

# A server on some data, and where it listens. What the one before it said is gone first.
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
serve() { # DATA
    rm -f "$folder/address"
    "$takht" serve --listen 127.0.0.1:0 --data "$1" --quiet --trust-proxy >"$folder/address" &
    server=$!
    until grep -qs http "$folder/address"; do
        kill -0 "$server" || exit 1
        sleep 0.1
    done
    listen=$(sed 's/.*http:\/\///; s/\/.*//' "$folder/address")
}

# Some games, against the file.
serve "$folder/a.db"
"$takht" load --listen "$listen" --tables 5 --rate 40 --seconds 1 >/dev/null
fails 'another server has this file open' "$takht" migrate-store "$folder/a.db" "$(address one)"
kill "$server"
wait "$server"

"$takht" migrate-store "$folder/a.db" "$(address one)" >"$folder/told"
grep -q '^events  [1-9][0-9]*, the same in both$' "$folder/told" || { cat "$folder/told"; exit 1; }
"$takht" check "$(address one)" >"$folder/one"
"$takht" check "$folder/a.db" >"$folder/a"
diff <(grep -v whole "$folder/a") <(grep -v whole "$folder/one")
fails 'is not empty' "$takht" migrate-store "$folder/a.db" "$(address one)"

# A server on the copy; nobody copies under its hands.
serve "$(address one)"
"$takht" load --listen "$listen" --tables 2 --rate 40 --seconds 1 >/dev/null
fails 'servers have this database open' "$takht" migrate-store "$(address one)" "$folder/b.db"
kill "$server"
wait "$server"
"$takht" migrate-store "$(address one)" "$folder/b.db" >/dev/null
"$takht" migrate-store "$folder/b.db" "$(address two)" >/dev/null
"$takht" check "$folder/b.db" >/dev/null

fails 'pg_dump' "$takht" backup --data "$(address one)" "$folder/copy"
fails 'Connection refused\|No such file' "$takht" check "postgres://takht@/x?host=$folder"
fails 'is a file' "$takht" worker --data "$folder/a.db"
fails 'needs --data postgres' "$takht" serve --data "$folder/a.db" --think 0
psql -qX "$(address two)" -c "DELETE FROM events WHERE seq = 2"
fails 'without a hole' "$takht" check "$(address two)"
