#!/usr/bin/env bash
# Installs the command line of the version that the action is used at, with its own dependencies only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=$(node -p "require('./package.json').packageManager")
npx --yes "$version" install --frozen-lockfile --prod --ignore-scripts --filter '@platform/cli...'
