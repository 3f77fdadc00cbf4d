#!/bin/sh
# SPDX-License-Identifier: MIT
# The C files that people write: all but those that tools make.
cd "$(dirname "$0")/.." || exit 1
git ls-files --cached --others --exclude-standard -- '*.c' '*.h' | grep -v '_words\.[ch]$'
