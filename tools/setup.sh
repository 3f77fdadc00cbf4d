#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing, by name: from Debian what the build needs (for `test` what the tests need too, for
# `arm64` and `wasm` what those need that build for other machines, for `static` and `package` what is given away, for `service` systemd, for `cluster`
# PostgreSQL and HAProxy, for `proxy` nginx and HAProxy), from npm the packages of web/package-lock.json. Does nothing, and quickly, when everything is there.
set -eu
cd "$(dirname "$0")/.."

wasm="clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32"
run="build-essential cmake ninja-build pkg-config libjansson-dev libncurses-dev libfribidi-dev libuv1-dev libssl-dev libsqlite3-dev libsodium-dev libutf8proc-dev libpq-dev zlib1g-dev $wasm"
test="libclang-rt-14-dev clang-format-14 clang-tidy-14 libcmocka-dev shellcheck tmux procps man-db gzip python3 python3-numpy python3-pytest python3-setuptools python3-wheel python3-pip postgresql-15"
cluster="postgresql-15 haproxy iproute2 curl"

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
firefox)
    wanted=$run
    [ -n "${FIREFOX:-}" ] || command -v firefox-esr >/dev/null || command -v firefox >/dev/null || wanted="$wanted firefox-esr"
    ;;
cluster) wanted="$run $cluster" ;;
proxy) wanted="$run haproxy openssl python3" ;;
service) wanted="$run systemd iproute2 curl" ;;
arm64) wanted="$run gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" ;;
wasm) wanted=$run ;;
static) wanted="$run python3 qemu-user" ;;
package) wanted="$run debhelper dh-python po-debconf lintian fakeroot mmdebstrap python3-all python3-setuptools xz-utils python3 iproute2" ;;
container) wanted="$run buildah mmdebstrap xz-utils python3" ;;
docs) wanted="python3-markdown man-db git" ;;
coverage) wanted="$run gcovr libcmocka-dev" ;;
compilers) wanted="$run gcc-12 clang-14 clang-16 libcmocka-dev" ;;
*)
    sed -nE 's/^([a-z0-9]+)\).*/usage: tools\/setup.sh \1/p' "$0" >&2
    exit 2
    ;;
esac
# A tarball brings its page along, and PAGE=no wants none: node is for those who change the page, or test it.
has_page() {
    [ "${1:-run}" = docs ] || { [ -e web/dist/.packed/prebuilt ] || [ "${PAGE:-yes}" = no ]; } && [ "${1:-run}" != test ]
}
has_node || has_page "$@" || wanted="$wanted nodejs npm"

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
    # The package would start a server of the whole machine; ours run in folders of their own.
    case $missing in
    *postgresql*)
        if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
            $as_root mkdir -p /etc/postgresql-common
            echo "create_main_cluster = false" | $as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
        fi
        ;;
    esac
    echo "Installing:$missing"
    $as_root apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing
}

# nginx would serve the whole machine from now on, at port 80: where there is none, its program alone is taken out of the package.
nginx_aside() {
    command -v nginx >/dev/null || [ -e build/aside/usr/sbin/nginx ] && return
    mkdir -p build/aside
    (cd build/aside && apt-get download -qq -o APT::Sandbox::User=root nginx && dpkg -x nginx_*.deb . && rm nginx_*.deb)
}

# The lock file is kept beside what was installed from it: as long as it is the same, nothing is to be done.
modules() {
    cmp -s web/package-lock.json web/node_modules/.installed && return
    echo "Installing the packages of web/package-lock.json"
    (cd web && npm ci --prefer-offline --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=10000 --no-progress --loglevel=error) || {
        echo "npm cannot fetch what the page is built with. Without a network: the tarball of a release has its page inside, and with PAGE=no" \
            "everything but the page is built (PAGE=no make build)." >&2
        exit 1
    }
    cp web/package-lock.json web/node_modules/.installed
}

if command -v dpkg-query >/dev/null; then
    packages
    [ "${1:-run}" != proxy ] || nginx_aside
else
    echo "This is no Debian system; please see to it that these are installed: $wanted" >&2
fi
if has_page "$@"; then
    :
elif has_node; then
    modules
else
    echo "There is no node 18 or newer: the server is built without its page." >&2
fi
