#!/bin/bash
# SPDX-License-Identifier: MIT
# The rules and the bots on an ARM machine of 64 bits, which qemu plays: the same games, the same numbers of
# the nets, the same moves as noted; and the units, among them that every way to count a net counts the same.  arm64.sh BUILD
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
compiler=aarch64-linux-gnu-gcc
command -v "$compiler" qemu-aarch64 >/dev/null || { echo "needs gcc-aarch64-linux-gnu and qemu-user" >&2; exit 2; }
work=$build/arm64
mkdir -p "$work"
mapfile -t sources < <(git ls-files --cached --others --exclude-standard 'core/*.c' 'games/*.c' 'bots/*.c' | grep -v '/tests/')
units=(fields net pack record rng text)
programs=(tools/fingerprint.c tools/thoughts.c)
for unit in "${units[@]}"; do programs+=("tests/unit/$unit.c"); done
sources+=("$build/games/registry.c" "$build/bots/nets.S")

object() { # SOURCE: its object, made anew if the source or any header changed
    local object=$work/${1//\//_}.o
    [ -n "$(find "$1" $headers -newer "$object" -print -quit 2>/dev/null || true)" ] || [ ! -e "$object" ] || return 0
    "$compiler" -std=c17 -O2 -ffp-contract=off -fno-math-errno -D_GNU_SOURCE -I. -Itests/plain -I"$build/bots" -c "$1" -o "$object"
}
headers=$(git ls-files --cached --others --exclude-standard 'core/*.h' 'games/*.h' 'games/*.inc' 'bots/*.h' 'tests/plain/*.h' 'tests/unit/*.h')
export -f object
export compiler work build headers
printf '%s\n' "${sources[@]}" "${programs[@]}" | xargs -P "${JOBS:-2}" -I{} bash -c 'object "$1"' _ {}

parts=()
for source in "${sources[@]}"; do
    parts+=("$work/${source//\//_}.o")
done
for program in "${programs[@]}"; do
    "$compiler" -static "$work/${program//\//_}.o" "${parts[@]}" -lm -lpthread -o "$work/$(basename "$program" .c)"
done
for unit in "${units[@]}"; do
    told=$(qemu-aarch64 "$work/$unit")
    echo "unit $unit on arm64: ${told##*$'\n'}"
done
sh tests/thoughts.sh qemu-aarch64 "$work/thoughts"
echo "bots on arm64: as noted"
cat >"$work/fingerprint.sh" <<END
#!/bin/sh
exec qemu-aarch64 $work/fingerprint
END
chmod +x "$work/fingerprint.sh"
[ "${RULES:-yes}" = no ] || sh tests/fingerprints.sh "$work/fingerprint.sh"
echo "rules on arm64: as noted"
