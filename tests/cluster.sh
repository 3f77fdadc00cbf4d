#!/bin/bash
# SPDX-License-Identifier: MIT
# Several nodes, workers and PostgreSQL, killed at random while people and bots play: make cluster-test.
#
#     cluster.sh BUILD [DISTURBANCES [TABLES [SECONDS]]]
#
# TAKHT_TEST_STILL=1: no kills; each time a node stands still for so many seconds and goes on.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
folder=$(mktemp -d /tmp/takht-pg-XXXXXX)
trap 'tests/postgres.sh remove "$folder"' EXIT
TAKHT_TEST_STORE=$(DURABLE=1 tests/postgres.sh start "$folder")
export TAKHT_TEST_STORE TAKHT_TEST_POSTGRES=$folder DURABLE=1
"$build/tests/server_cluster" "$@"
