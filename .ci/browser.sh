#!/usr/bin/env bash
# A real browser for test/browser, from the packages of Debian: Chromium without windows.
# Nothing happens where it is, or where there is no apt-get or no right to use it.
set -euo pipefail

# As in test/support/needs.ts.
[ -x /usr/bin/chromium-headless-shell ] || [ -x /usr/bin/chromium ] && exit 0

cd "$(dirname "$0")"
# shellcheck source=.ci/apt.sh
. ./apt.sh
needs_apt browser

apt update
# With a font, for a page without letters has no contrast.
apt install -y --no-install-recommends --no-upgrade chromium-headless-shell fonts-dejavu-core
