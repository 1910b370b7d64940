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
printf %s "postgres://analytics:$analytics@citus-coordinator:5432/platform" >/secrets/analytics/citus-database-url
# Node.js runs as user 1000 in our images.
chown 1000:1000 /secrets/analytics/citus-database-url
