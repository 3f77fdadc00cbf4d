#!/bin/sh
# SPDX-License-Identifier: MIT
# The shipped unit under a real systemd (tests/boot.sh): starts takht.service with all its restrictions, plays, kills, reloads and stops
# it, and opens the port through takht.socket.
#
#     tests/service.sh BINARY        as root, on Linux with systemd and curl; needs no network and leaves nothing behind
set -eu
takht=$(realpath "$1")
cd "$(dirname "$0")/.."
command -v curl >/dev/null || { echo "service: curl is needed"; exit 77; }
extra=$(mktemp -d)
trap 'rm -rf "$extra"' EXIT
chmod 755 "$extra"
mkdir -p "$extra/usr/bin" "$extra/etc/systemd/system"
cp "$takht" "$extra/usr/bin/takht"
cp packaging/takht.service packaging/takht.socket "$extra/etc/systemd/system/"
cat >"$extra/trial.sh" <<'END'
exec >/told/told 2>&1
systemctl start takht.service
failures=0
is() { # WHAT WANTED FOUND
    if [ "$2" = "$3" ]; then echo "service: $1: $3"; else echo "service: $1: $3, wanted $2"; failures=$((failures + 1)); fi
}
ask() { curl -s --max-time 10 -b /tmp/jar -c /tmp/jar -H 'content-type: application/json' "$@"; }
here=http://127.0.0.1:8080
for i in 1 2 3 4 5 6 7 8 9 10; do [ "$(ask $here/healthz)" = ok ] && break || sleep 0.3; done
is "health" ok "$(ask $here/healthz)"
pid=$(systemctl show -p MainPID --value takht.service)
is "capabilities" 0000000000000000 "$(sed -n 's/^CapEff:\t//p' /proc/$pid/status)"
is "seccomp" 2 "$(sed -n 's/^Seccomp:\t//p' /proc/$pid/status)"
ask $here/api/v1/me >/dev/null
is "a name" 200 "$(ask -o /dev/null -w '%{http_code}' -d '{"name":"Ada"}' $here/api/v1/me)"
is "a password is hashed" 200 "$(ask -o /dev/null -w '%{http_code}' -d '{"password":"long enough"}' $here/api/v1/password)"
bot='{"kind":"bot","level":"master"}'
is "a table" 201 "$(ask -o /dev/null -w '%{http_code}' -d "{\"game\":\"splendor\",\"players\":2,\"quick\":true,\"seats\":[$bot,$bot]}" $here/api/v1/tables)"
moves() { curl -s http://127.0.0.1:9108/metrics | sed -n 's/^takht_moves_total //p'; }
for i in 1 2 3 4 5 6 7 8 9 10; do [ "$(moves)" -gt 0 ] && break || sleep 0.5; done
is "bots move" yes "$([ "$(moves)" -gt 0 ] && echo yes)"
is "the data is for its owner alone" 600 "$(stat -c %a /var/lib/private/takht/takht.db)"
systemctl reload takht.service
is "reload" 0 $?
kill -9 "$pid"
sleep 2.5
is "killed, it is there again" "active ok" "$(systemctl is-active takht.service) $(ask $here/healthz)"
systemctl stop takht.service
is "it stops by itself" success "$(systemctl show -p Result --value takht.service)"
takht check /var/lib/private/takht/takht.db >/dev/null
is "the data is whole" 0 $?
mkdir -p /etc/systemd/system/takht.service.d
printf '[Service]\nEnvironment=TAKHT_LISTEN=systemd\n' >/etc/systemd/system/takht.service.d/socket.conf
systemctl daemon-reload
systemctl start takht.socket
is "through the socket" ok "$(ask http://127.0.0.1/healthz)"
systemctl stop takht.socket takht.service
exposure=$(systemd-analyze security --no-pager takht.service | sed -n 's/.*takht.service: \([0-9.]*\).*/\1/p')
is "exposure below 2.0 ($exposure)" yes "$(echo "$exposure" | awk '{ print ($1 != "" && $1 < 2.0) ? "yes" : "no" }')"
[ $failures = 0 ] && echo "service: all is well"
systemctl exit 0
END
tests/boot.sh / "$extra"
