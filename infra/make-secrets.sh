#!/bin/sh
# Makes the secrets that the compose files mount, into infra/secrets. One that is there is kept.
# Each container reads its own as another user, so the files are readable and their folder is closed:
# on this machine only its owner gets at them.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
chmod 700 secrets
cd secrets

# Hexadecimal: neither URLs nor SQL need escapes for it.
random() { openssl rand -hex 32; }
# `make <file> <command …>`: what the command prints, unless the file is there.
make() {
  [ -e "$1" ] && return
  file=$1
  shift
  "$@" >"$file.new"
  mv "$file.new" "$file"
}

make rcpt_secret random
# Signs the ledger: 32 octets.
make ledger_key openssl rand -base64 32
make owner_password random
make postgres_password random
make database_password random
make database_url echo "postgres://rcpt:$(cat database_password)@postgres:5432/rcpt"

# NATS: one user, and a certificate of an authority that signs nothing else.
make nats_password random
make nats_url echo "tls://rcpt:$(cat nats_password)@nats:4222"
make nats_auth echo "authorization { users: [ { user: rcpt, password: \"$(cat nats_password)\" } ] }"
if [ ! -e nats_cert ]; then
  days=3650
  ec="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
  # shellcheck disable=SC2086
  openssl req -x509 $ec -days "$days" -subj "/CN=rcpt NATS authority" -keyout nats_ca_key -out nats_ca 2>/dev/null
  # shellcheck disable=SC2086
  openssl req -x509 $ec -days "$days" -subj "/CN=nats" -CA nats_ca -CAkey nats_ca_key \
    -addext "subjectAltName=DNS:nats" -addext "basicConstraints=critical,CA:FALSE" \
    -keyout nats_key -out nats_cert 2>/dev/null
  rm nats_ca_key
fi
chmod 444 ./*
echo "infra/secrets is complete. The first password is in infra/secrets/owner_password."
