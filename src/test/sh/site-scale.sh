#!/usr/bin/env bash
# Measures bench site with many results:
#
#   src/test/sh/site-scale.sh DIRECTORY COUNT RESULT...
#
# Makes COUNT results of a few real ones, with three forks each, in DIRECTORY/results, builds a site of them, adds one more, and adds
# the same once more. Prints seconds and sizes. Takes 25 KB of disk per result. DIRECTORY may be deleted afterwards.
set -euo pipefail

(($# > 2)) || {
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
root=$(cd "$(dirname "$0")/../../.." && pwd)
jar=${BENCH_JAR:-$root/bench-cli/target/bench.jar}
out=$(mkdir -p "$1" && cd "$1" && pwd)
count=$2
shift 2
# As ./bench starts it.
bench=(java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx512m "-Dtwohop.home=$root" -jar "$jar")
make=(java -cp "$(dirname "$jar")/lib/*" "$root/src/test/sh/ManyScenarios.java")

timed() {
  local TIMEFORMAT='%R s, %U s CPU'
  printf '%s: ' "$1"
  shift
  { time "$@" >"$out/log" 2>&1; } 2>&1 || {
    cat "$out/log" >&2
    exit 1
  }
}

[ -d "$out/results" ] || "${make[@]}" "$count" "$out/results" "$@"
# One more night of the first scenario.
one=$out/one-more/result.json
mkdir -p "$out/one-more"
sed -E 's/"startedAt":"[^"]*"/"startedAt":"2027-01-01T02:00:00Z"/' \
  "$(find -L "$out/results" -path '*/000/*/result.json' | sort | tail -n 1)" >"$one"
rm -rf "$out/site"
timed "all $count" "${bench[@]}" site "$out/site" "$out/results"
cat "$out/log"
sizes() {
  find "$out/site" -name "$1" -printf '%s\n' | sort -n |
    awk -v name="$1" '{ sum += $1; most = $1 } END { printf("%s: %d files, %d bytes, largest %d\n", name, NR, sum, most) }'
}
for kind in 'manifest.js' 'overview-*' 'index-*' 'detail-*' 'page-*' 'index.html'; do
  sizes "$kind"
done
find "$out/site/data" -type f | sort >"$out/before"
timed "one more" "${bench[@]}" site "$out/site" "$(dirname "$one")"
cat "$out/log"
find "$out/site/data" -type f | sort >"$out/after"
echo "new data files: $(comm -13 "$out/before" "$out/after" | wc -l)"
timed "the same again" "${bench[@]}" site "$out/site" "$(dirname "$one")"
