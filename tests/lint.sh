#!/bin/bash
# SPDX-License-Identifier: MIT
# clang-format and clang-tidy over the C sources, shellcheck over the scripts, eslint over the page: no difference, no finding.
#
#     lint.sh [JOBS [quick]]      quick: without the static analyser, which takes most of the time (make test)
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-2}
checks=()
[ "${2:-}" != quick ] || checks=(--checks=-clang-analyzer-*)
tools/sources.sh | xargs clang-format-14 --dry-run -Werror
[ "${2:-}" = quick ] || tools/spdx.sh --check
cmake --preset release >/dev/null
cmake --build build --target commit >/dev/null # the one header that is made when all of it is built
tools/sources.sh | grep '\.c$' | grep -v '^tests/fuzz/\|^examples/' | xargs -n 2 -P "$jobs" clang-tidy-14 --quiet "${checks[@]}" -p build 2>/dev/null
git ls-files --cached --others --exclude-standard '*.sh' debian/'*.postinst' debian/'*.prerm' debian/'*.postrm' debian/'*.config' .ci/run | xargs shellcheck --severity=warning -e SC1091
npm --prefix web run --silent lint
