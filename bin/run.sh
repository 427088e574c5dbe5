# Runs a program of this folder on the Node that fits: sh bin/run.sh [--pinned] PROGRAM [WORDS ...]
pinned=
if [ "$1" = --pinned ]; then pinned=--pinned; shift; fi
. bin/limits.sh
node=$("${npm_node_execpath:-node}" bin/node.mjs $pinned) || exit
program=$1
shift
exec "$node" "bin/$program" "$@"
