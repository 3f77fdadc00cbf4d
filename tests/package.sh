#!/bin/bash
# SPDX-License-Identifier: MIT
# The Debian packages as somebody meets them, in a fresh Debian 12: install, start under systemd, play over the socket, upgrade
# with a game going on, remove, purge.  package.sh BUILD        as root; the fresh root is made with mmdebstrap, from a mirror
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "package: root is needed"; exit 77; }
version=$(cat VERSION)
newer=$version+newer
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

# The same package once more, as if it were the next release.
bump() { # DEB FOLDER
    local folder
    folder=$work/$(basename "$1" .deb)
    dpkg-deb -R "$1" "$folder"
    sed -i "s/^Version: .*/Version: $newer/; s/libtakht0 (= [^)]*)/libtakht0 (= $newer)/" "$folder/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$folder" "$2" >/dev/null
    rm -rf "$folder"
}

# A Debian with systemd and our packages, installed by apt with what they depend on.
fresh() {
    local started=$SECONDS
    mmdebstrap --variant=minbase --include=systemd,systemd-sysv,dbus,apt-utils,man-db --customize-hook="mkdir -p \"\$1/debs\" && cp $build/deb/*.deb \"\$1/debs\"" \
        --customize-hook='chroot "$1" sh -c "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /debs/*.deb gcc libc6-dev pkgconf"' \
        bookworm "$work/root" >"$work/log" 2>&1 || { tail -30 "$work/log"; echo "package: no fresh root"; return 1; }
    echo "package: a fresh Debian with takht in $((SECONDS - started)) s, $(du -sm "$work/root" | cut -f 1) MB"
}

fresh
extra=$work/extra
mkdir -p "$extra/newer" "$extra/tests/server" "$extra/tests/fixtures"
for deb in "$build"/deb/*.deb; do bump "$deb" "$extra/newer"; done
cp tests/server/*.py "$extra/tests/server"
cp tests/fixtures/make.py "$extra/tests/fixtures"
awk '$0 == "```c" {on = 1; next} /^```/ {on = 0} on' docs/library.md >"$extra/play.c"
cat >"$extra/trial.sh" <<END
version=$version newer=$newer
END
cat >>"$extra/trial.sh" <<'END'
exec >/told/told 2>&1
export DEBIAN_FRONTEND=noninteractive HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
failures=0
is() { # WHAT WANTED FOUND
    if [ "$2" = "$3" ]; then echo "package: $1: $3"; else echo "package: $1: $3, wanted $2"; failures=$((failures + 1)); fi
}
well() { # WHAT COMMAND…
    what=$1
    shift
    if "$@" >/tmp/out 2>&1; then echo "package: $what: yes"; else echo "package: $what: NO"; tail -5 /tmp/out; failures=$((failures + 1)); fi
}
visit() { python3 -B /tests/server/visit.py http://127.0.0.1:8080 "$@"; }
state() { systemctl is-active takht.service; }
exists() { if [ -e "$1" ]; then echo there; else echo gone; fi; }

is "it is not started unasked" inactive "$(state)"
is "the command" "takht $version" "$(takht --version | head -n 1 | cut -d ' ' -f 1,2)"
is "the page is inside" "page: inside" "$(takht --version | grep ^page)"
well "the manual" man -w takht
is "completions" "there there there" "$(exists /usr/share/bash-completion/completions/takht) $(exists /usr/share/zsh/vendor-completions/_takht) $(exists /usr/share/fish/vendor_completions.d/takht.fish)"
cd /tmp
well "a program in C" sh -c 'cc /play.c $(pkg-config --cflags --libs takht) -o play && ./play'
well "Python" python3 -c 'import takht; t = takht.start("splendor", players=2, seed=1); envs = takht.make("splendor", players=2, envs=8); envs.reset(); envs.step(envs.sample())'

systemctl enable --now takht.service
well "a whole game of each over the socket" visit
is "the service" active "$(state)"
is "confined" "2 0000000000000000" "$(sed -n 's/^Seccomp:\t//p' /proc/$(systemctl show -p MainPID --value takht)/status) $(sed -n 's/^CapEff:\t//p' /proc/$(systemctl show -p MainPID --value takht)/status)"
well "a game is begun" visit begin /tmp/game
before=$(systemctl show -p MainPID --value takht)
well "upgrade" dpkg -i /newer/takht_*.deb /newer/libtakht*.deb /newer/python3-takht_*.deb
is "the newer one is there" "$newer" "$(dpkg-query -W -f '${Version}' takht)"
is "and runs" "active other" "$(state) $([ "$before" = "$(systemctl show -p MainPID --value takht)" ] && echo same || echo other)"
well "the game goes on" visit finish /tmp/game

well "remove" dpkg -r takht
is "the service is gone" "inactive gone" "$(state) $(exists /usr/bin/takht)"
is "the data is kept" there "$(exists /var/lib/private/takht/takht.db)"
well "purge, with nobody to ask" dpkg -P takht
is "the data is kept" there "$(exists /var/lib/private/takht/takht.db)"

well "install again" dpkg -i /debs/takht_*.deb
well "the old games are there" sh -c 'systemctl start takht && python3 -B /tests/server/visit.py http://127.0.0.1:8080 kingdomino && takht admin counts --data /var/lib/private/takht/takht.db | grep -E "tables over +[0-9]{1,}"'
well "purge, with somebody to ask" sh -c 'unset DEBIAN_FRONTEND; printf "yes\n" | DEBIAN_FRONTEND=readline script -qec "dpkg -P takht" /tmp/asked'
well "it asks" grep -q 'Delete all games and accounts' /tmp/asked
is "the data is deleted" "gone gone" "$(exists /var/lib/private/takht) $(exists /var/lib/takht)"
# What no package owns any more: libtakht-dev is still there, with its examples.
left() {
    find /etc /var/lib/systemd /usr -name '*takht*' ! -path '*python3*' ! -path '*libtakht*' ! -path '*/include/*' ! -path '*/doc/*' ! -path '*/cmake/*' ! -path '*/pkgconfig/*' |
        sort | while read -r path; do dpkg -S "$path" >/dev/null 2>&1 || printf '%s ' "$path"; done
}
is "nothing else is left" "" "$(left)"
[ $failures = 0 ] && echo "package: all is well"
systemctl exit 0
END
tests/boot.sh "$work/root" "$extra" 600
