#!/bin/bash
# SPDX-License-Identifier: MIT
# Everything: what every change passes, and then what takes long, each a target of its own. It goes on after a failure and tells all of
# them at the end.  all.sh
set -uo pipefail
cd "$(dirname "$0")/.." || exit
export LAWS=100 # as many random games as the laws of each game want; make test plays half of them
export LONG=1 # whole games in the browser where make test plays a part of them
export SECONDS_EACH=330 # the fuzzers together an hour
targets=(test lint screen-test sizes firefox proxy python-asan compilers coverage docs dist-test static container package-test service wasm-test arm64-test cluster-test soak fuzz)
failed=() skipped=()
for target in "${targets[@]}"; do
    if ! grep -q "^$target:" Makefile; then
        skipped+=("$target")
        continue
    fi
    started=$SECONDS
    echo "==== make $target"
    if make "$target"; then
        echo "==== make $target: passed in $((SECONDS - started)) s"
    else
        echo "==== make $target: FAILED after $((SECONDS - started)) s"
        failed+=("$target")
    fi
done
[ ${#skipped[@]} = 0 ] || echo "==== there is no target ${skipped[*]}"
[ ${#failed[@]} = 0 ] || { echo "==== failed: ${failed[*]}"; exit 1; }
echo "==== all of it passed in $((SECONDS / 60)) minutes"
