#!/bin/sh
# SPDX-License-Identifier: MIT
# Boots a real systemd in namespaces of its own, on a throw-away copy of a root directory, and runs a trial there. Needs no network
# and leaves nothing behind.
#
#     boot.sh ROOT EXTRA [SECONDS]     as root. EXTRA holds files that are put over ROOT, among them trial.sh, which says what it saw
#                                      in /told/told; its last line is "… all is well" if so. 77: this machine cannot do it
set -eu
lower=$1 extra=$2 seconds=${3:-120}
if [ "${TAKHT_INSIDE:-}" = "" ]; then
    [ "$(id -u)" = 0 ] || { echo "boot: root is needed"; exit 77; }
    for program in "$lower/lib/systemd/systemd" pivot_root unshare; do
        command -v "$program" >/dev/null || { echo "boot: $program is needed"; exit 77; }
    done
    work=$(mktemp -d)
    groups=
    # cgroups of its own: what systemd makes lies below them and goes with them
    for top in /sys/fs/cgroup /sys/fs/cgroup/*; do
        [ -w "$top/cgroup.procs" ] && mkdir -p "$top/takht-boot-$$" 2>/dev/null && groups="$groups $top/takht-boot-$$"
    done
    mkdir "$work/root" "$work/room" "$work/out"
    # shellcheck disable=SC2016
    TAKHT_INSIDE=$work WORK_GROUPS=$groups timeout -s KILL "$seconds" sh -c '
        for group in $WORK_GROUPS; do echo $$ >"$group/cgroup.procs" 2>/dev/null || :; done
        exec unshare --mount --pid --kill-child --net --uts --ipc --cgroup --fork sh "$0" "$@"' "$0" "$lower" "$extra" >"$work/out/boot" 2>&1 || :
    for group in $groups; do
        for _ in 1 2 3 4 5; do
            find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null && break
            sleep 0.2
        done
    done
    cat "$work/out/told" 2>/dev/null || cat "$work/out/boot"
    status=1
    tail -n 1 "$work/out/told" 2>/dev/null | grep -q 'all is well$' && status=0
    rm -rf "$work"
    exit $status
fi

work=$TAKHT_INSIDE root=$TAKHT_INSIDE/root
mount --make-rprivate /
mount -t tmpfs tmpfs "$work/room"
mkdir "$work/room/up" "$work/room/work"
mount -t overlay overlay -o "lowerdir=$lower,upperdir=$work/room/up,workdir=$work/room/work" "$root"
cp -a "$extra/." "$root/"
rm -f "$root/etc/machine-id"
: >"$root/etc/machine-id"
mkdir -p "$root/told" "$root/before" "$root/run" "$root/tmp" "$root/dev" "$root/proc" "$root/sys"
mount --bind "$work/out" "$root/told"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
if [ -d /sys/fs/cgroup/systemd ]; then
    mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
    mkdir "$root/sys/fs/cgroup/systemd"
    mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
else
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
fi
for place in run tmp dev; do mount -t tmpfs tmpfs "$root/$place"; done
while read -r name major minor; do mknod -m 666 "$root/dev/$name" c "$major" "$minor"; done <<END
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
END
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ip link set lo up 2>/dev/null || :
cat >"$root/etc/systemd/system/trial.service" <<'END'
[Service]
Type=oneshot
ExecStart=/bin/sh /trial.sh
END
cd "$root"
pivot_root . before
umount -l /before
export container=other
unset TAKHT_INSIDE
exec /lib/systemd/systemd --system --unit=trial.service
