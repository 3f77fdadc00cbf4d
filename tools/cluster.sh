#!/bin/bash
# SPDX-License-Identifier: MIT
# A cluster on this machine, as plain processes: PostgreSQL in a folder of its own, three nodes that leave thinking
# to two workers, and HAProxy in front of them. Ctrl-C ends it; started again it goes on with the same data.
#
#     cluster.sh TAKHT ADDRESS FOLDER        (NODES=3 WORKERS=2)
set -euo pipefail
takht=$(realpath "$1")
address=$2
folder=$(mkdir -p "$3" && cd "$3" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
export DURABLE=1
pids=()

end() {
    trap '' EXIT INT TERM
    if [ ${#pids[@]} -gt 0 ]; then
        kill "${pids[@]}" 2>/dev/null || true
        wait "${pids[@]}" 2>/dev/null || true
    fi
    "$here/tests/postgres.sh" stop "$folder/postgres"
    exit 0
}
trap end EXIT INT TERM

if [ -d "$folder/postgres/data" ]; then
    "$here/tests/postgres.sh" again "$folder/postgres"
else
    "$here/tests/postgres.sh" start "$folder/postgres" >/dev/null
fi
data="postgres://takht@/postgres?host=$folder/postgres"

# The nodes listen on sockets in the folder; HAProxy finds them there.
{
    cat <<CONFIG
global
    maxconn 4000
defaults
    mode http
    option forwardfor
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout http-request 15s
    retries 3
    option redispatch
frontend takht
    bind $address
    http-request set-header X-Forwarded-Proto http
    default_backend nodes
backend nodes
    balance leastconn
    option httpchk GET /healthz
    http-check send hdr Host localhost
    default-server inter 1s fall 2 rise 1
CONFIG
    for i in $(seq "${NODES:-3}"); do
        echo "    server node$i unix@$folder/node$i.sock check"
    done
} >"$folder/haproxy.cfg"

for i in $(seq "${NODES:-3}"); do
    "$takht" serve --listen "unix:$folder/node$i.sock" --data "$data" --trust-proxy --think 0 --quiet >/dev/null &
    pids+=($!)
done
for _ in $(seq "${WORKERS:-2}"); do
    "$takht" worker --data "$data" --workers 1 --quiet >/dev/null &
    pids+=($!)
done
haproxy -f "$folder/haproxy.cfg" -db &
pids+=($!)
for _ in $(seq 100); do
    curl -fs "http://$address/healthz" >/dev/null 2>&1 && break
    sleep 0.1
done
echo "Takht is open: http://$address/  (${NODES:-3} nodes, ${WORKERS:-2} workers, PostgreSQL in $folder/postgres)"
wait -n "${pids[@]}"
echo "a process of the cluster has ended" >&2
