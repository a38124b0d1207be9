#!/usr/bin/env bash
# A real browser for test/browser, from the packages of Debian: Chromium without windows.
# Nothing happens where it is, or where there is no apt-get or no right to use it.
set -euo pipefail

# As in test/support/needs.ts.
[ -x /usr/bin/chromium-headless-shell ] || [ -x /usr/bin/chromium ] && exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null && sudo -n true 2>/dev/null || { echo "no browser: neither root nor sudo" >&2; exit 0; }
  as_root=(sudo -n)
fi
command -v apt-get >/dev/null || { echo "no browser: no apt-get" >&2; exit 0; }

apt() {
  local get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@")
  # Once more, for a mirror that was just being updated.
  "${get[@]}" >/dev/null || { sleep 5; "${get[@]}" >/dev/null; }
}

apt update
# With a font, for a page without letters has no contrast.
apt install -y --no-install-recommends --no-upgrade chromium-headless-shell fonts-dejavu-core
