#!/bin/bash
# SPDX-License-Identifier: MIT
# A cluster on this machine, as plain processes: PostgreSQL in a folder of its own, three nodes that leave thinking
# to two workers, and HAProxy in front of them. A process that ends is started again. Ctrl-C ends all of it; started
# again it goes on with the same data.
#
#     cluster.sh TAKHT ADDRESS FOLDER        (NODES=3 WORKERS=2)
set -euo pipefail
takht=$(realpath "$1")
address=$2
folder=$(mkdir -p "$3" && cd "$3" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
export DURABLE=1
unset ADDRESS PORT # of make: they are for HAProxy, not for the database
declare -A running=() # what runs, by its process

end() {
    trap '' EXIT INT TERM
    if [ ${#running[@]} -gt 0 ]; then
        kill "${!running[@]}" 2>/dev/null || true
        wait "${!running[@]}" 2>/dev/null || true
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

start() { # node1, worker2, haproxy
    case $1 in
    node*) "$takht" serve --listen "unix:$folder/$1.sock" --data "$data" --trust-proxy --think 0 --quiet >/dev/null & ;;
    worker*) "$takht" worker --data "$data" --workers 1 --quiet >/dev/null & ;;
    haproxy) haproxy -f "$folder/haproxy.cfg" -db & ;;
    esac
    running[$!]=$1
}

for i in $(seq "${NODES:-3}"); do start "node$i"; done
for i in $(seq "${WORKERS:-2}"); do start "worker$i"; done
start haproxy
for _ in $(seq 100); do
    curl -fs "http://$address/healthz" >/dev/null 2>&1 && break
    sleep 0.1
done
curl -fs "http://$address/healthz" >/dev/null || { echo "the cluster does not answer at $address" >&2; exit 1; }
echo "Takht is open: http://$address/  (${NODES:-3} nodes, ${WORKERS:-2} workers, PostgreSQL in $folder/postgres)"
while :; do
    ended=
    wait -n -p ended "${!running[@]}" || true
    [ -n "$ended" ] || continue
    echo "${running[$ended]} has ended, and is started again" >&2
    again=${running[$ended]}
    unset "running[$ended]"
    sleep 1
    start "$again"
done
