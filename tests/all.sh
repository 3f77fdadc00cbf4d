#!/bin/bash
# SPDX-License-Identifier: MIT
# Everything: what every change passes, and then what takes long, each a target of its own and none for longer than HOURS_EACH. It goes
# on after a failure and tells all of them at the end.
#
#     all.sh          all of it, as root; hours
#     all.sh list     the targets that take long: what .github and .gitlab-ci.yml run at night (tests/version.sh compares them)
set -uo pipefail
cd "$(dirname "$0")/.." || exit
long=(lint sizes screen-test seventh firefox proxy python-asan compilers coverage docs npm sbom dist-test static container package-test
    service wasm-test arm64-test cluster-test soak fuzz)
if [ "${1:-}" = list ]; then
    printf '%s\n' "${long[@]}"
    exit
fi
export LAWS=100 # as many random games as the laws of each game want; make test plays half of them
export LONG=1 # whole games in the browser where make test plays a part of them
export SECONDS_EACH=${SECONDS_EACH:-300} # the fuzzers together an hour
failed=()
for target in test "${long[@]}"; do
    started=$SECONDS
    echo "==== make $target"
    if timeout --kill-after=60 "${HOURS_EACH:-3}h" make "$target" </dev/null; then
        echo "==== make $target: passed in $((SECONDS - started)) s"
    else
        echo "==== make $target: FAILED after $((SECONDS - started)) s"
        failed+=("$target")
    fi
done
[ ${#failed[@]} = 0 ] || { echo "==== failed: ${failed[*]}"; exit 1; }
echo "==== all of it passed in $((SECONDS / 60)) minutes"
