#!/bin/sh
# Replays packaging/docker/Dockerfile, line by line, in a small root, where no Docker runs; then starts its ENTRYPOINT
# as compose.yaml would (a root that can't be written, the volume, /tmp in memory), asks its HEALTHCHECK, and the portal
# through Caddy with the Caddyfile where Caddy is installed. As root, on Debian with mmdebstrap, iproute2 and curl:
#   sh packaging/try-image.sh dist/open-trust-center-0.1.0-linux-x64.tar.xz 0.1.0
set -eu
archive=$(realpath "$1")
VERSION=$2
here=$(dirname "$(realpath "$0")")
tools=$here/small-root.sh
. "$tools"
# ["a", "b"] as words; no word of ours has a space or a quote.
listed() { echo "$1" | sed 's/^\["//; s/"\]$//; s/", "/ /g'; }
variables= user=0 folder=/ volume= entry= check=
while read -r word rest; do
  case $word in
    "" | "#"*) ;;
    FROM)
      suite=${rest#debian:}
      small_root minbase "${suite%-slim}"
      ;;
    ARG) case $rest in *=*) export "$rest" ;; *) export "$rest=$(eval "echo \$$rest")" ;; esac ;;
    ADD)
      eval "set -- $rest"
      [ "$1" = "$(basename "$archive")" ] || { echo "ADD takes $1, not $(basename "$archive")." >&2; exit 1; }
      tar -xf "$archive" -C "$root$2"
      ;;
    RUN) chroot "$root" sh -euc "$rest" ;;
    ENV) variables="$variables $rest" ;;
    USER) user=${rest%:*} ;;
    WORKDIR) folder=$rest ;;
    VOLUME) volume=$rest ;;
    EXPOSE) port=$rest ;;
    HEALTHCHECK) check=$(listed "${rest#*CMD }") ;;
    ENTRYPOINT) entry=$(listed "$rest") ;;
    *)
      echo "No step here is called $word." >&2
      exit 1
      ;;
  esac
done < "$here/docker/Dockerfile"
[ "$user" -gt 0 ]
[ -n "$entry" ] && [ -n "$check" ] && [ -n "$volume" ]
apart variables="$variables" user="$user" folder="$folder" volume="$volume" port="$port" entry="$entry" check="$check" \
  caddyfile="$here/docker/Caddyfile" << 'END'
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$root$volume" "$root$volume"
mount -o remount,bind,ro "$root"
export $variables ORIGIN=https://trust.example.com TRUST_PROXY=127.0.0.1
contained() { as_user "$user" "$folder" "$@"; }
serve "The container" contained $entry
contained $check
grep "Set up the first organization" "$root/tmp/out"
refused touch "$root/opt/written"
contained $entry org:create --slug initech --name Initech --owner owner@initech.example --publish
ls -A "$root$volume"
if command -v caddy > /dev/null; then
  cp /etc/hosts "$root/tmp/hosts"
  echo "127.0.0.1 open-trust-center" >> "$root/tmp/hosts"
  mount --bind "$root/tmp/hosts" /etc/hosts
  # Without a network there is no certificate to be had.
  SITE=http://trust.example.com HOME=$root/tmp caddy run --config "$caddyfile" --adapter caddyfile > "$root/tmp/caddy" 2>&1 &
  caddy=$!
  # What a visitor of https gets is https all the way, also where the proxy ends it.
  for try in 1 2 3 4 5 6 7 8 9 10; do
    if curl -sf --resolve trust.example.com:80:127.0.0.1 http://trust.example.com/initech > "$root/tmp/portal"; then break; fi
    sleep 0.5
  done
  grep -o "<title>[^<]*" "$root/tmp/portal"
  grep -o 'href="https://trust.example.com/initech"' "$root/tmp/portal" | head -n 1
  kill $caddy
  wait $caddy
  echo "Caddy leads to it."
fi
end
echo "Healthy as user $user, on a root that can't be written."
END
