#!/usr/bin/env bash
# The action's site: all results of both sides, for the artifact. Leaves RUNNER_TEMP/twohop/site.
set -euo pipefail

action=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=${RUNNER_TEMP:?is set on a runner}/twohop
# There is no result where the measurement broke off, which its own step says.
[ -n "$(find "$work/results" -name result.json -print -quit 2>/dev/null)" ] || exit 0
"${TWOHOP_BENCH:-$action/bench}" site "$work/site" "$work/results" --title "${TWOHOP_TITLE:-Latency of base and head}"
