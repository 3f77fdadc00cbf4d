#!/bin/bash
# clang-format and clang-tidy over the C sources: no difference, no finding.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-2}
tools/sources.sh | xargs clang-format-14 --dry-run -Werror
cmake --preset release >/dev/null
tools/sources.sh | grep '\.c$' | grep -v '^tests/fuzz/' | xargs -n 2 -P "$jobs" clang-tidy-14 --quiet -p build 2>/dev/null
