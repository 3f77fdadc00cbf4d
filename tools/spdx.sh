#!/bin/bash
# SPDX-License-Identifier: MIT
# Every source says its licence in its first lines: spdx.sh adds the line where it is missing, spdx.sh --check names those without.
set -euo pipefail
cd "$(dirname "$0")/.."
line="SPDX-License-Identifier: MIT"
missing=()
while read -r file; do
    head -n 3 "$file" | grep -qF "$line" || missing+=("$file")
done < <(git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.sh' '*.py' '*.js' '*.mjs' '*.ts' '*.mts' '*.svelte' '*.css' '*.cmake' 'CMakeLists.txt' '*/CMakeLists.txt' Makefile \
    '*Containerfile' 'packaging/*.*' '*.yml' '*.c.in' '*.cmake.in' '*.map' '*/pyproject.toml' 'debian/rules' 'debian/*.postinst' 'debian/*.prerm' 'debian/*.postrm' 'debian/*.config')

if [ "${1:-}" = --check ]; then
    [ ${#missing[@]} = 0 ] || { printf 'spdx: %s does not say its licence (tools/spdx.sh)\n' "${missing[@]}"; exit 1; }
    exit 0
fi
for file in ${missing[@]+"${missing[@]}"}; do
    case $file in
    *.c | *.h | *.css | *.c.in | *.map) words="/* $line */" ;;
    *.ts | *.mts | *.js | *.mjs) words="// $line" ;;
    *.svelte) words="<!-- $line -->" ;;
    *) words="# $line" ;;
    esac
    # below the line that names the interpreter, where there is one
    at=0
    head -n 1 "$file" | grep -q '^#!' && at=1
    { head -n $at "$file"; printf '%s\n' "$words"; tail -n +$((at + 1)) "$file"; } >"$file.new"
    cat "$file.new" >"$file"
    rm "$file.new"
done
echo "spdx: ${#missing[@]} files say it now"
