#!/bin/sh
# Replays the steps of packaging/docker/Dockerfile in a small root, where no Docker runs: the archive, its RUN line, its
# variables and user, a root that can't be written, the volume, and HEALTHCHECK. As root, on Debian with mmdebstrap:
#   sh packaging/try-image.sh dist/open-trust-center-0.1.0-linux-x64.tar.xz 0.1.0
set -eu
archive=$(realpath "$1")
export VERSION="$2"
file=$(dirname "$(realpath "$0")")/docker/Dockerfile
root=$(mktemp -d)
# What is mounted, is so for the processes of this trial alone, and no device of the machine is in it.
trap 'rm -rf --one-file-system "$root"' EXIT
mmdebstrap --quiet --variant=minbase "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$root"
chmod 755 "$root"
tar -xf "$archive" -C "$root/opt"
chroot "$root" sh -euc "$(sed -n 's/^RUN //p' "$file")"
variables=$(sed -n 's/^ENV //p' "$file")
user=$(sed -n 's/^USER //p' "$file")
words() { sed -n "s/.*$1 \[\"\(.*\)\"\]\$/\1/p" "$file" | sed 's/", "/ /g'; }
entry=$(words ENTRYPOINT)
check=$(words CMD)
env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin root="$root" variables="$variables" user="$user" entry="$entry" \
  check="$check" unshare --net --mount --pid --fork --kill-child sh -eu -c '
  ip link set lo up
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/tmp"
  mount --bind "$root/data" "$root/data"
  mount -o remount,bind,ro "$root"
  env $variables chroot --userspec="$user" "$root" $entry > "/proc/self/fd/1" 2>&1 &
  server=$!
  tries=0
  until env $variables chroot --userspec="$user" "$root" $check; do
    tries=$((tries + 1))
    kill -0 $server
    [ $tries -lt 60 ]
    sleep 1
  done
  if chroot "$root" sh -c "touch /opt/x" 2>&1; then exit 1; fi
  ls -A "$root/data"
  kill $server
  wait $server
  echo "Healthy as $user, on a root that cannot be written."
'
