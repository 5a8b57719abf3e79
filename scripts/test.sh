#!/usr/bin/env bash
# Run all tests that must pass, in two parallel processes: tests with a whole daemon mostly wait, the others mostly compute.
# The output of each process appears when it ends. One failure makes the whole command fail.
set -u
cd "$(dirname "$0")/.."
python=${1:-.venv/bin/python}
whole="tests/acceptance tests/chaos tests/service tests/demo tests/commands tests/notify tests/portal"
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# shellcheck disable=SC2086 (a list of folders)
"$python" -m pytest $whole -p no:cacheprovider --durations=10 >"$logs/whole" 2>&1 &
first=$!
# shellcheck disable=SC2046
"$python" -m pytest tests -p no:cacheprovider --durations=10 $(printf -- '--ignore=%s ' $whole) >"$logs/parts" 2>&1 &
second=$!

code=0
wait "$second" || code=$?
cat "$logs/parts"
wait "$first" || code=$?
cat "$logs/whole"
exit "$code"
