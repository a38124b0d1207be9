# shellcheck shell=bash
# Sourced by those who install packages of Debian or Ubuntu for the tests: `apt` and `as_root`, and what is
# installed is not started.

have() { command -v "$1" >/dev/null; }
PATH=$PATH:/usr/sbin

# Ends the script that sources this, without a failure, where packages cannot be installed. $1: what for.
as_root=()
needs_apt() {
  if [ "$(id -u)" != 0 ]; then
    have sudo && sudo -n true 2>/dev/null || { echo "no $1: neither root nor sudo" >&2; exit 0; }
    as_root=(sudo -n)
  fi
  have apt-get || { echo "no $1: no apt-get" >&2; exit 0; }
}

apt() {
  local get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@")
  # Once more, for a mirror that was just being updated.
  "${get[@]}" >/dev/null || { sleep 5; "${get[@]}" >/dev/null; }
}

# Debian starts what it installs, unless this file forbids it (invoke-rc.d(8)).
POLICY=/usr/sbin/policy-rc.d
start_nothing() {
  [ -e "$POLICY" ] && return
  trap '"${as_root[@]}" rm -f "$POLICY"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$POLICY" >/dev/null
  "${as_root[@]}" chmod 755 "$POLICY"
}
