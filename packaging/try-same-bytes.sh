#!/bin/sh
# Makes the packages of the commit that is checked out twice, each in a clone of its own, and compares them. It takes
# minutes. On Debian, with what npm run package needs: sh packaging/try-same-bytes.sh [WORDS of npm run package]
# What it made lies in dist/ then.
set -eu
root=$(realpath "$(dirname "$(realpath "$0")")/..")
place=$(mktemp -d)
trap 'rm -rf --one-file-system "${place:?}"' EXIT
trap 'exit 1' HUP INT TERM
# Of another depth and another time, and with other rights: none of it may be seen.
first=$place/a
second=$place/folder/of/another/name
umask 022
git clone --quiet "$root" "$first"
(cd "$first" && npm run --silent package -- --deb "$@")
umask 077
mkdir -p "$place/folder/of/another"
git clone --quiet "$root" "$second"
(cd "$second" && TZ=Asia/Tokyo LC_ALL=C XZ_DEFAULTS=-1 npm run --silent package -- --deb "$@")
for file in "$first"/dist/*; do
  cmp "$file" "$second/dist/$(basename "$file")"
done
cat "$first"/dist/*.sha256
umask 022
mkdir -p "$root/dist"
cp "$first"/dist/* "$root/dist/"
echo "The same bytes, twice."
