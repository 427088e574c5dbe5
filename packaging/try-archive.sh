#!/bin/sh
# Tries an archive in a root that has a C library and a shell, and nothing else: without a network, as another user,
# from another folder. As root, on Debian with mmdebstrap, iproute2 and curl:
#   sh packaging/try-archive.sh dist/open-trust-center-0.1.0-linux-x64.tar.xz
set -eu
archive=$(realpath "$1")
root=$(mktemp -d)
# What is mounted, is so for the processes of this trial alone, and no device of the machine is in it.
trap 'rm -rf --one-file-system "$root"' EXIT
mmdebstrap --quiet --variant=extract --include=libc6,libstdc++6,dash \
  "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/opt" "$root/home/somebody"
[ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
[ -e "$root/dev/urandom" ] || mknod -m 666 "$root/dev/urandom" c 1 9
chmod 755 "$root"
chmod 1777 "$root/tmp"
chown 4321:4321 "$root/home/somebody"
tar -xf "$archive" -C "$root/opt"
program=$(basename "$root"/opt/*)
listing() { (cd "$root" && find opt -printf '%p %s %T@ %m %U\n' | sort | sha256sum); }
before=$(listing)
env -i PATH="$PATH" root="$root" program="$program" unshare --net --mount --pid --fork --kill-child sh -eu -c '
  ip link set lo up
  mount -t proc proc "$root/proc"
  # Started from the home of that user; the data comes to lie there.
  here() { chroot --userspec=4321:4321 "$root" /bin/sh -c "cd /home/somebody; exec \"\$0\" \"\$@\"" "/opt/$program/open-trust-center" "$@"; }
  serve() {
    chroot --userspec=4321:4321 "$root" /bin/sh -c "cd /home/somebody; exec \"\$0\"" "/opt/$program/open-trust-center" > "$root/tmp/out" 2> "$root/tmp/err" &
    server=$!
    until grep -q "^Ready" "$root/tmp/out"; do
      if ! kill -0 $server; then cat "$root/tmp/err"; exit 1; fi
      sleep 0.2
    done
    stat=$(cat "$root/proc/$server/stat")
    set -- ${stat##*) }
    echo "$serving: ready after $(((${12} + ${13}) * 10)) ms of processor time"
  }
  end() { kill $server; wait $server; }
  here version
  serving="First start, with the demo"; serve
  here healthcheck
  document=$(curl -sf http://localhost:3000/acme | grep -oE "[^\"]*/documents/[^\"]*view[^\"]*" | head -1)
  curl -sf "http://localhost:3000$document" > "$root/tmp/view.html"
  picture=$(grep -oE "/[^\"]*view/pages/[^\"]*" "$root/tmp/view.html" | head -1 | sed "s/&amp;/\&/g")
  curl -sf "http://localhost:3000$picture" > "$root/tmp/page"
  echo "A page of a PDF, $picture: $(head -c 12 "$root/tmp/page" | tr -cd A-Z), $(wc -c < "$root/tmp/page") bytes"
  here backup /home/somebody/trust.tar
  here backup --check /home/somebody/trust.tar
  here org:create --slug initech --name Initech --owner owner@initech.example
  here staff:reset owner@acme.example
  here installation:owner owner@acme.example
  here content:export --org acme /home/somebody/acme.zip
  here content:import --org acme /home/somebody/acme.zip --dry-run
  here verify-files
  here doctor || echo "The doctor ended with $?"
  end
  serving="Second start"; serve
  end
  mv "$root/home/somebody/data" "$root/home/somebody/old"
  here restore /home/somebody/trust.tar
  serving="After the restore"; serve
  curl -sfo "$root/tmp/portal" http://localhost:3000/acme
  end
'
[ "$before" = "$(listing)" ] || { echo "Something was written below the folder of the program." >&2; exit 1; }
[ "$(ls "$root/opt")" = "$program" ]
echo "Nothing was written below the folder of the program."
