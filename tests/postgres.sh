#!/bin/bash
# SPDX-License-Identifier: MIT
# A PostgreSQL of its own for tests: in a temporary folder, on a socket there, as an ordinary user, gone afterwards.
#
#     postgres.sh COMMAND…          runs the command with TAKHT_TEST_STORE set to the address, and exits as it does
#     postgres.sh start FOLDER      starts one there that stays, and prints its address; FOLDER is made
#     postgres.sh stop FOLDER       ends it at once, as a power cut would (its data stay)
#     postgres.sh again FOLDER      starts it again on its data
#     postgres.sh remove FOLDER     ends it and removes the folder
#     postgres.sh standby FOLDER OF starts a standby of the one in the folder OF, which then waits for it at every commit
#     postgres.sh promote FOLDER    makes a standby the one to write to
#
# PORT=5433 makes it listen on 127.0.0.1 as well, ADDRESS=… on another address, for everybody there; DURABLE=1 has it sync
# the disk as in earnest.
set -euo pipefail

bin=
for folder in /usr/lib/postgresql/15/bin "$(pg_config --bindir 2>/dev/null || true)"; do
    [ -x "$folder/initdb" ] && bin=$folder && break
done
[ -n "$bin" ] || { echo "postgres.sh: there is no PostgreSQL here (Debian: postgresql-15)" >&2; exit 77; }

# PostgreSQL refuses to run as root.
as() {
    if [ "$(id -u)" = 0 ]; then
        local user=postgres
        id postgres >/dev/null 2>&1 || user=nobody
        setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups "$@"
    else
        "$@"
    fi
}

address() { # FOLDER
    printf 'postgres://takht@/postgres?host=%s' "$1"
}

again() { # FOLDER
    local options="-c listen_addresses='' -c unix_socket_directories=$1 -c max_connections=200 -c shared_buffers=64MB"
    [ -n "${PORT:-}" ] && options="${options/listen_addresses=\'\'/listen_addresses=127.0.0.1} -c port=$PORT"
    [ -z "${ADDRESS:-}" ] || options="${options/listen_addresses=\'\'/listen_addresses=$ADDRESS}"
    [ -n "${DURABLE:-}" ] || options="$options -c fsync=off -c full_page_writes=off"
    (cd / && as "$bin/pg_ctl" -D "$1/data" -w -t 300 -l "$1/log" -o "$options" start >/dev/null 2>&1) ||
        { tail -5 "$1/log" >&2; return 1; }
}

start() { # FOLDER
    mkdir -p "$1"
    chmod 755 "$1"
    [ "$(id -u)" != 0 ] || chown "$(id postgres >/dev/null 2>&1 && echo postgres || echo nobody)" "$1"
    (cd / && as "$bin/initdb" -D "$1/data" -U takht --auth=trust --encoding=UTF8 --locale=C --no-sync >/dev/null)
    [ -z "${ADDRESS:-}" ] || echo "host all all samenet trust" >>"$1/data/pg_hba.conf"
    again "$1"
}

stop() { # FOLDER
    (cd / && as "$bin/pg_ctl" -D "$1/data" -m immediate -w -t 300 stop >/dev/null 2>&1) || true
}

# The primary acknowledges nothing that the standby has not written down.
standby() { # FOLDER OF
    mkdir -p "$1"
    chmod 755 "$1"
    [ "$(id -u)" != 0 ] || chown "$(id postgres >/dev/null 2>&1 && echo postgres || echo nobody)" "$1"
    (cd / && as "$bin/pg_basebackup" -D "$1/data" -h "$2" -U takht -X stream -R -c fast -d "application_name=standby" --no-sync)
    again "$1"
    "$bin/psql" -qX "$(address "$2")" -c "ALTER SYSTEM SET synchronous_standby_names = 'standby'" -c "SELECT pg_reload_conf()" >/dev/null
}

case ${1:-} in
start)
    start "$2"
    address "$2"
    echo
    ;;
stop) stop "$2" ;;
again) again "$2" ;;
standby) standby "$2" "$3" ;;
promote) (cd / && as "$bin/pg_ctl" -D "$2/data" -w -t 300 promote >/dev/null) ;;
remove)
    stop "$2"
    rm -rf "$2"
    ;;
'') echo "usage: postgres.sh COMMAND… | start|stop|again|remove|standby|promote FOLDER" >&2; exit 2 ;;
*)
    folder=$(mktemp -d /tmp/takht-pg-XXXXXX)
    trap 'stop "$folder"; rm -rf "$folder"' EXIT
    start "$folder"
    TAKHT_TEST_STORE=$(address "$folder")
    export TAKHT_TEST_STORE
    "$@"
    ;;
esac
