# What .ci/run and .ci/nightly share. They source it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# One stream keeps the order of what is said.
exec 2>&1

# fail REASON: ends with the reason, the failed tests and the totals as the last lines
fail() {
  echo
  failed | sed 's/^/Failed: /'
  echo ".ci/${0##*/}: $1"
  summary
  exit 1
}

# feature JAVAC: its feature release, or 0 if it does not run
feature() {
  local version
  version=$("$1" -version 2>&1 | sed -n 's/^javac \(1\.\)\{0,1\}\([0-9][0-9]*\).*/\2/p') || true
  echo "${version:-0}"
}

# totals: "TESTS FAILURES ERRORS SKIPPED" of all modules, from the reports of Surefire and Failsafe
totals() {
  { find . -path '*/target/*' \( -path '*/surefire-reports/TEST-*.xml' -o -path '*/failsafe-reports/TEST-*.xml' \) \
    -exec grep -h -m 1 '^<testsuite ' {} + || true; } | awk '
      function count(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3) + 0 : 0 }
      { tests += count("tests"); failures += count("failures"); errors += count("errors"); skipped += count("skipped") }
      END { print tests + 0, failures + 0, errors + 0, skipped + 0 }'
}

# summary: the totals in words
summary() {
  local counts
  read -r -a counts <<<"$(totals)"
  echo "Tests run: ${counts[0]}, Failures: ${counts[1]}, Errors: ${counts[2]}, Skipped: ${counts[3]}"
}

# started: how many processes of which kind the tests of all modules started, which is what most of their time goes to
started() {
  find . -path '*/target/started-processes.txt' -exec cat {} + | awk '
      { kind = $0; sub(/ [0-9]+$/, "", kind); if (!(kind in count)) order[++kinds] = kind; count[kind] += $NF }
      END { for (i = 1; i <= kinds; i++) printf("%s%s: %d", (i > 1 ? ", " : "Started: "), order[i], count[order[i]])
        if (kinds) print "" }'
}

# tests_with ELEMENT: "CLASS.METHOD" of each test case that has one that matches, from the same reports
tests_with() {
  find . -path '*/target/*-reports/TEST-*.xml' -exec awk -v element="<($1)[ >]" '
    function value(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : "" }
    /<testcase / { test = value("classname") "." value("name") }
    $0 ~ element { print test }' {} + | sort -u
}

# failed: the tests that failed to the last
failed() { tests_with 'failure|error'; }

# flakes: the tests that failed and then passed
flakes() { tests_with 'flakyFailure|flakyError'; }

# check: runs a test command and fails if it fails, ran no test, skipped one, or changed the tree
check() {
  "$@" || fail "'$*' failed"
  local counts changes
  read -r -a counts <<<"$(totals)"
  ((counts[0] > 0)) || fail "no test ran"
  ((counts[1] + counts[2] == 0)) || fail "the reports have ${counts[1]} failures and ${counts[2]} errors"
  ((counts[3] == 0)) || fail "${counts[3]} tests were skipped"
  # The clone may belong to another user than the one who runs this.
  changes=$(git -c safe.directory='*' status --porcelain)
  [ -z "$changes" ] || fail "the tree is not clean:"$'\n'"$changes"
}

# step NAME COMMAND...: runs it and says how long it took
step() {
  local name=$1 began=$SECONDS
  shift
  printf '\n--- %s ---\n' "$name"
  "$@"
  printf -- '--- %s: %d s ---\n' "$name" $((SECONDS - began))
}

# finish: names the tests that passed at the second try only, in FLAKED and in the reports, and ends with the totals.
# A machine that stands still for seconds may fail a test of a real broker or browser; more than a few are a failure.
finish() {
  local most=5 flaked
  mapfile -t flaked < <(printf '%s\n' "$@" "$(flakes)" | sed '/^$/d' | sort -u)
  # Maven may leave escape codes on the last line, without an end to it.
  echo
  ((${#flaked[@]} == 0)) || printf 'Failed, then passed: %s\n' "${flaked[@]}"
  ((${#flaked[@]} <= most)) || fail "${#flaked[@]} tests passed at the second try only (expected: at most $most)"
}

mvn=(./mvnw -B -ntp)
again=(-Dsurefire.rerunFailingTestsCount=1 -Dfailsafe.rerunFailingTestsCount=1)
