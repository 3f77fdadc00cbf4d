#!/bin/bash
# SPDX-License-Identifier: MIT
# The image: built without a registry by buildah on a base made by mmdebstrap, then looked at and run as a container would run it:
# its files as a read-only root, a user that is nobody, a folder for data.  container.sh BUILD        (as root)
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "container: root is needed"; exit 77; }
[ -x "$build/static/takht" ] && [ -s "$build/static/THIRD-PARTY" ] || { echo "container: make static comes first"; exit 1; }
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || :; umount "$work/root/data" "$work/root" 2>/dev/null || :; rm -rf "$work"' EXIT
fail() { echo "container: $1" >&2; exit 1; }
bud() { buildah --root "$work/store" --runroot "$work/run" --storage-driver vfs "$@"; }

mmdebstrap --quiet --variant=essential bookworm "$work/base.tar" >"$work/log" 2>&1 || { tail -5 "$work/log"; fail "no base"; }
base=$(bud from scratch)
bud add "$base" "$work/base.tar" / >/dev/null
bud commit -q "$base" localhost/takht-base >/dev/null
bud bud -q --format docker --isolation chroot --build-arg BASE=localhost/takht-base -t takht . >"$work/log" 2>&1 || { tail -20 "$work/log"; fail "it does not build"; }
told=$(bud inspect --type image takht)
has() { grep -q "$1" <<<"$told" || fail "the image lacks $2"; }
has '"User": "65534:65534"' "a user that is not root"
has '/takht", *$\|"/takht"' "its entry"
has 'Healthcheck' "a check of its health"
rm -rf "$build/container"
mkdir -p "$build/container"
bud push -q takht "docker-archive:$build/container/takht.tar" >/dev/null
xz -f -T1 "$build/container/takht.tar"

mkdir "$work/root" "$work/data"
made=$(bud from takht)
cp -a "$(bud mount "$made")/." "$work/root/"
[ "$(find "$work/root" -type f | wc -l)" -le 3 ] || fail "there is more inside than it needs: $(find "$work/root" -type f)"
[ -s "$work/root/THIRD-PARTY" ] && [ -s "$work/root/LICENSE" ] || fail "it does not say whose work it is"
chown 65534:65534 "$work/data"
mount --bind "$work/root" "$work/root"
mount --bind "$work/data" "$work/root/data"
mount -o remount,ro,bind "$work/root"
inside() { chroot --userspec=65534:65534 "$work/root" /takht "$@"; }
TAKHT_DATA=/data/takht.db TAKHT_LISTEN=127.0.0.1:18080 chroot --userspec=65534:65534 "$work/root" /takht serve --quiet >"$work/told" 2>&1 &
server=$!
"${PYTHON:-/usr/bin/python3}" -B tests/server/visit.py http://127.0.0.1:18080 splendor || { cat "$work/told"; fail "nobody can play"; }
[ "$(TAKHT_LISTEN=127.0.0.1:18080 inside health)" = ok ] || fail "its health is not ok"
kill "$server"
wait "$server" || fail "it does not stop well"
server=
TAKHT_LISTEN=127.0.0.1:18080 inside health 2>/dev/null && fail "it is called well when it is gone"
umount "$work/root/data" "$work/root"
echo "container: $(stat -c %s "$build/container/takht.tar.xz") bytes packed, $(find "$work/root" -type f | wc -l) files; runs read-only as nobody, and is well"
