#!/bin/bash
# SPDX-License-Identifier: MIT
# PostgreSQL with a standby that every commit waits for: the first one dies while people play, the standby takes over,
# and nothing that was acknowledged is gone.
#
#     standby.sh BUILD [DISTURBANCES [TABLES]]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
first=$(mktemp -d /tmp/takht-pg-XXXXXX) second=$(mktemp -d /tmp/takht-pg-XXXXXX)
trap 'tests/postgres.sh remove "$first"; tests/postgres.sh remove "$second"' EXIT
export DURABLE=1
tests/postgres.sh start "$first" >/dev/null
tests/postgres.sh standby "$second" "$first"
export TAKHT_TEST_STORE="postgres://takht@/postgres?host=$first,$second&target_session_attrs=read-write"
export TAKHT_TEST_POSTGRES=$first TAKHT_TEST_STANDBY=$second
"$build/tests/server_cluster" "$@"
