#!/usr/bin/env bash
# Programs that run beside the service (infra/), and Python, from the packages of Debian or Ubuntu: for
# test/infra, test/service/relay, test/start and test/store/verifier. None is started. Nothing happens where all
# of them are, or where there is no apt-get or no right to use it.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=.ci/apt.sh
. ./apt.sh

# As in test/support/needs.ts.
programs=(nats-server prometheus mmdebstrap caddy nginx unbound pgbouncer python3 curl)

missing=()
for program in "${programs[@]}"; do have "$program" || missing+=("$program"); done
# Unbound's trust anchor is in a package of its own, and Dante's program has another name than its package.
[ -e /usr/share/dns/root.key ] || missing+=(dns-root-data)
have danted || missing+=(dante-server)
[ "${#missing[@]}" = 0 ] && exit 0

needs_apt "${missing[*]}"
start_nothing
apt update
# Each other package has the name of its program.
apt install -y --no-install-recommends --no-upgrade "${missing[@]}"
