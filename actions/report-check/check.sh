#!/usr/bin/env bash
# Runs `dap report check` with the action's inputs, and hands its summary to the job.
set -uo pipefail
cli="$(dirname "${BASH_SOURCE[0]}")/../../packages/cli/src/main.ts"
summary=$(mktemp)
annotations=$(mktemp)
trap 'rm -f "$summary" "$annotations"' EXIT

arguments=(report check --markdown "$summary" --annotations "$annotations")
add() { if [ -n "$2" ]; then arguments+=("--$1=$2"); fi; }
add min-score "${MIN_SCORE:-}"
add fail-on "${FAIL_ON:-}"
add baseline "${BASELINE:-}"
add max-drop "${MAX_DROP:-}"
add wait "${WAIT:-}"
add junit "${JUNIT:-}"
add sarif "${SARIF:-}"
read -r -d '' -a pages <<<"${URLS:-}" || true

node "$cli" "${arguments[@]}" -- "${pages[@]}"
code=$?
cat "$summary" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
# On its standard output, GitHub takes these for annotations; elsewhere they are noise.
if [ -n "${GITHUB_ACTIONS:-}" ]; then cat "$annotations"; fi
passed=false
if [ "$code" = 0 ]; then passed=true; fi
echo "passed=$passed" >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
