#!/bin/sh
# Builds the page into web/dist, packed for the server, unless it is there and nothing is newer. Without node
# (or with PAGE=no) nothing is built, and the server has no page in it.
set -eu
cd "$(dirname "$0")/.."

made=web/dist/.packed/page.inc
[ "${PAGE:-yes}" = no ] && exit 0
[ -d web/node_modules ] || exit 0

newer() {
    [ ! -e $made ] ||
        [ -n "$(find web games/*/web games/*/words core/words \
            \( -path web/node_modules -o -path web/dist -o -path web/tests \) -prune -o -newer $made -print | head -n 1)" ]
}

newer || exit 0
cd web
log=$(mktemp)
trap 'rm -f "$log"' EXIT
npm run --silent build >"$log" 2>&1 || {
    cat "$log"
    exit 1
}
# What it weighs; the rest of what a bundler says is for those who look for a mistake.
sed -n '/^page:/p' "$log"
