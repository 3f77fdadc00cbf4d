#!/bin/bash
# SPDX-License-Identifier: MIT
# What every change passes: make test. First everything is built; then two lanes run side by side, the page in a browser and all the rest.
# Both wait a good deal, for servers, screens, bots and the disk: together they keep two cores busy. Each step tells how long it took and
# how much of a processor; what it said lies in build/logs, and is shown if it fails.  run.sh [JOBS]
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-2}
started=$SECONDS
logs=build/logs
rm -rf "$logs"
mkdir -p "$logs"

# Seconds of processor in what `times` wrote: of this shell's commands, not of the shell.
spent() { # FILE
    awk 'NR == 2 {gsub("s", ""); for (i = 1; i <= 2; i++) {split($i, part, "m"); sum += 60 * part[1] + part[2]} printf "%d", sum}' "$1"
}

step() { # WORDS COMMAND…
    local words=$1 begun=$SECONDS log
    shift
    log=$logs/$(tr -cs 'a-zA-Z0-9\n' - <<<"$words").log
    times >"$log.before"
    printf '== %s\n' "$words"
    "$@" >"$log" 2>&1 || { printf '%s\n== %s: FAILED after %d s\n' "$(cat "$log")" "$words" $((SECONDS - begun)); exit 1; }
    times >"$log.after"
    printf '== %s: %d s, %d s of processor\n' "$words" $((SECONDS - begun)) $(($(spent "$log.after") - $(spent "$log.before")))
    rm "$log.before" "$log.after"
}

build() { # PRESET FOLDER [TARGET…]
    local preset=$1 folder=$2
    shift 2
    cmake --preset "$preset" >/dev/null && cmake --build "$folder" -j "$jobs" --target "${@:-all}"
}

# Half of the tests wait for servers, disks and bots more than they compute: two of them share a core.
ctests() { # FOLDER PERCENT of the random games that test the laws
    cmake -DTAKHT_LAW_PERCENT="$2" "$1" >/dev/null && ctest --test-dir "$1" --output-on-failure -j $((2 * jobs))
}

races() {
    build/tsan/takht sim splendor --games 400 --threads 4 --bots greedy,random >/dev/null &&
        build/tsan/takht trace splendor --games 60 --threads 4 >/dev/null &&
        build/tsan/tests/unit_bots same_seed_same_thoughts >build/tsan/log 2>&1 &&
        grep -q 'PASSED.* 1 test' build/tsan/log && # no test of that name would pass, too
        build/tsan/tests/server_behaviour &&
        build/tsan/tests/server_bots &&
        build/tsan/tests/server_wedge &&
        build/tsan/tests/server_kill 5 3
}

page() { # SCRIPT of web/package.json
    npm --prefix web run --silent "$1"
}

# The page is bundled by one process, and the libraries need nothing of it.
page_and_libraries() {
    tools/page.sh &
    local page=$!
    build release build takht_core takht_games takht_bots || { wait "$page" || true; return 1; }
    wait "$page"
}

in_a_browser() {
    step "the page in a browser" page browser
}

# First what waits most, while the browser computes most; at the end what can use all cores.
all_the_rest() {
    step "the page: types" page check
    step "the page: units and words" page unit
    step "the command" tests/cli.sh build/takht
    step "the screen" tests/screen.sh "$PWD/build/takht"
    step "terminals at a server" tests/far.sh "$PWD/build/takht"
    step "PostgreSQL: the store, nodes that are killed, and the way there and back" tests/stores.sh build short
    step "the library, C and Python" tests/library.sh build
    step "WebAssembly and its package" tests/wasm.sh build
    step "laws over random games, scripts, golden traces, units, server" ctests build "${LAWS:-50}"
    step "a seventh game in one folder" tests/seventh.sh "$jobs"
    step "format and lint" nice tests/lint.sh "$jobs" quick
    step "freestanding and WebAssembly" env JOBS="$jobs" tests/freestanding.sh build
    step "bots as WebAssembly think as here" env JOBS="$jobs" tests/thoughts-wasm.sh build
    step "build (address and undefined behaviour sanitizers)" build asan build/asan
    step "the same tests under the sanitizers" ctests build/asan 3
    step "build (thread sanitizer)" build tsan build/tsan takht unit_bots server_behaviour server_bots server_wedge server_kill
    step "threads without races" races
}

step "the engine for browsers" env JOBS="$jobs" bind/wasm/build.sh build
step "the page: build, beside the libraries" page_and_libraries
step "build (release)" build release build

set -m # each lane is a group of processes, so that it can be ended with everything it started
in_a_browser </dev/null &
lanes=($!)
all_the_rest </dev/null &
lanes+=($!)
end() { # what is still under way
    local lane
    for lane in "${lanes[@]}"; do kill -- "-$lane" 2>/dev/null || true; done
}
trap end EXIT
for _ in "${lanes[@]}"; do wait -n; done
printf 'all tests passed in %d s\n' $((SECONDS - started))
