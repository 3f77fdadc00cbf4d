#!/bin/bash
# SPDX-License-Identifier: MIT
# What a cluster here carries, and what the database pays for a move: docs/scaling.md.
#
#     measure.sh TAKHT [RATE [SECONDS]]
set -euo pipefail
cd "$(dirname "$0")/.."
takht=$1 rate=${2:-1200} seconds=${3:-10}
folder=$(mktemp -d /tmp/takht-pg-XXXXXX)
pids=()
end() {
    [ ${#pids[@]} = 0 ] || { kill "${pids[@]}" 2>/dev/null || true; wait "${pids[@]}" 2>/dev/null || true; }
    tests/postgres.sh remove "$folder"
}
trap end EXIT
data=$(DURABLE=1 tests/postgres.sh start "$folder")
sql() { psql -qXAt "$data" -c "$1"; }
cpu() { # of all processes of the database, in hundredths of a second
    local leader
    leader=$(head -1 "$folder/data/postmaster.pid")
    for pid in "$leader" $(pgrep -P "$leader"); do
        awk '{print $14 + $15 + $16 + $17}' "/proc/$pid/stat" 2>/dev/null || true
    done | paste -sd+ | bc
}
nodes_cpu() { for pid in "${pids[@]}"; do awk '{print $14 + $15}' "/proc/$pid/stat"; done | paste -sd+ | bc; }
for nodes in 1 2 3; do
    while [ ${#pids[@]} -lt "$nodes" ]; do
        port=$((18600 + ${#pids[@]}))
        "$takht" serve --listen 127.0.0.1:$port --data "$data" --trust-proxy --open-limits --quiet >/dev/null &
        pids+=($!)
    done
    sleep 2
    listen=$(for i in $(seq 0 $((nodes - 1))); do echo "127.0.0.1:$((18600 + i))"; done | paste -sd,)
    before="$(sql "SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'") $(sql "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn") $(cpu)"
    events=$(sql "SELECT count(*) FROM events")
    nodes_used=$(nodes_cpu)
    echo "== $nodes node(s), $rate moves a second asked for"
    "$takht" load --listen "$listen" --tables 200 --rate "$rate" --seconds "$seconds" | grep 'moves/s'
    echo "   of the nodes' processors: $(echo "($(nodes_cpu) - $nodes_used) * 10000 / $(($(sql "SELECT count(*) FROM events") - events))" | bc) us an event"
    sleep 1
    read -r xacts wal used <<<"$before"
    events=$(($(sql "SELECT count(*) FROM events") - events))
    echo "   an event costs $(echo "scale=2; ($(sql "SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'") - $xacts) / $events" | bc) transactions," \
        "$(echo "($(sql "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn") - $wal) / $events" | bc) bytes of WAL," \
        "$(echo "($(cpu) - $used) * 10000 / $events" | bc) us of the database's processors"
done
echo "   on disk: $(sql "SELECT (SELECT sum(pg_total_relation_size(c)) FROM unnest(ARRAY['events','tables','seats','places']::regclass[]) AS c) / (SELECT count(*) FROM events)") bytes an event, with its indexes"
