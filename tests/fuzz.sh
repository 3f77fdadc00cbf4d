#!/bin/bash
# SPDX-License-Identifier: MIT
# Fuzzes every parser, and the rules against golden traces, for some seconds each.
#
#     fuzz.sh [JOBS [SECONDS [TARGET…]]]
#     fuzz.sh quick [JOBS [TARGET…]]
#                             builds the targets so that they run often, and packs build/fuzz-quick/away: a folder for any Linux, with run.sh
#     fuzz.sh keep            packs what build/fuzz/corpus has learnt as tests/fuzz/corpus.tar.xz: of each target at most 200 small inputs
#
# Each begins with examples made anew and with the inputs that earlier runs have kept.
set -euo pipefail
cd "$(dirname "$0")/.."
fuzz=build/fuzz
kept=tests/fuzz/corpus.tar.xz
export TAKHT_GOLDEN=$fuzz/golden

unpack() {
    mkdir -p $fuzz/kept $fuzz/golden
    [ ! -e $kept ] || tar -xf $kept -C $fuzz/kept
    for file in games/*/golden/*.jsonl.gz; do
        gzip -dc "$file" >"$fuzz/golden/$(basename "$file" .gz)"
    done
}

# Nothing of the machine it was built on is needed where it runs.
away() { # JOBS TARGET…
    local quick=build/fuzz-quick jobs=$1 name
    shift
    cmake --preset fuzz-quick >/dev/null
    cmake --build $quick -j "$jobs" --target fuzz_seeds "${@/#/fuzz_}" >$quick/build.log || { tail -30 $quick/build.log; exit 1; }
    unpack
    rm -rf $quick/away
    mkdir -p $quick/away/{golden,kept,seeds}
    $quick/tests/fuzz_seeds $quick/seeds
    for name; do
        strip -o $quick/away/fuzz_"$name" $quick/tests/fuzz_"$name"
        mkdir -p $quick/away/{seeds,kept}/"$name"
        [ ! -e $quick/seeds/"$name" ] || cp $quick/seeds/"$name"/* $quick/away/seeds/"$name"
        [ ! -e $fuzz/kept/"$name" ] || cp $fuzz/kept/"$name"/* $quick/away/kept/"$name"
    done
    cp games/*/golden/*.jsonl.gz $quick/away/golden
    cp tests/fuzz/run.sh $quick/away
    echo "$quick/away: $(du -sm $quick/away | cut -f 1) MB; run.sh SECONDS TARGET=PROCESSES…"
}

# The same coverage with as few and as small inputs as libFuzzer finds.
keep() {
    local name
    unpack
    rm -rf $fuzz/least
    for name in "${all[@]}"; do # also what did not run this time
        mkdir -p "$fuzz/least/$name" "$fuzz/kept/$name" "$fuzz/corpus/$name"
        "$fuzz/tests/fuzz_$name" -merge=1 -max_len=2048 "$fuzz/least/$name" "$fuzz/kept/$name" "$fuzz/corpus/$name" >"$fuzz/$name.log" 2>&1
        find "$fuzz/least/$name" -type f -printf '%s %p\n' | sort -n | tail -n +201 | cut -d ' ' -f 2 | xargs -r rm
    done
    tar --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime=@0 -C $fuzz/least -cf - . | xz -9 -T1 -c >$kept
    echo "$kept: $(find $fuzz/least -type f | wc -l) inputs, $(stat -c %s $kept) bytes"
}

# Nothing longer is of interest: texts of these kinds are shorter, and what comes after the first fault in them is not read.
declare -A longest=([golden]=256 [move]=256 [name]=512 [deal]=4096 [load]=8192 [record]=8192 [trace]=16384 [model]=4096 [message]=4096)
# Memory that was given back is watched for longer than one execution lasts; watching more of it costs page faults. `message` keeps its
# server from one execution to the next, so there it is watched as long as the sanitizer does by itself.
sanitizer=quarantine_size_mb=8:malloc_context_size=8

run() { # TARGET SECONDS
    local name=$1 log=$fuzz/$1.log
    local options=$sanitizer
    [ "$name" != message ] || options=
    mkdir -p "$fuzz/corpus/$name" "$fuzz/seeds/$name" "$fuzz/kept/$name"
    if ! ASAN_OPTIONS=$options "$fuzz/tests/fuzz_$name" -max_total_time="$2" -max_len="${longest[$name]:-65536}" -timeout=20 -rss_limit_mb=2048 -artifact_prefix="$fuzz/$name-" \
        "$fuzz/corpus/$name" "$fuzz/seeds/$name" "$fuzz/kept/$name" >"$log" 2>&1; then
        tail -40 "$log"
        echo "fuzz $name: failed; the input is $fuzz/$name-*"
        exit 1
    fi
    echo "fuzz $name: $(grep -oE 'Done [0-9]+ runs' "$log")"
}

mapfile -t all < <(cd tests/fuzz && printf '%s\n' fuzz_*.c | sed -E 's/fuzz_(.*)\.c/\1/')
case ${1:-} in
keep)
    keep
    exit
    ;;
quick)
    jobs=${2:-2}
    shift $(($# < 2 ? $# : 2))
    [ $# -gt 0 ] || set -- "${all[@]}"
    away "$jobs" "$@"
    exit
    ;;
esac
jobs=${1:-2}
seconds=${2:-5}
shift $(($# < 2 ? $# : 2))
cmake --preset fuzz >/dev/null
cmake --build $fuzz -j "$jobs" --target fuzzers >$fuzz/build.log || { tail -30 $fuzz/build.log; exit 1; }
[ $# -gt 0 ] || set -- "${all[@]}"
unpack
$fuzz/tests/fuzz_seeds $fuzz/seeds
for name; do
    run "$name" "$seconds"
done
