#!/bin/bash
# SPDX-License-Identifier: MIT
# The shipped examples of proxies, really run: nginx and HAProxy with their files, other ports and a certificate
# of our own, in front of takht serve --trust-proxy.
#
#     tests/proxy.sh TAKHT
set -euo pipefail
takht=$(realpath "$1")
cd "$(dirname "$0")/.."
PATH=$PATH:$PWD/build/aside/usr/sbin
for program in nginx haproxy; do
    command -v $program >/dev/null || { echo "proxy: there is no $program (tools/setup.sh proxy)" >&2; exit 2; }
done
dir=$(mktemp -d)
pids=()
end() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$dir"
}
trap end EXIT

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=takht.example -keyout "$dir/key.pem" -out "$dir/cert.pem" 2>/dev/null
cat "$dir/cert.pem" "$dir/key.pem" >"$dir/both.pem"

"$takht" serve --listen 127.0.0.1:8471 --data "$dir/data" --trust-proxy >"$dir/log" 2>&1 &
pids+=($!)
until grep -q 'is open' "$dir/log"; do sleep 0.1; done

# The examples with nothing changed but ports and paths.
{
    printf 'daemon off;\npid %s/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n' "$dir"
    for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $dir/$kind;"; done
    sed -e "s|/etc/letsencrypt/live/takht.example/fullchain.pem|$dir/cert.pem|" \
        -e "s|/etc/letsencrypt/live/takht.example/privkey.pem|$dir/key.pem|" \
        -e 's/127.0.0.1:8080/127.0.0.1:8471/' -e '/listen \[::\]/d' \
        -e 's/listen 80;/listen 127.0.0.1:8472;/' -e 's/listen 443/listen 127.0.0.1:8473/' packaging/nginx.conf
    echo '}'
} >"$dir/nginx.conf"
sed -e "s|/etc/haproxy/takht.pem|$dir/both.pem|" -e 's/127.0.0.1:8080/127.0.0.1:8471/' \
    -e 's/bind :80$/bind 127.0.0.1:8474/' -e 's/bind :443/bind 127.0.0.1:8475/' packaging/haproxy.cfg >"$dir/haproxy.cfg"

nginx -e stderr -c "$dir/nginx.conf" 2>"$dir/nginx.log" &
pids+=($!)
haproxy -db -f "$dir/haproxy.cfg" >"$dir/haproxy.log" 2>&1 &
pids+=($!)

for proxy in "nginx 8472 8473" "haproxy 8474 8475"; do
    read -r name plain secure <<<"$proxy"
    python3 tests/server/proxy.py "$name" "$plain" "$secure" "$dir/log" || {
        cat "$dir/$name.log"
        exit 1
    }
done
