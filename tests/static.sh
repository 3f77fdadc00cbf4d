#!/bin/bash
# SPDX-License-Identifier: MIT
# The static binary in a root that has nothing but it: no library, no /etc, no locale. It tells its version, thinks, serves the page
# and plays.  static.sh BINARY        (as root, for chroot; otherwise where it stands)
set -euo pipefail
takht=$(realpath "$1")
cd "$(dirname "$0")/.."
python=${PYTHON:-/usr/bin/python3}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || :; rm -rf "$work"' EXIT
fail() { echo "static: $1" >&2; exit 1; }

file=$(readelf -ld "$takht")
if grep -qE 'INTERP|NEEDED' <<<"$file"; then fail "$takht wants libraries of the machine"; fi
mkdir -p "$work/root/data" "$work/root/etc"
cp "$takht" "$work/root/takht"
# Where names are looked up in ways that a static program must not load, it still finds its way.
echo 'hosts: resolve mymachines files dns' >"$work/root/etc/nsswitch.conf"
echo '127.0.0.1 localhost home.test' >"$work/root/etc/hosts"
if [ "$(id -u)" = 0 ]; then inside=(chroot "$work/root" /takht) data=/data; else inside=("$takht") data=$work/root/data; fi

told=$("${inside[@]}" --version)
grep -q '^page: inside$' <<<"$told" || fail "the page is not in it"
"${inside[@]}" arena splendor --bots casual,random --games 2 --quiet >/dev/null || fail "bots do not play"
TERM=dumb LANG=fa_IR.UTF-8 "${inside[@]}" games splendor >/dev/null || fail "it fails without locales"

# A processor that lacks what it was built for is told of in words.
if command -v qemu-x86_64 >/dev/null && [ "$(uname -m)" = x86_64 ]; then
    told=$(qemu-x86_64 -cpu qemu64 "$takht" --version 2>&1) && fail "it starts without SSE 4.2"
    grep -q 'needs a processor with SSE 4.2' <<<"$told" || fail "an old processor is told: $told"
fi

"${inside[@]}" serve --quiet --open-limits --listen localhost:0 --data "$data/takht.db" >"$work/told" 2>&1 &
server=$!
for _ in $(seq 100); do
    grep -q http "$work/told" && break
    sleep 0.1
done
"$python" -B tests/server/visit.py "$(grep -oE 'http://[^ ]*' "$work/told")" splendor seven-wonders-duel
kill "$server"
wait "$server" || fail "it does not stop well"
server=
"${inside[@]}" check "$data/takht.db" >/dev/null || fail "its data is not whole"
echo "static: $(stat -c %s "$takht") bytes; starts, thinks, serves and plays in an empty root"
