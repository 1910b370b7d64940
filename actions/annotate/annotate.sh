#!/usr/bin/env bash
# Runs `dap annotate --deployment` with the action's inputs.
set -euo pipefail
cli="$(dirname "${BASH_SOURCE[0]}")/../../packages/cli/src/main.ts"
arguments=(annotate --deployment)
if [ -n "${LINK:-}" ]; then arguments+=("--link=$LINK"); fi
operands=("${WEBSITE:-}")
if [ -n "${TEXT:-}" ]; then operands+=("$TEXT"); fi
exec node "$cli" "${arguments[@]}" -- "${operands[@]}"
