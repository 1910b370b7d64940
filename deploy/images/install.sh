#!/bin/sh
# Run by every Dockerfile: installs what the named workspaces need at run time, and leaves out what nobody reads there.
set -eu
pnpm=$(node -p "require('./package.json').packageManager")
filters=$(for name in "$@"; do printf -- '--filter-prod=%s... ' "$name"; done)
# No scripts: pnpm installs the root's Node.js, too, and its script would fetch the program, which images have.
# shellcheck disable=SC2086 -- each filter is a word
npx --yes "$pnpm" install --frozen-lockfile --prod --ignore-scripts $filters
# Types, source maps and manuals; licences stay.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
find node_modules -type f -iname '*.md' ! -iname '*licen[cs]e*' ! -iname '*notice*' -delete
# Native parts for another runtime, Bare.
find node_modules -type d -path '*/bare-*/prebuilds' -prune -exec rm -r {} +
