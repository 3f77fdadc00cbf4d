#!/bin/bash
# SPDX-License-Identifier: MIT
# The network between a node and PostgreSQL is cut while people play: the database stands in a network namespace of its
# own, and the far end of the cable to it goes down, so that packets vanish and nobody is told.
#
#     cut.sh BUILD [CUTS [TABLES [SECONDS]]]        (as root)
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" != inside ]; then
    [ "$(id -u)" = 0 ] || { echo "cut.sh: only root can make networks" >&2; exit 77; }
    exec unshare --net --mount "$0" inside "$@"
fi
build=$2
shift 2

# link up; the other namespace is known by name only here
mount -t tmpfs none /run
ip link set lo up
ip netns add takht
ip link add near0 type veth peer name far0 netns takht
ip address add 10.77.1.2/24 dev near0
ip link set near0 up
ip netns exec takht ip address add 10.77.1.1/24 dev far0
ip netns exec takht ip link set far0 up
ip netns exec takht ip link set lo up

folder=$(mktemp -d /tmp/takht-pg-XXXXXX)
trap 'tests/postgres.sh remove "$folder"' EXIT
TAKHT_TEST_STORE=$(ADDRESS=10.77.1.1 DURABLE=1 ip netns exec takht tests/postgres.sh start "$folder")
export TAKHT_TEST_STORE TAKHT_TEST_POSTGRES=$folder DURABLE=1
export TAKHT_TEST_WIRE=10.77.1.1 TAKHT_TEST_CUT="ip netns exec takht ip link set far0"
"$build/tests/server_cluster" "$@"
