#!/usr/bin/env bash
# The services' own libraries, for test/interop/libraries: from npm, PyPI and crates.io, apart from what the project depends on.
# Nothing happens where they are.
set -euo pipefail
cd "$(dirname "$0")/.."

# As in test/support/needs.ts.
folder=node_modules/.cache/sdks

# A newer one could have another fixed host: read its source before the number is raised.
if [ ! -e "$folder/node_modules/emailable" ]; then
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund \
    @zerobounce/zero-bounce-sdk@1.2.2 neverbounce@5.0.5 kickbox@2.0.4 emailable@3.1.1
fi

if [ ! -e "$folder/python/complete" ] && command -v python3 >/dev/null; then
  python3 -m venv "$folder/python"
  "$folder/python/bin/pip" install --quiet zerobouncesdk==2.3.0 kickbox==2.0.4 emailable==3.1.0
  touch "$folder/python/complete"
fi

# Built, so that the test has only its own program to build.
if [ ! -e "$folder/rust/complete" ] && command -v cargo >/dev/null; then
  cargo init --quiet --vcs none --name calls "$folder/rust"
  printf 'zero-bounce = "=2.1.3"\nserde_json = "1"\n\n[profile.dev]\ndebug = false\n' >>"$folder/rust/Cargo.toml"
  cargo build --quiet --manifest-path "$folder/rust/Cargo.toml"
  touch "$folder/rust/complete"
fi
