#!/usr/bin/env bash
# Checks a pull request to a repository of contributed results (bench site --init): it adds one directory in results/, and the result in
# it is sound.
#
#   check-contribution.sh REPOSITORY BASE BENCH
set -euo pipefail

# fail MESSAGE: in one line, without what a runner takes for a command
fail() {
  local message=${1//[^[:print:]]/?}
  echo "::error::${message//%/%25}"
  exit 2
}

repository=${1:?} base=${2:?} bench=${3:?}
[[ $base =~ ^[0-9a-f]{40,64}$ ]] || fail "base: $base (expected: a commit)"
result=
count=0
while IFS= read -r -d '' status && IFS= read -r -d '' file; do
  [[ $status == A ]] || fail "$file: status $status (expected: new files alone)"
  [[ $file =~ ^results/([A-Za-z0-9][A-Za-z0-9._-]*)/[A-Za-z0-9][A-Za-z0-9._-]*$ ]] ||
    fail "$file (expected: files of one directory in results/, with names of letters, digits, '.', '_' and '-')"
  [[ -z $result || $result == "results/${BASH_REMATCH[1]}" ]] || fail "$file (expected: one directory; the other is $result)"
  result=results/${BASH_REMATCH[1]}
  count=$((count + 1))
done < <(git -C "$repository" diff --no-renames --name-status -z "$base...HEAD" --)
((count > 0)) || fail "no file changed (expected: a new directory in results/)"
# Files that the base has there already would become part of another's result.
[ -z "$(git -C "$repository" ls-tree --name-only "$(git -C "$repository" merge-base "$base" HEAD)" -- "$result")" ] ||
  fail "$result (expected: a new directory; the base has one of this name)"
"$bench" verify-result "$repository/$result"
