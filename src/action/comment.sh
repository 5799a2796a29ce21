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
repository=${GITHUB_REPOSITORY:?}
comments=repos/$repository/issues/${TWOHOP_PULL_REQUEST:?}/comments
# Anybody can write the mark into a comment: only one that this token wrote is updated.
query='query($owner: String!, $name: String!, $number: Int!, $endCursor: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { comments(first: 100, after: $endCursor) {
    nodes { viewerDidAuthor databaseId body } pageInfo { hasNextPage endCursor } } } } }'
written=$(gh api graphql --paginate -f "query=$query" -f "owner=${repository%%/*}" -f "name=${repository#*/}" \
  -F "number=$TWOHOP_PULL_REQUEST" --jq '.data.repository.pullRequest.comments.nodes[]
    | [.viewerDidAuthor, .databaseId, (.body | split("\n")[0] | rtrimstr("\r"))] | @tsv')
own=
while IFS=$'\t' read -r mine id first; do
  if [[ -z $own && $mine == true && $id =~ ^[0-9]+$ && $first == "$mark" ]]; then own=$id; fi
done <<<"$written"
if [ -n "$own" ]; then
  gh api --method PATCH "repos/$repository/issues/comments/$own" --field "body=@$body" >/dev/null
else
  gh api --method POST "$comments" --field "body=@$body" >/dev/null
fi
