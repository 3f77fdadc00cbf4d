#!/bin/sh
# Installs what is missing, by name, from Debian: for `run` what the command needs, for `test` what the
# tests need too. Does nothing, and quickly, when everything is there.
set -eu

run="build-essential cmake ninja-build pkg-config libjansson-dev libncurses-dev libfribidi-dev libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libsqlite3-dev libsodium-dev"
test="clang-14 lld-14 libclang-rt-14-dev clang-format-14 clang-tidy-14 libcmocka-dev tmux man-db gzip"

case ${1:-run} in
run) wanted=$run ;;
test) wanted="$run $test" ;;
*)
    echo "usage: tools/setup.sh run|test" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian system; please see to it that these are installed: $wanted" >&2
    exit 0
fi

missing=
for package in $wanted; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true) in
    installed) ;;
    *) missing="$missing $package" ;;
    esac
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Please install as root:$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing:$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing
