#!/bin/bash
# SPDX-License-Identifier: MIT
# The Python package over a library under the address and undefined-behaviour sanitizers: its tests, and random misuse.  python-asan.sh JOBS
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-2}
folder=build/asan-lib
python=${PYTHON:-/usr/bin/python3}
cmake -S . -B $folder -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTAKHT_LIBRARY_ONLY=ON -DTAKHT_SANITIZE=address,undefined >/dev/null
cmake --build $folder -j "$jobs" --target takht_shared >$folder/build.log 2>&1 || { tail -30 $folder/build.log; exit 1; }
# What Python itself keeps is not looked for; the library's own leaks are found by the tests in C.
LD_PRELOAD=$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so) ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
    PYTHONMALLOC=malloc PYTHONPATH=bind/python TAKHT_LIBRARY=$PWD/$folder/bind/libtakht.so.0 MISUSE=${MISUSE:-2000} \
    "$python" -m pytest -q -p no:cacheprovider bind/python/tests | tail -3
