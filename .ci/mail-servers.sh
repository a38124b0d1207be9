#!/usr/bin/env bash
# Real mail servers for test/interop, from the packages of Debian or Ubuntu: Postfix and postgrey
# installed, Exim only unpacked, for apt would remove one of the two for the other. None is started.
# Nothing happens where all of them are, or where there is no apt-get or no right to use it.
set -euo pipefail
cd "$(dirname "$0")/.."

# As in test/support/needs.ts. `npm ci` empties it.
EXIM=node_modules/.cache/exim4

# shellcheck source=.ci/apt.sh
. .ci/apt.sh
have postfix && have postgrey && [ -x "$EXIM/usr/sbin/exim4" ] && id Debian-exim >/dev/null 2>&1 && exit 0

needs_apt "mail servers"
start_nothing

# Else it asks for the machine's mail name, and fails where the host name is none.
echo "postfix postfix/main_mailer_type select No configuration" | "${as_root[@]}" debconf-set-selections

apt update
libraries=$(apt-cache depends exim4-daemon-light | sed -n 's/^ *|\?Depends: \(lib.*\)$/\1/p')
# A machine that has another mail server keeps it: then this fails, and says why.
# shellcheck disable=SC2086
apt install -y --no-install-recommends --no-remove --no-upgrade postfix postgrey $libraries

# Exim does not start without it.
id Debian-exim >/dev/null 2>&1 || "${as_root[@]}" useradd --system --user-group \
  --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin Debian-exim

fresh=$(mktemp -d)
(cd "$fresh" && apt-get -qq -o APT::Sandbox::User=root download exim4-daemon-light)
mkdir -p "$EXIM"
dpkg-deb -x "$fresh"/exim4-daemon-light_*.deb "$EXIM"
# Unpacked by root it would be a set-uid program in a folder that nobody watches.
chmod u-s "$EXIM/usr/sbin/exim4"
rm -r "$fresh"
