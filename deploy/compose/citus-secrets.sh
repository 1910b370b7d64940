#!/bin/bash
# Run by docker-compose.citus.yml after secrets.sh: what the nodes of the cluster may read, and the
# address of the coordinator for analytics.
set -euo pipefail
umask 077
own=/secrets/own
postgres=$(cat "$own/postgres-password")
analytics=$(cat "$own/analytics-db-password")
cp "$own/postgres-password" /secrets/citus/postgres-password
printf '*:*:*:platform:%s\n*:*:*:analytics:%s\n' "$postgres" "$analytics" >/secrets/citus/pgpass
for file in /secrets/analytics/citus-database-url /secrets/migrate/analytics-database-url; do
  printf %s "postgres://analytics:$analytics@citus-coordinator:5432/platform" >"$file"
  # Node.js runs as user 1000 in our images.
  chown 1000:1000 "$file"
done
