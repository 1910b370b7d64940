#!/bin/bash
# Run by docker-compose.citus.yml on each start, when all nodes answer. May run again at any time.
set -euo pipefail
PGPASSWORD=$(cat /secrets/own/postgres-password)
export PGPASSWORD PGUSER=platform PGDATABASE=platform
coordinator=${COORDINATOR:-citus-coordinator:5432}
workers=${WORKERS:-citus-worker-1:5432 citus-worker-2:5432}
# on NODE: runs the statements of the standard input there
on() { psql -h "${1%:*}" -p "${1#*:}" -q -At -v ON_ERROR_STOP=1 "${@:2}" >/dev/null; }
for node in $coordinator $workers; do on "$node" -c 'CREATE EXTENSION IF NOT EXISTS citus'; done
on "$coordinator" -c "SELECT citus_set_coordinator_host('${coordinator%:*}', ${coordinator#*:})"
for node in $workers; do on "$coordinator" -c "SELECT citus_add_node('${node%:*}', ${node#*:})"; done
# Citus repeats these on the workers. psql reads the password itself: as an argument it would be in the
# host's list of processes.
on "$coordinator" -v database="$PGDATABASE" <<'SQL'
\set password `cat /secrets/own/analytics-db-password`
SELECT 'CREATE ROLE analytics LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'analytics') \gexec
ALTER ROLE analytics LOGIN PASSWORD :'password';
GRANT CONNECT, CREATE, TEMPORARY ON DATABASE :"database" TO analytics;
CREATE SCHEMA IF NOT EXISTS analytics AUTHORIZATION analytics;
SQL
