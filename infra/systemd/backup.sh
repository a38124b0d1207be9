#!/bin/sh
# Dumps $DATABASE into $STATE_DIRECTORY and removes dumps of more than $DAYS_KEPT days ago, once the new one is
# complete and readable. Copy the folder to another place from there: a backup on the same disk dies with it.
set -eu
umask 077
name="$STATE_DIRECTORY/$DATABASE-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$name.part"' EXIT

# The custom format: compressed, and `pg_restore` takes one table or all, by several processes.
pg_dump --format=custom --compress=6 --dbname="$DATABASE" --file="$name.part"
pg_restore --list "$name.part" >/dev/null
mv "$name.part" "$name"
find "$STATE_DIRECTORY" -name "$DATABASE-*.dump" -mtime "+$DAYS_KEPT" -delete
