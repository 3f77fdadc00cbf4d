#!/bin/bash
# SPDX-License-Identifier: MIT
# Every test there is: make test. Each step says what it does and how long it took.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-2}
started=$SECONDS

step() { # WORDS COMMAND…
    local words=$1 begun=$SECONDS
    shift
    printf '== %s\n' "$words"
    "$@" || { printf '== %s: FAILED\n' "$words"; exit 1; }
    printf '== %s: %d s\n' "$words" $((SECONDS - begun))
}

build() { # PRESET FOLDER [TARGET…]
    local preset=$1 folder=$2
    shift 2
    cmake --preset "$preset" >/dev/null
    cmake --build "$folder" -j "$jobs" --target "${@:-all}" >"$folder/build.log" 2>&1 ||
        { cat "$folder/build.log"; return 1; }
}

laws() { # FOLDER PERCENT
    cmake -DTAKHT_LAW_PERCENT="$2" "$1" >/dev/null
}

# Half of the tests wait for servers, disks and bots more than they compute: two of them share a core.
ctests() { # FOLDER
    ctest --test-dir "$1" --output-on-failure -j $((2 * jobs)) | grep -vE '^ *Start|Passed' || return 1
}

races() {
    build/tsan/takht sim splendor --games 400 --threads 4 --bots greedy,random >/dev/null &&
        build/tsan/takht trace splendor --games 60 --threads 4 >/dev/null &&
        build/tsan/tests/unit_bots same_seed_same_thoughts >build/tsan/log 2>&1 &&
        grep -q 'PASSED.* 1 test' build/tsan/log && # no test of that name would pass, too
        build/tsan/tests/server_behaviour >/dev/null 2>build/tsan/log &&
        build/tsan/tests/server_bots >/dev/null 2>build/tsan/log &&
        build/tsan/tests/server_wedge >/dev/null 2>build/tsan/log &&
        build/tsan/tests/server_kill 5 3 || { cat build/tsan/log; return 1; }
}

linted() {
    wait "$lint" || { cat build/lint.log; return 1; }
}

page() { # SCRIPT of web/package.json
    npm --prefix web run --silent "$1"
}

step "the engine for browsers" env JOBS="$jobs" bind/wasm/build.sh build
step "the page: types" page check
step "the page: units and words" page unit
step "the page: build" tools/page.sh
step "build (release)" build release build
laws build "${LAWS:-50}"
step "laws over random games, scripts, golden traces, units, server" ctests build
step "the command" tests/cli.sh build/takht
step "PostgreSQL: the store, nodes that are killed, and the way there and back" tests/stores.sh build short
step "the screen" tests/screen.sh "$PWD/build/takht"
step "terminals at a server" tests/far.sh "$PWD/build/takht"
# Much of a game in a browser is waiting: meanwhile the linter looks at the sources, and the next build is made.
nice tests/lint.sh "$jobs" quick >build/lint.log 2>&1 &
lint=$!
(renice -n 15 "$BASHPID" >/dev/null 2>&1 || true; build asan build/asan) &
asan=$!
trap 'kill "$lint" "$asan" 2>/dev/null || true' EXIT
step "the page in a browser" page browser
step "format and lint" linted
step "freestanding and WebAssembly" tests/freestanding.sh build
step "WebAssembly and its package" tests/wasm.sh build
step "bots as WebAssembly think as here" env JOBS="$jobs" tests/thoughts-wasm.sh build
step "the library, C and Python" tests/library.sh build
step "a seventh game in one folder" tests/seventh.sh "$jobs"
step "build (address and undefined behaviour sanitizers)" wait "$asan"
laws build/asan 3
step "the same tests under the sanitizers" ctests build/asan
step "build (thread sanitizer)" build tsan build/tsan takht unit_bots server_behaviour server_bots server_wedge server_kill
step "threads without races" races
printf 'all tests passed in %d s\n' $((SECONDS - started))
