# What the server needs of the system, read by bin/run.sh and by the entry of a package (packaging/open-trust-center).
# Below this, in kilobytes, neither the server nor its renderer starts, and Node would say so in words of its own.
most=$(ulimit -d)
if [ "$most" != unlimited ] && [ "$most" -lt 300000 ]; then
  echo "Open Trust Center and its renderer do not start on this machine: a process may write to $((most / 1024)) MB of memory at most (ulimit -d; LimitDATA= of a systemd unit). Allow at least 800 MB." >&2
  exit 1
fi
# Large blocks go back to the system once they are free.
export MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
