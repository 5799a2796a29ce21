#!/usr/bin/env bash
# Starts an agent on each host, and ends them when it ends itself, in whatever way:
#
#   ./agents.sh HOST... -- --nats tls://control:4222 --nkey /etc/twohop/agent.nk --allow servers=10.0.0.5
#
# TWOHOP_BENCH  the command on the hosts; bench by default
# TWOHOP_SSH    how a host is reached; "ssh -o BatchMode=yes" by default, split at its blanks
set -euo pipefail

usage() {
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

hosts=()
while (($# > 0)) && [ "$1" != -- ]; do
  hosts+=("$1")
  shift
done
((${#hosts[@]} > 0)) && (($# > 1)) || usage
shift
read -r -a ssh <<<"${TWOHOP_SSH:-ssh -o BatchMode=yes}"
command=$(printf '%q ' "${TWOHOP_BENCH:-bench}" agent --with-parent "$@")

# An agent ends with its standard input, which ends with this script, or with the connection.
while_this_runs() {
  while kill -0 $$ 2>/dev/null; do sleep 1; done
}

trap 'kill $(jobs -p) 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
for host in "${hosts[@]}"; do
  "${ssh[@]}" "$host" "$command" < <(while_this_runs) 2>&1 | sed -u "s/^/$host: /" &
done

status=0
wait -n || status=$?
echo "agents.sh: an agent has ended; the others end, too" >&2
exit $((status == 0 ? 1 : status))
