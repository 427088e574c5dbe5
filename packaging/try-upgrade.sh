#!/bin/sh
# Tries an upgrade of archives in a root that has a C library and a shell, and nothing else: the newer one is unpacked
# beside the older one, starts on its data, and goes back as docs/operate/upgrade.md says. As root, on Debian with
# mmdebstrap, iproute2 and curl:
#   sh packaging/try-upgrade.sh OLDER.tar.xz NEWER.tar.xz
set -eu
older=$(realpath "$1")
newer=$(realpath "$2")
tools=$(dirname "$(realpath "$0")")/small-root.sh
. "$tools"
small_root extract "" libc6,libstdc++6,dash
tar -xf "$older" -C "$root/opt"
before=$(basename "$root"/opt/*)
listing() { (cd "$root/opt" && find "$before" -printf '%p %s %T@ %C@ %m %U\n' | sort | sha256sum); }
listed=$(listing)
tar -xf "$newer" -C "$root/opt"
after=$(cd "$root/opt" && ls -d ./* | grep -vxF "./$before" | sed 's/^..//')
[ -n "$after" ] || { echo "Both archives are of the same version." >&2; exit 1; }
[ "$listed" = "$(listing)" ] || { echo "The newer archive changed the older version." >&2; exit 1; }
mkdir "$root/srv"
mkdir -m 700 "$root/srv/trust"
chown 4321:4321 "$root/srv/trust"
ln -s "$before" "$root/opt/current"
apart before="$before" after="$after" << 'END'
export DATA_DIR=/srv/trust/data DEMO=off
here() { as_user 4321 / /opt/current/open-trust-center "$@"; }
company() { here org:create --slug "$1" --name "$1" --owner "owner@$1.example" --publish; }
install -d -o 4321 -g 4321 -m 700 "$root$DATA_DIR"
serve "$(here version)" here
company initech
here backup /srv/trust/before.tar
end
ln -sfn "$after" "$root/opt/current"
serve "$(here version), on the same data" here
curl -sf http://localhost:3000/initech | grep -o "<title>[^<]*"
company hooli
here doctor
end
copy=$(ls "$root$DATA_DIR/upgrades" 2> /dev/null || true)
ln -sfn "$before" "$root/opt/current"
if [ -z "$copy" ]; then
  echo "The database is as it was: nothing to go back from."
else
  here backup --check "$DATA_DIR/upgrades/$copy"
  refused here
  mkdir "$root/srv/trust/newer"
  mv "$root$DATA_DIR"/trust.db* "$root/srv/trust/newer/"
  install -o 4321 -g 4321 -m 600 "$root$DATA_DIR/upgrades/$copy/trust.db" "$root$DATA_DIR/trust.db"
fi
serve "$(here version), gone back" here
curl -sf http://localhost:3000/initech | grep -o "<title>[^<]*"
[ -z "$copy" ] || refused curl -sSf http://localhost:3000/hooli
here verify-files
end
END
[ "$listed" = "$(listing)" ] || { echo "Something was written below the older version." >&2; exit 1; }
echo "Upgraded, and gone back."
