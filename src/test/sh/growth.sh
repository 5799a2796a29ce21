#!/usr/bin/env bash
# Measures how time, memory and bytes grow with the work, one line per figure with its exponent:
#
#   src/test/sh/growth.sh DIRECTORY [producers|lanes|keys|subscribers|seconds|forks|history|report]...
#
# The exponent is the slope of a line through the logarithms of size and figure. DIRECTORY holds results and may be deleted afterwards.
# Results for history and report are copies of one result. SIZES="1 8" replaces a row's sizes, BENCH_JAR the command, HEAP its heap.
set -euo pipefail

(($# > 0)) || {
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
root=$(cd "$(dirname "$0")/../../.." && pwd)
jar=${BENCH_JAR:-$root/bench-cli/target/bench.jar}
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
rows=("$@")
((${#rows[@]} > 0)) || rows=(producers lanes keys subscribers seconds forks history report)
bench=(java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "-Xmx${HEAP:-512m}" "-Dtwohop.home=$root" -jar "$jar")
common=(-Dworkload=smoke.yaml -Dfloor=0s -Dsize=64 -Didle=park -Dhops=1 --quiet)
cd "$out"

# Prints the value of a column of the first fork, by the name in the header.
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR == 2 && at { print $at }' "$2/forks.csv"; }

field() { sed -n "s/^ *\"$1\" : \([0-9.]*\),\{0,1\}$/\1/p" "$2/result.json" | head -n 1; }

# Runs a command and sets its CPU seconds, children included.
spend() {
  local TIMEFORMAT='%U %S' used status=0
  used=$({ time "$@" >command.out 2>command.err; } 2>&1) || status=$?
  # Figures of a run that did not meet its rate show growth as well.
  ((status != 1 && status != 2)) || {
    cat command.err >&2
    exit 1
  }
  cpu=$(awk '{ print $1 + $2 }' <<<"$used")
}

measure() {
  local size=$1
  shift
  rm -rf "results-$size"
  spend "${bench[@]}" "${common[@]}" "-Dresults=results-$size" "$@"
  local result=("results-$size"/*/)
  result=${result[0]}
  printf '%s\n' "$size $cpu command_CPU_s" \
    "$size $(column cpu.perMessageNanos "$result") CPU_per_message_ns" \
    "$size $(column endToEnd.p50 "$result") p50_ns" \
    "$size $(column memory.allocatedBytesPerMessage "$result") garbage_B_per_message" \
    "$size $(field liveBytes "$result") live_heap_B" \
    "$size $(stat -c %s "$result/result.json") result.json_B" \
    "$size $(stat -c %s "$result/report.html") report.html_B" \
    "$size $(du -sb "$result" | cut -f 1) directory_B"
}

# Reads copies of one result.
read_copies() {
  local size=$1 command=$2 copies=copies-$1
  [ -d one ] || "${bench[@]}" "${common[@]}" -Drate=1k -Dduration=1s -Dresults=one loopback.yaml >command.out 2>&1
  [ -d "$copies" ] || java -cp "$(dirname "$jar")/lib/*" "$root/src/test/sh/ManyResults.java" one/* "$copies" "$size"
  rm -f page.html
  case $command in
  history) spend "${bench[@]}" history "$copies" --output page.html ;;
  report) spend "${bench[@]}" report "$copies"/* --out page.html ;;
  esac
  printf '%s\n' "$size $cpu command_CPU_s" "$size $(stat -c %s page.html) page_B"
}

one() {
  case $1 in
  producers) measure "$2" -Dlayout=single -Dwarmup=3s -Drate=10k -Dduration=3s "-Dproducers=$2" loopback.yaml ;;
  lanes) measure "$2" -Dlayout=single -Dwarmup=3s -Drate=10k -Dduration=3s "-Dtopics=$2" loopback.yaml ;;
  keys) measure "$2" -Dwarmup=3s -Drate=1k -Dduration=5s "-Dkeys={count: $2}" nats.yaml ;;
  subscribers) measure "$2" -Dlayout=single -Dwarmup=3s -Drate=10k -Dduration=3s "-Dsubscribers=$2" loopback.yaml ;;
  seconds) measure "$2" -Dlayout=single -Dwarmup=3s -Drate=1k "-Dduration=${2}s" -Dtransport.path=/dev/shm chronicle.yaml ;;
  forks) measure "$2" -Dlayout=single -Drate=1k -Dwarmup=300ms -Dduration=1s -Djfr=off "-Dforks=$2" loopback.yaml ;;
  history | report) read_copies "$2" "$1" ;;
  esac
}

sizes() {
  case $1 in
  producers) echo 1 8 64 ;;
  lanes) echo 1 100 10000 ;;
  keys) echo 1000 32000 1000000 ;;
  subscribers) echo 1 2 4 8 ;;
  seconds) echo 15 30 60 ;;
  forks) echo 1 3 9 ;;
  history) echo 10 100 1000 10000 ;;
  report) echo 10 100 1000 ;;
  *) return 1 ;;
  esac
}

for row in "${rows[@]}"; do
  for size in ${SIZES:-$(sizes "$row")}; do
    one "$row" "$size"
  done | awk -v row="$row" '
    # A figure that the run has not.
    NF < 3 { next }
    { f = $3; if (!(f in line)) order[++n] = f; line[f] = line[f] "  " $1 ": " $2 }
    $2 > 0 { x = log($1); y = log($2); k[f]++; sx[f] += x; sy[f] += y; sxx[f] += x * x; sxy[f] += x * y
      if (k[f] > 1) last[f] = (y - y0[f]) / (x - x0[f]); x0[f] = x; y0[f] = y }
    END { for (i = 1; i <= n; i++) { f = order[i]; d = k[f] * sxx[f] - sx[f] * sx[f]
      printf("%s, %s:%s  exponent %s, between the last two %s\n", row, f, line[f],
        (d > 0 ? sprintf("%.2f", (k[f] * sxy[f] - sx[f] * sy[f]) / d) : "-"), (k[f] > 1 ? sprintf("%.2f", last[f]) : "-")) } }'
done
