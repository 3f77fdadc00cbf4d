#!/bin/bash
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

ctests() { # FOLDER
    ctest --test-dir "$1" --output-on-failure -j "$jobs" | grep -vE '^ *Start|Passed' || return 1
}

races() {
    build/tsan/takht sim splendor --games 400 --threads 4 --bots greedy,random >/dev/null &&
        build/tsan/takht trace splendor --games 60 --threads 4 >/dev/null &&
        build/tsan/tests/unit_bots same_seed_same_thoughts >build/tsan/log 2>&1 &&
        grep -q 'PASSED.* 1 test' build/tsan/log && # no test of that name would pass, too
        build/tsan/tests/server_behaviour >/dev/null 2>build/tsan/log &&
        build/tsan/tests/server_kill 5 3 || { cat build/tsan/log; return 1; }
}

linted() {
    wait "$lint" || { cat build/lint.log; return 1; }
}

page() { # SCRIPT of web/package.json
    npm --prefix web run --silent "$1"
}

step "the page: types" page check
step "the page: units and words" page unit
step "the page: build" tools/page.sh
step "build (release)" build release build
laws build 100
step "laws over random games, scripts, golden traces, units, server" ctests build
step "the command" tests/cli.sh build/takht
step "the screen" tests/screen.sh "$PWD/build/takht"
# Much of a game in a browser is waiting: the linter looks at the sources meanwhile.
nice tests/lint.sh "$jobs" >build/lint.log 2>&1 &
lint=$!
trap 'kill "$lint" 2>/dev/null || true' EXIT
step "the page in a browser" page browser
step "format and lint" linted
step "freestanding and WebAssembly" tests/freestanding.sh build
step "a seventh game in one folder" tests/seventh.sh "$jobs"
step "build (address and undefined behaviour sanitizers)" build asan build/asan
laws build/asan 3
step "the same tests under the sanitizers" ctests build/asan
step "build (thread sanitizer)" build tsan build/tsan takht unit_bots server_behaviour server_kill
step "threads without races" races
step "fuzzing" tests/fuzz.sh "$jobs" 5
printf 'all tests passed in %d s\n' $((SECONDS - started))
