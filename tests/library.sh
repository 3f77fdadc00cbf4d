#!/bin/bash
# SPDX-License-Identifier: MIT
# As a stranger would: install into an empty folder, build what docs/library.md shows, and play. library.sh BUILD
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
tree=$PWD
python=${PYTHON:-/usr/bin/python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --build "$build" --target library >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --install "$build" --prefix "$work/here" --component library >/dev/null
names=$(nm -D --defined-only "$work/here/lib/libtakht.so" | awk '{print $3}' | grep -v '^tk_\|^TAKHT_0' || true)
if [ -n "$names" ]; then
    echo "libtakht shows names that are not its own: $names"
    exit 1
fi
tests/version.sh "$build/takht" "$work/here/lib/libtakht.so.0"
example() { # LANGUAGE of the n-th example
    awk -v what="\`\`\`$1" '$0 == what {on = 1; n++; next} /^```/ {on = 0} on && n == '"${2:-1}" "$tree/docs/library.md"
}
cd "$work"
export PKG_CONFIG_PATH=$work/here/lib/pkgconfig LD_LIBRARY_PATH=$work/here/lib
example c >play.c
# shellcheck disable=SC2046
cc -Wall -Wextra -Werror play.c $(pkg-config --cflags --libs takht) -o play
./play | grep 'games' >/dev/null # to its end: who writes on into a closed pipe fails
# shellcheck disable=SC2046
cc play.c $(pkg-config --cflags takht) here/lib/libtakht.a -lm -lpthread -o play_static
./play_static | cmp - <(./play)
# the same by CMake, and as it is installed among the examples
diff <(grep -v '^/\*.*\*/$' here/share/takht/examples/games.c) play.c
mkdir -p by-cmake
cat >by-cmake/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(mine C)
find_package(takht 0.2 REQUIRED)
add_executable(mine ../play.c)
target_link_libraries(mine takht::takht)
END
if ! { cmake -S by-cmake -B by-cmake/build -DCMAKE_PREFIX_PATH="$work/here" && cmake --build by-cmake/build; } >log 2>&1; then
    cat log
    exit 1
fi
by-cmake/build/mine | cmp - <(./play)
example python 1 >one.py
example python 2 >many.py
export PYTHONPATH=$tree/bind/python TAKHT_LIBRARY=$work/here/lib/libtakht.so.0
"$python" one.py | grep 'Game "splendor"' >/dev/null
"$python" many.py
researcher() { # of the n-th example
    awk -v n="$1" '$0 == "```python" {on = 1; seen++; next} /^```/ {on = 0} on && seen == n' "$tree/docs/research.md"
}
researcher 1 >judge.py
"$python" judge.py
for threads in 1 2; do
    "$build/takht" dataset splendor --save "positions$threads.npz" --games 2 --bots mcts:sims=20 --seed 3 --threads $threads >/dev/null
done
cmp positions1.npz positions2.npz
mv positions1.npz positions.npz
researcher 2 >data.py
"$python" data.py | grep '^splendor [0-9]* positions' >/dev/null
"$python" - <<'END'
import numpy as np
data = np.load("positions.npz")
assert np.allclose(data["policy"].sum(1), 1, atol=1e-4) and not (data["policy"][data["legal"] == 0]).any()
assert np.allclose(data["outcome"].sum(1), 0) and (np.nan_to_num(data["value"], nan=0.5) <= 1).all()
made = data["move"] >= 0
assert data["legal"][made, data["move"][made]].all()
END
"$python" "$tree/bind/python/examples/learn.py" >learned || { cat learned; exit 1; } # beats chance, in some seconds
"$python" -m pytest -q -p no:cacheprovider "$tree/bind/python/tests" | tail -1
echo "library: installed, built and played as docs/library.md says"
