#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs quick fuzz targets on as many cores as there are, from the folder that tests/fuzz.sh quick has made:
#
#     run.sh SECONDS TARGET=PROCESSES…        [OUT=FOLDER: what was found interesting, least inputs of all processes, NAME.tar.xz]
#
# Each process learns for itself, in memory. It tells how often each target ran, and what failed.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
seconds=$1
shift
work=$(mktemp -d -p /dev/shm)
trap 'rm -rf "$work"' EXIT
export TAKHT_GOLDEN=$work/golden
mkdir "$TAKHT_GOLDEN"
for file in "$here"/golden/*.gz; do gzip -dc "$file" >"$TAKHT_GOLDEN/$(basename "$file" .gz)"; done
# Longer texts repeat what shorter ones say.
declare -A longest=([golden]=256 [move]=256 [name]=512 [message]=512 [model]=512 [deal]=4096 [load]=4096 [record]=4096 [trace]=4096)

for part; do
    name=${part%%=*}
    for i in $(seq "${part##*=}"); do
        mkdir -p "$work/$name.$i"
        nice -n 19 "$here/fuzz_$name" -entropic=0 -max_total_time="$seconds" -max_len="${longest[$name]:-65536}" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
            -artifact_prefix="$work/failed-$name-" "$work/$name.$i" "$here/seeds/$name" "$here/kept/$name" >"$work/$name.$i.log" 2>&1 &
    done
done
wait
for part; do
    name=${part%%=*}
    awk -v name="$name" '/^stat::number_of_executed_units:/ {sum += $2} END {printf "%s: %d executions\n", name, sum}' "$work/$name".*.log
    grep -L '^Done [0-9]* runs' "$work/$name".*.log | while read -r log; do tail -n 40 "$log"; done
    [ -z "${OUT:-}" ] || {
        mkdir "$work/$name.least"
        "$here/fuzz_$name" -merge=1 -max_len=2048 "$work/$name.least" "$here/kept/$name" "$work/$name".[0-9]*/ >"$work/merge.log" 2>&1
        tar -C "$work" -cJf "$OUT/$name.tar.xz" "$name.least"
    }
done
failed=$(find "$work" -name 'failed-*')
[ -z "$failed" ] || { [ -z "${OUT:-}" ] || cp "$work"/failed-* "$OUT"; echo "failed: $failed"; exit 1; }
