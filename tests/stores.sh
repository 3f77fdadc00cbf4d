#!/bin/bash
# SPDX-License-Identifier: MIT
# The store on PostgreSQL: the tests of the store and of the server that run on a file run on it, too, and several
# nodes share one. `short` is what make test has time for.
#
#     stores.sh BUILD [short]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1

quiet() { # COMMAND…
    local log
    log=$(mktemp)
    timeout 300 "$@" >"$log" 2>&1 || { echo "FAILED: $*"; tail -40 "$log"; rm -f "$log"; exit 1; }
    rm -f "$log"
}

inside() {
    quiet "$build/tests/unit_store"
    quiet "$build/tests/server_nodes"
    quiet tests/migrate.sh "$build/takht"
    if [ "${1:-}" = short ]; then return; fi
    for name in behaviour accounts wire net abuse costs clocks bots fairness due growth sides leak; do
        quiet "$build/tests/server_$name"
    done
    quiet "$build/tests/server_kill" 20 6
}

if [ -n "${TAKHT_TEST_STORE:-}" ]; then
    inside "${2:-}"
    exit
fi
tests/postgres.sh "$0" "$build" "${2:-}"
tests/cluster.sh "$build" 4 3 1
