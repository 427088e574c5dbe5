# Runs a program of this folder on the Node that fits: sh bin/run.sh [--pinned] PROGRAM [WORDS ...]
pinned=
if [ "$1" = --pinned ]; then pinned=--pinned; shift; fi
# Below this, in kilobytes, neither the server nor its renderer starts, and Node would say so in words of its own.
most=$(ulimit -d)
if [ "$most" != unlimited ] && [ "$most" -lt 300000 ]; then
  echo "Open Trust Center and its renderer do not start on this machine: a process may write to $((most / 1024)) MB of memory at most (ulimit -d; LimitDATA= of a systemd unit). Allow at least 800 MB." >&2
  exit 1
fi
node=$("${npm_node_execpath:-node}" bin/node.mjs $pinned) || exit
program=$1
shift
# Large blocks go back to the system once they are free.
exec env MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 "$node" "bin/$program" "$@"
