#!/usr/bin/env bash
# Measures what a coordinator costs beside more and more agents, each in a network namespace of its own; needs root:
#
#   NATS_SERVER=/path/of/nats-server bench-agents/src/test/sh/growth.sh DIRECTORY 2 8 32
#
# Half of the agents are loads, half services, at 200 messages/s together. A line for each count: CPU and messages of the coordinator's
# and the control server's second while agents measure, the time from the window's end to the coordinator's, and the result's size.
set -euo pipefail

(($# > 1)) && [ -n "${NATS_SERVER:-}" ] || {
  sed -n '2,4s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
bench=${BENCH_JAR:-$(cd "$(dirname "$0")/../../../.." && pwd)/bench-cli/target/bench.jar}
seconds=30
hub=twohop-growth-$$
java=(java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx128m -jar "$bench")

end() {
  kill $(jobs -p) 2>/dev/null || true
  wait 2>/dev/null || true
  ip netns list | awk -v hub="$hub" 'index($1, hub) == 1 { print $1 }' | xargs -r -n 1 ip netns delete
}
trap end EXIT

# Both ends of a cable are in namespaces from the start, so that the machine's own network does not change.
connect() {
  local host=$hub-$1
  ip netns add "$host"
  ip -n "$host" link add eth0 type veth peer name "v$1" netns "$hub"
  ip -n "$hub" link set "v$1" master br0 up
  ip -n "$host" addr add "10.77.$(($1 / 250 + 1)).$(($1 % 250 + 1))/16" dev eth0
  ip -n "$host" link set eth0 up
  ip -n "$host" link set lo up
}

server() { ip netns exec "$hub" curl -s http://10.77.0.1:8222/varz | sed -n "s/^ *\"$1\": \([0-9.]*\).*/\1/p"; }

ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

measure() {
  local agents=$1 results=$out/$1 control coordinator
  rm -rf "$results"
  mkdir -p "$results"
  cd "$results"
  ip netns add "$hub"
  ip -n "$hub" link add br0 type bridge
  ip -n "$hub" addr add 10.77.0.1/16 dev br0
  ip -n "$hub" link set br0 up
  ip -n "$hub" link set lo up
  ip netns exec "$hub" "$NATS_SERVER" -js -sd "$results/store" -a 10.77.0.1 -p 4222 -m 8222 >control.log 2>&1 &
  control=$!
  ip netns exec "$hub" "$NATS_SERVER" -a 10.77.0.1 -p 4223 >broker.log 2>&1 &
  for agent in $(seq "$agents"); do
    connect "$agent"
    ip netns exec "$hub-$agent" "${java[@]}" agent --nats nats://10.77.0.1:4222 --name "agent-$agent" --directory "$results/agent-$agent" \
      --allow all --once >"agent-$agent.log" 2>&1 &
  done
  ip netns exec "$hub" java -XX:+UseSerialGC -jar "$bench" -Dworkload=smoke.yaml -Drate=200 -Dsize=64 -Dwarmup=2s -Dduration=${seconds}s \
    -Dfloor=0s -Djfr=off -Didle=park -Djvm.heap=64m '-Djvm.flags=[-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]' \
    -Dtransport.broker=external -Dtransport.url=nats://10.77.0.1:4223 \
    --agents "load: $((agents / 2)), service: $((agents / 2))" --wait 5m --nats nats://10.77.0.1:4222 nats.yaml >coordinator.log 2>&1 &
  coordinator=$!
  until grep -q 'measuring 1 s' coordinator.log; do
    kill -0 "$coordinator" 2>/dev/null || { cat coordinator.log >&2; return 1; }
    sleep 0.2
  done
  local began=$EPOCHREALTIME in=$(server in_msgs) sent=$(server out_msgs) bytes=$(server in_bytes)
  local used=$(ticks "$coordinator") served=$(ticks "$control")
  sleep $((seconds - 6))
  local took=$(awk "BEGIN { print $EPOCHREALTIME - $began }") used2=$(ticks "$coordinator") served2=$(ticks "$control")
  local in2=$(server in_msgs) sent2=$(server out_msgs) bytes2=$(server in_bytes)
  local last=$used2 memory=0 peak
  while kill -0 "$coordinator" 2>/dev/null; do
    last=$(ticks "$coordinator" 2>/dev/null || echo "$last")
    # A process that has ended has no memory.
    peak=$(awk '/VmHWM/ { print int($2 / 1024) }' "/proc/$coordinator/status" 2>/dev/null || true)
    memory=${peak:-$memory}
    sleep 0.1
  done
  local after=$(awk "BEGIN { print $EPOCHREALTIME - $began - $seconds + 1 }")
  wait "$coordinator" || true
  printf '%d agents: coordinator %.1f ms/s, control server %.1f ms/s, %.0f messages/s in, %.0f out, %.1f KB/s in; ' "$agents" \
    "$(awk "BEGIN { print ($used2 - $used) * 10 / $took }")" "$(awk "BEGIN { print ($served2 - $served) * 10 / $took }")" \
    "$(awk "BEGIN { print ($in2 - $in) / $took }")" "$(awk "BEGIN { print ($sent2 - $sent) / $took }")" \
    "$(awk "BEGIN { print ($bytes2 - $bytes) / $took / 1000 }")"
  printf 'end after %.1f s with %.1f s of CPU; in all %.1f s of CPU, %d MB; result %s bytes, directory %s KB; %s\n' "$after" \
    "$(awk "BEGIN { print ($last - $used2) / 100 }")" "$(awk "BEGIN { print $last / 100 }")" "$memory" \
    "$(stat -c %s results/*/result.json)" "$(du -sk results | cut -f 1)" "$(grep -m 1 -oE 'MET|INVALID.*|SATURATED.*' coordinator.log || true)"
  end
}

for agents in "$@"; do
  measure "$agents"
done
