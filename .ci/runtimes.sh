#!/usr/bin/env bash
# Bun and Deno, on which the client runs too, for test/client: npm's packages of their programs, apart from what
# the project depends on, as each has 100 MB. Nothing happens on another system than Linux on x64 with glibc.
set -euo pipefail
cd "$(dirname "$0")/.."

# As in test/support/needs.ts.
folder=node_modules/.cache/runtimes
bun=@oven/bun-linux-x64-baseline@1.4.5
deno=@deno/linux-x64-glibc@2.9.6

[ "$(uname -sm)" = "Linux x86_64" ] || { echo "no Bun and Deno: not for this system" >&2; exit 0; }
[ -e "$folder/node_modules/@deno" ] && exit 0

mkdir -p "$folder"
npm install --prefix "$folder" --no-save --ignore-scripts --no-audit --no-fund "$bun" "$deno"
