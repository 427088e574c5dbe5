#!/bin/sh
# Tries packages for Debian in a small root: install, upgrade over an older one with data, remove, purge. As root, on
# Debian with mmdebstrap: sh packaging/try-debian.sh OLDER.deb NEWER.deb [ROOT]
# ROOT is a root made before by mmdebstrap with adduser and init-system-helpers; it is used up.
set -eu
older=$(realpath "$1")
newer=$(realpath "$2")
root=${3:-$(mktemp -d)}
# What is mounted, is so for the processes of this trial alone, and no device of the machine is in it.
trap 'rm -rf --one-file-system "$root"' EXIT
[ -e "$root/bin/sh" ] || mmdebstrap --quiet --variant=minbase --include=adduser,init-system-helpers \
  "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$root"
chmod 755 "$root"
mkdir -p "$root/tmp"
chmod 1777 "$root/tmp"
cp "$older" "$root/tmp/older.deb"
cp "$newer" "$root/tmp/newer.deb"
env -i PATH="/usr/sbin:/usr/bin:/sbin:/bin" root="$root" unshare --net --mount --pid --fork --kill-child sh -eu -c '
  ip link set lo up
  mount -t proc proc "$root/proc"
  inside() { chroot "$root" "$@"; }
  # As the unit starts it.
  serve() {
    chroot "$root" setpriv --reuid=open-trust-center --regid=open-trust-center --init-groups \
      sh -c "cd /var/lib/open-trust-center; set -a; . /etc/open-trust-center.env; DATA_DIR=/var/lib/open-trust-center; exec /usr/lib/open-trust-center/open-trust-center" > "$root/tmp/out" 2> "$root/tmp/err" &
    server=$!
    until grep -q "^Ready" "$root/tmp/out"; do
      if ! kill -0 $server; then cat "$root/tmp/err"; exit 1; fi
      sleep 0.2
    done
  }
  end() { kill $server; wait $server; }
  inside dpkg --install /tmp/older.deb
  inside stat -c "%n %a %U:%G" /var/lib/open-trust-center /etc/open-trust-center.env
  inside readlink /etc/systemd/system/multi-user.target.wants/open-trust-center.service
  inside open-trust-center version
  serve
  grep "Set up the first company" "$root/tmp/out"
  inside open-trust-center healthcheck
  inside open-trust-center org:create --slug initech --name Initech --owner owner@initech.example --publish
  end
  echo "# A line of the operator." >> "$root/etc/open-trust-center.env"
  inside dpkg --install /tmp/newer.deb
  inside dpkg --verify open-trust-center || true
  inside open-trust-center version
  inside tail -n 1 /etc/open-trust-center.env
  serve
  curl -sf http://localhost:3000/initech | grep -o "<title>[^<]*"
  inside open-trust-center backup /tmp/trial.tar
  end
  inside dpkg --remove open-trust-center
  inside ls -A /var/lib/open-trust-center
  inside dpkg --install /tmp/newer.deb
  inside dpkg --purge open-trust-center
  for gone in /var/lib/open-trust-center /etc/open-trust-center.env /usr/lib/open-trust-center; do
    if [ -e "$root$gone" ]; then echo "$gone is still there." >&2; exit 1; fi
  done
  if inside getent passwd open-trust-center; then exit 1; fi
  echo "Purged: no file and no user is left."
'
