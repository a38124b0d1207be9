#!/usr/bin/env bash
# A generator of clients from PyPI, for test/service/http/generatedTypes.test.ts: into a folder of its own, which needs
# no rights. Nothing happens where it is, or where there is no Python.
set -euo pipefail
cd "$(dirname "$0")/.."

# As in test/support/needs.ts.
folder=node_modules/.cache/openapi-python-client
[ -e "$folder/bin/openapi-python-client" ] && exit 0
command -v python3 >/dev/null || exit 0

python3 -m venv "$folder"
"$folder/bin/pip" install --quiet openapi-python-client==0.29.1
