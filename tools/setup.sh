#!/bin/sh
# Installs what is missing, by name: from Debian what the build needs (and for `test` what the tests need
# too), from npm the packages of web/package-lock.json. Does nothing, and quickly, when everything is there.
set -eu
cd "$(dirname "$0")/.."

run="build-essential cmake ninja-build pkg-config libjansson-dev libncurses-dev libfribidi-dev libuv1-dev libssl-dev libsqlite3-dev libsodium-dev libutf8proc-dev"
test="clang-14 lld-14 libclang-rt-14-dev clang-format-14 clang-tidy-14 libcmocka-dev tmux man-db gzip python3"

# A node that somebody has installed in another way is as good as Debian's, if it is not older.
has_node() {
    command -v npm >/dev/null && command -v node >/dev/null &&
        node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)'
}

has_chromium() {
    [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null
}

case ${1:-run} in
run) wanted=$run ;;
test)
    wanted="$run $test"
    has_chromium || wanted="$wanted chromium"
    ;;
*)
    echo "usage: tools/setup.sh run|test" >&2
    exit 2
    ;;
esac
has_node || wanted="$wanted nodejs npm"

packages() {
    missing=
    for package in $wanted; do
        case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true) in
        installed) ;;
        *) missing="$missing $package" ;;
        esac
    done
    [ -z "$missing" ] && return

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
}

# The lock file is kept beside what was installed from it: as long as it is the same, nothing is to be done.
modules() {
    cmp -s web/package-lock.json web/node_modules/.installed && return
    echo "Installing the packages of web/package-lock.json"
    (cd web && npm ci --no-progress --loglevel=error)
    cp web/package-lock.json web/node_modules/.installed
}

if command -v dpkg-query >/dev/null; then
    packages
else
    echo "This is no Debian system; please see to it that these are installed: $wanted" >&2
fi
if has_node; then
    modules
else
    echo "There is no node 18 or newer: the server is built without its page." >&2
fi
