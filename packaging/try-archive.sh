#!/bin/sh
# Tries an archive in a root that has a C library and a shell, and nothing else: without a network, as another user,
# from another folder; then all of it once more where the program's folder can't be written. As root, on Debian with
# mmdebstrap, iproute2 and curl:
#   sh packaging/try-archive.sh dist/open-trust-center-0.1.0-linux-x64.tar.xz
set -eu
archive=$(realpath "$1")
tools=$(dirname "$(realpath "$0")")/small-root.sh
. "$tools"
small_root extract "" libc6,libstdc++6,dash
tar -xf "$archive" -C "$root/opt"
program=$(basename "$root"/opt/*)
# The user who runs it could write there: only so does it prove something that nothing is written.
mkdir -p "$root/home/reader"
chown -R 4321:4321 "$root/opt" "$root/home/reader"
listing() { (cd "$root" && find opt -printf '%p %s %T@ %C@ %m %U\n' | sort | sha256sum); }
before=$(listing)
apart program="$program" << 'END'
here() { as_user 4321 /home/reader "/opt/$program/open-trust-center" "$@"; }
here version
serve "First start, with the demo" here
here healthcheck
# The first document that everybody may view: its page has pictures.
curl -sf http://localhost:3000/acme/documents > "$root/tmp/documents.html"
picture=
for item in $(grep -oE '/acme/product/[^"/]*/[^"]*' "$root/tmp/documents.html"); do
  document=$(curl -sf "http://localhost:3000$item" | grep -oE '/acme/documents/[^"/]*/view[^"]*' | head -n 1 | sed 's/&amp;/\&/g')
  picture=$(curl -sf "http://localhost:3000$document" | grep -oE '/[^"]*view/pages/[^"]*' | head -n 1 | sed 's/&amp;/\&/g')
  if [ -n "$picture" ]; then break; fi
done
[ -n "$picture" ] || { echo "No document is shown as pages." >&2; exit 1; }
curl -sf "http://localhost:3000$picture" > "$root/tmp/page"
kind=$(head -c 12 "$root/tmp/page" | tr -cd A-Z)
case $kind in *PNG* | RIFF*WEBP*) ;; *) echo "$picture is no picture." >&2; exit 1 ;; esac
echo "A page of a PDF, $picture: $kind, $(wc -c < "$root/tmp/page") bytes"
here backup /home/reader/trust.tar
here backup --check /home/reader/trust.tar
here org:create --slug initech --name Initech --owner owner@initech.example
here staff:reset owner@acme.example
here installation:owner owner@acme.example
here content:export --org acme /home/reader/acme.zip
here content:import --org acme /home/reader/acme.zip --dry-run
here verify-files
here doctor
here healthcheck
end
refused here healthcheck
serve "Second start" here
within_five_seconds
end
mv "$root/home/reader/data" "$root/home/reader/before"
here restore /home/reader/trust.tar
mount --bind "$root/opt" "$root/opt"
mount -o remount,bind,ro "$root/opt"
refused touch "$root/opt/$program/written"
serve "After the restore, where its folder can't be written" here
curl -sfo "$root/tmp/portal" http://localhost:3000/acme
curl -sfo "$root/tmp/page" "http://localhost:3000$picture"
refused curl -sf http://localhost:3000/initech
here doctor
end
END
[ "$before" = "$(listing)" ] || { echo "Something was written below the folder of the program." >&2; exit 1; }
[ "$(ls "$root/opt")" = "$program" ]
[ "$(cd "$root/home/reader" && echo *)" = "acme.zip before data trust.tar" ]
echo "Nothing was written but the data, the backup and the export."
