#!/usr/bin/env bash
# What the guides of packages/docs/guides run on, for test/docs/guides: frameworks from npm and PyPI, WordPress's files and
# languages from Debian or Ubuntu, apart from what the project depends on. Nothing happens where it all is.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=.ci/apt.sh
. .ci/apt.sh

# As in test/support/needs.ts.
folder=node_modules/.cache/guides

# From npm: the newest of a major release would change the tests by itself.
if [ ! -e "$folder/node_modules/next" ]; then
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund \
    express@5.3.0 next@16.4.6 react@19.3.1 react-dom@19.3.1
fi

if have python3 && [ ! -e "$folder/python/bin/flask" ]; then
  python3 -m venv "$folder/python"
  "$folder/python/bin/pip" install --quiet flask==3.1.3 django==5.2.19
fi

missing=()
# WordPress starts only with an extension for MySQL.
have php && php -m | grep -q mysqli || missing+=(php-cli php-mysql)
have ruby || missing+=(ruby)
have ruby && ruby -e 'require "sinatra/base"' 2>/dev/null || missing+=(ruby-sinatra ruby-webrick)
have go || [ -e /usr/local/go/bin/go ] || missing+=(golang-go)
wordpress=$folder/wordpress/usr/share/wordpress/wp-load.php
[ "${#missing[@]}" = 0 ] && [ -e "$wordpress" ] && exit 0

needs_apt "${missing[*]} wordpress"
start_nothing
apt update
[ "${#missing[@]}" = 0 ] || apt install -y --no-install-recommends --no-upgrade "${missing[@]}"
[ -e "$wordpress" ] && exit 0

# Unpacked: its package would install a web server and a database.
fresh=$(mktemp -d)
(cd "$fresh" && apt-get -qq -o APT::Sandbox::User=root download wordpress)
dpkg-deb -x "$fresh"/wordpress_*.deb "$folder/wordpress"
rm -r "$fresh"
