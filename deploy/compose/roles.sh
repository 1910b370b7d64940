#!/bin/bash
# Run by docker-compose.yml on each start: a role and a schema for each service, which sees no other.
# The same as packages/database/src/provision.ts does for `npm start`. Passwords are set again, so that
# a new one counts from the next start.
set -euo pipefail
PGPASSWORD=$(cat /secrets/own/postgres-password)
export PGPASSWORD PGHOST=postgres PGUSER=platform PGDATABASE=platform
for name in gateway analytics reports palette; do
  # psql reads the password itself: as an argument it would be in the host's list of processes.
  PASSWORD_FILE="/secrets/own/$name-db-password" \
    psql -q -v ON_ERROR_STOP=1 -v name="$name" -v database="$PGDATABASE" <<'SQL'
\set password `cat "$PASSWORD_FILE"`
SELECT format('CREATE ROLE %I LOGIN', :'name') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'name') \gexec
ALTER ROLE :"name" LOGIN PASSWORD :'password';
GRANT CONNECT, CREATE, TEMPORARY ON DATABASE :"database" TO :"name";
SELECT format('CREATE SCHEMA %I AUTHORIZATION %I', :'name', :'name')
  WHERE NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = :'name') \gexec
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
done
