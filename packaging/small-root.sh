# A small root to try a package in, read by the try-*.sh beside this. As root, on Debian with mmdebstrap and iproute2.
# Everything is mounted in namespaces that end with what runs in them, and a root below which anything is mounted is not
# removed: nothing of the machine, its devices least of all, can go away with it.

# Makes a root, $root: small_root VARIANT SUITE [PACKAGES], as mmdebstrap takes them. It goes away at the end.
small_root() {
  root=$(mktemp -d)
  trap remove_root EXIT
  trap 'exit 1' HUP INT TERM
  unshare --mount mmdebstrap --quiet --variant="$1" ${3:+--include="$3"} "${2:-$(own_suite)}" "$root"
  chmod 755 "$root"
  mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/opt"
  chmod 1777 "$root/tmp"
  [ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
  [ -e "$root/dev/urandom" ] || mknod -m 666 "$root/dev/urandom" c 1 9
}

own_suite() { (. /etc/os-release && echo "$VERSION_CODENAME"); }

remove_root() {
  if grep -qF " $root" /proc/self/mountinfo; then
    echo "Something is mounted below $root: it stays there." >&2
  else
    rm -rf --one-file-system "${root:?}"
  fi
}

# Runs the script on stdin without a network, with mounts and processes of its own and a /proc in the root. It is told
# what is said here as NAME=VALUE, and $root; it has the functions below.
apart() {
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin root="$root" "$@" \
    unshare --net --mount --pid --fork --kill-child sh -eu -c "$(sed '1,/^# In there:$/d' "$tools")
ip link set lo up
mount -t proc proc \"\$root/proc\"
$(cat)"
}

# In there:

# What "exec" stands before in a function that serve starts, so that $server is the server itself.
exec=

# Runs a command in the root: inside COMMAND ...
inside() { $exec chroot "$root" "$@"; }

# Runs a command in the root as a user, in a folder: as_user NUMBER FOLDER COMMAND ...
as_user() {
  local user="$1" folder="$2"
  shift 2
  $exec chroot --userspec="$user:$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
}

# Starts a server by a command, and waits until it says that it is ready: serve NAME COMMAND ...
serve() {
  local name="$1"
  shift
  (exec=exec; "$@") > "$root/tmp/out" 2> "$root/tmp/err" &
  server=$!
  until grep -q "^Ready" "$root/tmp/out"; do
    if ! kill -0 "$server" 2> /dev/null; then
      cat "$root/tmp/out" "$root/tmp/err" >&2
      echo "$name: it ended." >&2
      exit 1
    fi
    sleep 0.1
  done
  echo "$name: ready after $(spent_by "$server") ms of processor time, $(spent_by "$server" all) with what it started."
}

# The milliseconds of processor time of a process, and of what it started: spent_by PROCESS [all]
spent_by() {
  cat "$root"/proc/[0-9]*/stat 2> /dev/null | awk -v of="$1" -v all="${2-}" '{
    pid = $1
    sub(/.*\) /, "")
    if (pid == of || (all && $2 == of)) sum += $12 + $13
  } END { print sum * 10 }'
}

# Ends the trial if the server took more than 5 s of processor time by now.
within_five_seconds() {
  [ "$(spent_by "$server")" -le 5000 ] || {
    echo "That is more than 5 s." >&2
    exit 1
  }
}

# Ends the server; it has to end well.
end() {
  kill "$server"
  wait "$server"
}

# Ends the trial unless a command fails, and shows what it said: refused COMMAND ...
refused() {
  if "$@" > "$root/tmp/said" 2>&1; then
    echo "This was not refused: $*" >&2
    exit 1
  fi
  cat "$root/tmp/said"
}
