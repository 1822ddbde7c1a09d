#!/bin/sh
# Run once by the Postgres image when the data volume is empty.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  -v reader="$REFRAIN_DB_READER" -v password="$REFRAIN_DB_READER_PASSWORD" \
  -f /refrain/read-only-role.sql
