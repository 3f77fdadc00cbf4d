#!/bin/bash
# SPDX-License-Identifier: MIT
# Which lines and branches of core and games the fast tests reach: scripts, laws over some random games, golden traces, units, the
# door. At least 95 of 100 lines, and 85 of 100 branches of the rules.  coverage.sh JOBS
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-2}
folder=build/coverage
cmake -S . -B $folder -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTAKHT_COVERAGE=ON -DTAKHT_LAW_PERCENT=1 >/dev/null
mapfile -t units < <(cd tests/unit && printf 'unit_%s\n' fields record rng text door bots)
mapfile -t others < <(for file in games/*/tests/*.c; do [ -e "$file" ] && printf '%s\n' "$file" | sed -E 's|games/([a-z]+)/tests/([a-z_]+)\.c|unit_\1_\2|'; done)
cmake --build $folder -j "$jobs" --target takht scripts properties bind_games "${units[@]}" "${others[@]}" >$folder/build.log 2>&1 ||
    { tail -30 $folder/build.log; exit 1; }
find $folder -name '*.gcda' -delete
ctest --test-dir $folder -j "$jobs" -R '^(scripts|laws|golden|bind)\.|^unit\.(fields|record|rng|text|door|splendor|duel|kingdom|domino)' \
    >$folder/tests.log 2>&1 || { tail -30 $folder/tests.log; exit 1; }
for record in tests/fixtures/0.1/*.takht; do
    $folder/takht replay "$record" --words >/dev/null
    $folder/takht replay "$record" --words --lang fa >/dev/null
done

# Tables of words are data. What draws on a terminal and what bots think of a position is tested where it is used.
report() { # NAME OPTIONS…
    local name=$1
    shift
    gcovr --root . --object-directory $folder --gcov-ignore-parse-errors --exclude '.*_words\.c' --exclude '.*/tests/.*' --exclude-unreachable-branches \
        --print-summary --txt "$folder/$name.txt" "$@" | sed -n "s/^\(lines\|branches\)/$name: \1/p"
    grep -qE '\.c +[0-9]+ ' "$folder/$name.txt" || { echo "coverage: no file is counted among $name"; exit 1; } # which would pass, too
}
report all --filter 'core/' --filter 'games/' --fail-under-line 95 --html-details $folder/index.html
report rules --filter 'games/[a-z]+/(rules|moves|score|effects|bill|lists|areas|board|deck|kingdom|modes|sheet|refuse)\.c' --fail-under-branch 85
echo "coverage: line by line in $folder/index.html"
