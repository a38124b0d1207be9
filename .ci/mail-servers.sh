#!/usr/bin/env bash
# Real mail servers for test/interop, from the packages of Debian or Ubuntu: Postfix, postgrey
# and Dovecot installed, Exim, OpenSMTPD, Sendmail and qpsmtpd only unpacked, for apt would remove one for the other.
# None is started. Nothing happens where all of them are, or where there is no apt-get or no right to use it.
set -euo pipefail
cd "$(dirname "$0")/.."

# As in test/support/needs.ts. `npm ci` empties it.
CACHE=node_modules/.cache
EXIM=$CACHE/exim4
OPENSMTPD=$CACHE/opensmtpd
SENDMAIL=$CACHE/sendmail
QPSMTPD=$CACHE/qpsmtpd

# shellcheck source=.ci/apt.sh
. .ci/apt.sh
have postfix && have postgrey && have dovecot && [ -x "$EXIM/usr/sbin/exim4" ] &&
  [ -x "$OPENSMTPD/usr/sbin/smtpd" ] && [ -e "$SENDMAIL/complete" ] && [ -e "$QPSMTPD/complete" ] &&
  id Debian-exim >/dev/null 2>&1 && id opensmtpq >/dev/null 2>&1 && exit 0

needs_apt "mail servers"
start_nothing

# Else it asks for the machine's mail name, and fails where the host name is none.
echo "postfix postfix/main_mailer_type select No configuration" | "${as_root[@]}" debconf-set-selections

apt update
libraries=$(apt-cache depends exim4-daemon-light opensmtpd sendmail-bin |
  sed -n 's/^ *|\?Depends: \(lib.*\)$/\1/p' | sort -u)
# A machine that has another mail server keeps it: then this fails, and says why.
# m4 writes Sendmail's configuration, libnss-wrapper gives it a host name, and qpsmtpd is a Perl program.
# shellcheck disable=SC2086
apt install -y --no-install-recommends --no-remove --no-upgrade postfix postgrey dovecot-imapd $libraries \
  m4 libnss-wrapper libmailtools-perl libnet-dns-perl libipc-shareable-perl libsocket6-perl libio-socket-inet6-perl

# Their servers do not start without them.
for user in Debian-exim opensmtpd opensmtpq; do
  id "$user" >/dev/null 2>&1 || "${as_root[@]}" useradd --system --user-group \
    --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$user"
done

# $1: folder; then packages.
unpack() {
  local into=$1 fresh
  shift
  fresh=$(mktemp -d)
  (cd "$fresh" && apt-get -qq -o APT::Sandbox::User=root download "$@")
  mkdir -p "$into"
  for package in "$fresh"/*.deb; do dpkg-deb -x "$package" "$into"; done
  rm -r "$fresh"
}
unpack "$EXIM" exim4-daemon-light
unpack "$OPENSMTPD" opensmtpd
unpack "$SENDMAIL" sendmail-bin sendmail-cf
unpack "$QPSMTPD" qpsmtpd
# Unpacked by root they would be set-uid programs in a folder that nobody watches.
find "$EXIM" "$OPENSMTPD" "$SENDMAIL" -type f -perm /6000 -exec chmod ug-s {} +
touch "$SENDMAIL/complete" "$QPSMTPD/complete"
