#!/usr/bin/env bash
# The services' own libraries, for test/interop/libraries: from npm and PyPI, apart from what the project depends on.
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

[ -e "$folder/python/complete" ] && exit 0
command -v python3 >/dev/null || exit 0
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet zerobouncesdk==2.3.0 kickbox==2.0.4 emailable==3.1.0
touch "$folder/python/complete"
