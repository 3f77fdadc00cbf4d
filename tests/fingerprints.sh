#!/bin/sh
# SPDX-License-Identifier: MIT
# The fingerprint of every game is the one noted in its folder. If the rules were meant to change, note
# the new one: build/tools/fingerprint GAME… > games/FOLDER/fingerprint.txt
set -eu
fingerprint=$1
cd "$(dirname "$0")/.."
cat games/*/fingerprint.txt | sort >"${TMPDIR:-/tmp}/fingerprints.$$"
trap 'rm -f "${TMPDIR:-/tmp}/fingerprints.$$"' EXIT
"$fingerprint" | sort | diff "${TMPDIR:-/tmp}/fingerprints.$$" -
