#!/usr/bin/env bash
# The action's measurement: base and head built side by side, measured in turns on this machine, and compared. In the user's
# checkout; inputs are TWOHOP_* (see action.yml). Leaves RUNNER_TEMP/twohop: results/base, results/head and table.md.
#
# Exit codes are those of bench compare: 3 the gate failed, 6 it could not be judged; 2 bad input.
set -euo pipefail

# fail MESSAGE: in one line, for a second one could be a command to the runner
fail() {
  local message=${1//%/%25}
  message=${message//$'\r'/%0D}
  echo "::error::${message//$'\n'/%0A}"
  exit 2
}

action=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bench=${TWOHOP_BENCH:-$action/bench}
work=${RUNNER_TEMP:?is set on a runner}/twohop
# On one line or on several.
read -r -d '' -a transports <<<"${TWOHOP_TRANSPORTS:-}" || true
read -r -d '' -a options <<<"${TWOHOP_OPTIONS:-}" || true
rounds=${TWOHOP_ROUNDS:-10}
only=${TWOHOP_ONLY:-endToEnd.p50,endToEnd.p99}
gate=()
[ -z "${TWOHOP_FAIL_ON:-}" ] || gate=(--fail-on "$TWOHOP_FAIL_ON")

# --- what can be refused before anything is built ---

[ -n "${TWOHOP_WORKLOAD:-}" ] || fail "workload: missing (expected: a workload file)"
((${#transports[@]} > 0)) || fail "transports: missing (expected: a transport file, such as chronicle.yaml)"
[[ $rounds =~ ^[1-9][0-9]{0,2}$ ]] || fail "rounds: $rounds (expected: a whole number from 1 to 999)"
# covered METRIC: whether it is among those compared; one that ends at a dot stands for all that begin so
covered() {
  local name names
  IFS=, read -r -a names <<<"$only"
  for name in "${names[@]}"; do
    if [[ $1 == "$name" || ($name == *. && $1 == "$name"*) ]]; then return 0; fi
  done
  return 1
}
[[ $only =~ ^[[:alnum:]_.]+(,[[:alnum:]_.]+)*$ ]] ||
  fail "only: $only (expected: metrics with commas between, such as endToEnd.p50,endToEnd.p99)"
if ((${#gate[@]} > 0)); then
  [[ $TWOHOP_FAIL_ON =~ ^[[:space:]]*([[:alnum:]_.]+)[[:space:]]*\>[[:space:]]*[0-9]+(\.[0-9]+)?[[:space:]]*%[[:space:]]*$ ]] ||
    fail "fail-on: $TWOHOP_FAIL_ON (expected: a metric, '>' and per cent, such as endToEnd.p99 > 5%)"
  covered "${BASH_REMATCH[1]}" || fail "fail-on: ${BASH_REMATCH[1]} (expected: one of the metrics of only: $only)"
fi
base=$(git rev-parse --verify --quiet --end-of-options "${TWOHOP_BASE:?}^{commit}") &&
  base=$(git merge-base "$base" HEAD) ||
  fail "base: $TWOHOP_BASE (expected: a branch with a common ancestor; actions/checkout takes fetch-depth: 0)"
[ "$base" != "$(git rev-parse HEAD)" ] || fail "base: $TWOHOP_BASE is this commit (expected: another to compare with)"

rm -rf "$work"
mkdir -p "$work/results"
echo "results=$work/results" >>"${GITHUB_OUTPUT:-/dev/null}"
head=$PWD
trap 'git -C "$head" worktree remove --force "$work/base" 2>/dev/null || true' EXIT
git worktree add --quiet --detach "$work/base" "$base"

# --- build, and measure in turns ---

for side in "$work/base" "$head"; do
  echo "::group::build $side"
  # What the project builds with has no business with the runner's later steps.
  (cd "$side" && env -u GITHUB_ENV -u GITHUB_PATH -u GITHUB_OUTPUT -u GITHUB_STATE -u GITHUB_STEP_SUMMARY \
    bash -euo pipefail -c "${TWOHOP_BUILD:-true}")
  echo "::endgroup::"
done

# measure NAME CHECKOUT: one fork; a run that is saturated or invalid is for the comparison to name
measure() {
  local arguments=("-Dresults=$work/results/$1" "-Dworkload=$TWOHOP_WORKLOAD") status=0
  [ -z "${TWOHOP_CLASSPATH:-}" ] || arguments+=(--classpath "$TWOHOP_CLASSPATH")
  (cd "$2" && "$bench" "${arguments[@]}" "${options[@]+"${options[@]}"}" "${transports[@]}") || status=$?
  case $status in 0 | 3 | 4 | 5) ;; *) fail "bench ended with exit code $status on $1" ;; esac
}

# compare TRANSPORT: what there is so far
compare() {
  local name
  name=$(basename -- "$1" .yaml)
  (cd "$work/results" && "$bench" compare "base/*-$name" "head/*-$name" --format markdown --only "$only" \
    "${gate[@]+"${gate[@]}"}")
}

for ((round = 1; round <= rounds; round++)); do
  echo "::group::round $round of $rounds"
  # Whichever comes second has the warmer machine.
  if ((round % 2)); then
    measure base "$work/base"
    measure head "$head"
  else
    measure head "$head"
    measure base "$work/base"
  fi
  echo "::endgroup::"
  # What metrics there are, results say: the first are enough to refuse others.
  for transport in "${transports[@]}"; do
    status=0
    ((round > 1)) || compare "$transport" >"$work/first" || status=$?
    case $status in 0 | 3 | 6) ;; *) fail "bench compare ended with exit code $status after the first round" ;; esac
  done
done

# --- compare ---

worst=0
for transport in "${transports[@]}"; do
  status=0
  {
    compare "$transport" || status=$?
    echo
  } >>"$work/table.md"
  ((status <= worst)) || worst=$status
done
tee -a "${GITHUB_STEP_SUMMARY:-/dev/null}" <"$work/table.md"
exit "$worst"
