#!/bin/bash
# Run by docker-compose.backup.yml: `backup FILE` writes the database as it is at one moment, while the platform runs;
# `restore FILE` puts it back over what is there, while the platform's processes are stopped.
set -euo pipefail
umask 077
[ $# -eq 2 ] || { echo "Name the file: docker compose run --rm ${1:-backup} FILE" >&2; exit 2; }
file=${BACKUPS:-/backups}/$(basename "$2")
# Opens the credentials of staging sites that the database holds.
keys=${OWN:-/own}/credentials-key
PGPASSWORD=$(cat "${SECRETS:-/secrets}/postgres-password")
export PGPASSWORD PGHOST=${PGHOST:-postgres} PGUSER=platform PGDATABASE=platform PGOPTIONS='-c client_min_messages=warning'

# Whether analytics is on a cluster: docker-compose.citus.yml says so, and its coordinator has an address even where
# that file isn't named.
has_cluster() { [ -n "${ANALYTICS_CLUSTER:-}" ] || getent hosts citus-coordinator >/dev/null; }
has_analytics() { [ "$(psql -Atc "SELECT to_regclass('analytics.storage_epoch') IS NOT NULL")" = t ]; }

case $1 in
  backup)
    options=()
    if [ -n "${WITHOUT_ANALYTICS:-}" ]; then options=(--exclude-schema=analytics)
    elif has_cluster || ! has_analytics; then
      echo "This database doesn't hold analytics, which is on a Citus cluster. Back up its nodes themselves, and the rest with" >&2
      echo "docker compose run --rm -e WITHOUT_ANALYTICS=1 backup FILE; docs/deploy.md says how." >&2
      exit 1
    fi
    pg_dump --format=custom "${options[@]}" --file="$file.new"
    # After the dump, so that it opens all that is sealed there, and before the dump has its name.
    cp "$keys" "$file.credentials-key"
    mv "$file.new" "$file"
    echo "$(du -h "$file" | cut -f1) are in $(basename "$file"). It and $(basename "$file").credentials-key hold secrets: keep them safe."
    ;;
  restore)
    [ -s "$file" ] || { echo "There is no backup $(basename "$file")." >&2; exit 1; }
    # Each service connects as the role that its schema is named after.
    busy=$(psql -Atc "SELECT count(*) FROM pg_stat_activity
      WHERE usename IN (SELECT nspname FROM pg_namespace WHERE pg_get_userbyid(nspowner) = nspname)")
    [ "$busy" -eq 0 ] || { echo "The platform is running. Stop it, except for its database; docs/deploy.md says how." >&2; exit 1; }
    contents=$(pg_restore --list "$file")
    if has_cluster && grep -q ' TABLE analytics ' <<<"$contents"; then
      echo "$(basename "$file") holds analytics, which is on a Citus cluster now, and wouldn't get there; docs/deploy.md says more." >&2
      exit 1
    fi
    # As a whole or not at all: COMMIT is sent only after all of the file was read. Instances of analytics that
    # ran before must not go on with ids they remember.
    {
      echo 'BEGIN;'
      psql -Atc "SELECT format('DROP SCHEMA %I CASCADE;', nspname) FROM pg_namespace
        WHERE nspname !~ '^pg_' AND nspname NOT IN ('public', 'information_schema')"
      pg_restore --file=- "$file"
      cat <<'SQL'
SELECT 'UPDATE analytics.storage_epoch SET epoch = gen_random_uuid()'
  WHERE to_regclass('analytics.storage_epoch') IS NOT NULL \gexec
COMMIT;
SQL
    } | psql -q -v ON_ERROR_STOP=1 >/dev/null
    echo "$(basename "$file") is back."
    # The job `secrets` hands it out when the platform starts, unless the operator gives another one.
    if [ -s "$file.credentials-key" ]; then cp "$file.credentials-key" "$keys"
    else echo "There is no $(basename "$file").credentials-key: without the key of then, credentials of staging sites can't be read." >&2; fi
    ;;
  *) exit 2 ;;
esac
