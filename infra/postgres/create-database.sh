#!/bin/sh
# The database of the service and the role that owns it, which is no superuser: it reads no file of the
# server and writes past no trigger. Run once by the image of Postgres, when its volume is empty.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" \
  --set=password="$(cat /run/secrets/database_password)" <<'SQL'
create role rcpt login password :'password';
create database rcpt owner rcpt;
SQL
