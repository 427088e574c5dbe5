#!/bin/sh
# Tries packages for Debian in a small root: install, upgrade over an older one with data, remove, install again, purge.
# As root, on Debian with mmdebstrap, iproute2 and curl: sh packaging/try-debian.sh OLDER.deb NEWER.deb
set -eu
older=$(realpath "$1")
newer=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
tools=$here/small-root.sh
. "$tools"
unit=$here/debian/open-trust-center.service
exposed=$(systemd-analyze security --offline=true --no-pager "$unit" | sed -n 's/.*Overall exposure level.*: \([0-9.]*\) .*/\1/p')
echo "systemd-analyze security: $exposed"
[ "$(echo "$exposed" | tr -d .)" -le 40 ]
small_root minbase "" adduser,init-system-helpers
cp "$older" "$root/tmp/older.deb"
cp "$newer" "$root/tmp/newer.deb"
apart << 'END'
# As the unit starts it.
service() {
  serve "The service" inside setpriv --reuid=open-trust-center --regid=open-trust-center --init-groups --no-new-privs \
    --bounding-set=-all sh -c 'cd /var/lib/open-trust-center; umask 077; set -a; DATA_DIR=/var/lib/open-trust-center
      OPEN_TRUST_CENTER=open-trust-center; . /etc/open-trust-center.env
      exec /usr/lib/open-trust-center/open-trust-center'
}
enabled=/etc/systemd/system/multi-user.target.wants/open-trust-center.service
inside dpkg --install /tmp/older.deb
inside stat -c "%n %a %U:%G" /var/lib/open-trust-center /etc/open-trust-center.env
inside readlink $enabled
inside open-trust-center version
service
grep "Set up the first organization" "$root/tmp/out"
inside open-trust-center healthcheck
inside open-trust-center org:create --slug initech --name Initech --owner owner@initech.example --publish
end
# What the operator did stays: a line of the settings, and a service that systemctl disable keeps from starting.
echo "BACKUP_KEEP=9" >> "$root/etc/open-trust-center.env"
rm "$root$enabled"
inside dpkg --install /tmp/newer.deb
# An older package may have had the settings among its own files, where dpkg sees the operator's line.
inside dpkg --verify open-trust-center | tee "$root/tmp/said"
if grep -v " c /etc/open-trust-center.env$" "$root/tmp/said"; then exit 1; fi
inside test -e /usr/lib/systemd/system/open-trust-center.service
inside open-trust-center version
inside grep -x BACKUP_KEEP=9 /etc/open-trust-center.env
refused inside readlink $enabled
service
curl -sf http://localhost:3000/initech | grep -o "<title>[^<]*"
inside open-trust-center backup /tmp/trial.tar
inside open-trust-center doctor
end
inside dpkg --remove open-trust-center
inside ls -A /var/lib/open-trust-center /etc/open-trust-center.env
[ ! -e "$root/usr/lib/open-trust-center" ]
inside dpkg --install /tmp/newer.deb
service
curl -sf http://localhost:3000/initech | grep -o "<title>[^<]*"
end
inside dpkg --purge open-trust-center
for gone in /var/lib/open-trust-center /etc/open-trust-center.env /usr/lib/open-trust-center \
  /usr/share/open-trust-center /usr/bin/open-trust-center /usr/share/doc/open-trust-center /usr/lib/systemd/system/open-trust-center.service $enabled; do
  if [ -e "$root$gone" ]; then echo "$gone is still there." >&2; exit 1; fi
done
refused inside getent passwd open-trust-center
echo "Purged: no file and no user is left."
END
