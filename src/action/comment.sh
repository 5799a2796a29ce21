#!/usr/bin/env bash
# The action's comment: one on the pull request, updated in place. By GitHub's gh, with GH_TOKEN.
set -euo pipefail

table=${RUNNER_TEMP:?is set on a runner}/twohop/table.md
# There is none where the measurement broke off, which its own step says.
[ -f "$table" ] || exit 0
mark='<!-- twohop -->'
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
  echo "$mark"
  echo "## Latency: this branch against its base"
  echo
  cat "$table"
} >"$body"
comments=repos/${GITHUB_REPOSITORY:?}/issues/${TWOHOP_PULL_REQUEST:?}/comments
own=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)
if [ -n "$own" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$own" --field "body=@$body" >/dev/null
else
  gh api --method POST "$comments" --field "body=@$body" >/dev/null
fi
