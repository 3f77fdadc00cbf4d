#!/bin/bash
# SPDX-License-Identifier: MIT
# The engine as WebAssembly: build.sh BUILD leaves in BUILD/wasm
#   rules.wasm   the games alone, small: views, legal moves, records
#   takht.wasm   the same with bots, fast
# Nets are in neither; whoever wants them hands them over (tk_table_net).
set -euo pipefail
mkdir -p "$1/wasm"
work=$(cd "$1/wasm" && pwd)
cd "$(dirname "$0")/../.."
cc=("${CLANG:-clang-14}" --target=wasm32-wasi --sysroot=/usr)
compile=("${cc[@]}")
command -v ccache >/dev/null && compile=(ccache "${cc[@]}")
version=$(cat VERSION)
flags=(-std=c17 -msimd128 -mbulk-memory -fvisibility=hidden -ffp-contract=off -D_Thread_local= -D_GNU_SOURCE -DTAKHT_NO_TERMINAL
    "-DTAKHT_VERSION=\"$version\"" -Wall -Wextra -Werror -I. -Ibind/wasm/shim "-I$work")

# The list of games, as games/CMakeLists.txt makes it.
registry() {
    local folders declarations="" entries=""
    folders=$(printf '%s\n' games/*/*.h | cut -d/ -f2 | LC_ALL=C sort -u)
    for one in $folders; do
        declarations+="extern const struct tk_game *const ${one}_games[];"$'\n'
        entries+="    ${one}_games,"$'\n'
    done
    local text
    text=$(cat games/registry.c.in)
    text=${text//@declarations@/$declarations}
    printf '%s\n' "${text//@entries@/$entries}"
}
: >"$work/nets.inc"
registry >"$work/registry.new"
cmp -s "$work/registry.new" "$work/registry.c" || cp "$work/registry.new" "$work/registry.c"
rm "$work/registry.new"

rules=(bind/table.c bind/show.c "$work/registry.c")
for source in core/*.c games/*/*.c; do
    [[ $source == */draw.c ]] || rules+=("$source")
done
bots=(bind/think.c)
for source in bots/*.c; do
    case $source in */kernel_avx2.c | */kernel_neon.c | */school.c) ;; *) bots+=("$source") ;; esac
done

# What no search goes through is small in either; what it goes through is fast.
level_of() { # SOURCE LEVEL
    case $1 in
        bind/* | core/canvas.c | core/catalogue.c | core/*words.c | core/fields*.c | core/form.c | core/json.c | core/kinds.c | core/option.c | core/record*.c | core/schema.c | core/text.c) echo -Oz ;;
        games/*/audit.c | games/*/complete.c | games/*/fields.c | games/*/refuse.c | games/*/say.c | games/*/sheet.c | games/*/text.c | games/*/view.c) echo -Oz ;;
        games/*/data.c | games/*/game.c | games/*/index.c | games/*/modes.c | games/*/options.c | games/*/preview.c | games/*/situations.c | games/*/styles.c) echo -Oz ;;
        bots/answer.c | bots/bots.c | bots/character.c | bots/coder.c | bots/describe.c | bots/layout.c | bots/nets.c | bots/pack.c | bots/pairs.c | bots/positions.c | bots/report*.c | bots/settings.c | bots/strategy.c) echo -Oz ;;
        *) echo "$2" ;;
    esac
}

# Nothing that went into it, as the compiler has noted beside it, is newer.
is_fresh() { # OBJECT
    local object=$1 part
    [ -e "$object" ] && [ -e "${object%.o}.d" ] || return 1
    for part in VERSION bind/wasm/build.sh $(sed -e 's/^[^:]*: //' -e 's/\\$//' "${object%.o}.d"); do
        [ -e "$part" ] && [ ! "$part" -nt "$object" ] || return 1
    done
}

# Optimised as one program when it is linked: engines of browsers do not look across functions, which cost
# Kingdom Builder a fifth of its speed.
declare -A without=([rules.wasm]=-DTAKHT_NO_THINKING)
module() { # NAME LEVEL SOURCE…
    local made=$work/$1 name=$1 level=$2 objects=() source object
    shift 2
    if [ -e "$made" ] && [ -z "$(find core games bots bind CMakeLists.txt "$work/registry.c" -newer "$made" \( -name '*.[ch]' -o -name '*.inc' -o -name build.sh -o -name CMakeLists.txt \) -print -quit)" ]; then
        return
    fi
    for source; do
        object=$work/${name%.wasm}-$(echo "${source#"$work/"}" | tr / _).o
        objects+=("$object")
        is_fresh "$object" && continue
        "${compile[@]}" "${flags[@]}" "$(level_of "$source" "$level")" ${without[$name]:-} -flto -MMD -c "$source" -o "$object" &
        while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-$(nproc)}" ]; do wait -n; done
    done
    while [ "$(jobs -rp | wc -l)" -gt 0 ]; do wait -n; done
    for object in "$work/${name%.wasm}"-*.o; do # of a source that is gone
        [[ " ${objects[*]} " == *" $object "* ]] || rm "$object"
    done
    "${cc[@]}" -flto -Wl,--lto-O3 -mexec-model=reactor -Wl,--strip-all -Wl,--gc-sections -Wl,--stack-first -Wl,-z,stack-size=2097152 "${objects[@]}" -o "$made.new"
    mv "$made.new" "$made"
    echo "$name: $(stat -c %s "$made") bytes, $(gzip -9 <"$made" | wc -c) packed"
}
module rules.wasm -Oz "${rules[@]}"
module takht.wasm -O3 "${rules[@]}" "${bots[@]}"
