#!/bin/bash
# Run by the PostgreSQL image on its first start: a role and a schema for each service, which sees no other.
# The same as packages/database/src/provision.ts does for `npm start`.
set -euo pipefail
for name in gateway analytics reports palette; do
  variable="${name^^}_DB_PASSWORD"
  psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    -v name="$name" -v password="${!variable}" -v database="$POSTGRES_DB" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
GRANT CONNECT, CREATE, TEMPORARY ON DATABASE :"database" TO :"name";
CREATE SCHEMA :"name" AUTHORIZATION :"name";
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
done
