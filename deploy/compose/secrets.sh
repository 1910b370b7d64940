#!/bin/sh
# Run by docker-compose.yml before anything else. Gives each process a volume with what it alone may read:
# the passwords are random and made on the first start, unless the environment or a file names them.
# A password is taken from a file in /given, else from the environment, else from the volume, else made.
set -eu
umask 077
apart=/secrets

# secret NAME VALUE: the value of a secret, remembered in the volume `own` so that it stays the same.
secret() {
  file="$apart/own/$1"
  if [ -s "/given/$1" ]; then tr -d '\r\n' <"/given/$1" >"$file.new"
  elif [ -n "$2" ]; then printf %s "$2" >"$file.new"
  elif [ -s "$file" ]; then cat "$file" >"$file.new"
  else od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$file.new"; fi
  mv "$file.new" "$file"
  # It becomes part of connection strings.
  case $(cat "$file") in
    *[!A-Za-z0-9._~-]*) echo "The secret $1 may hold letters, digits and . _ ~ - only." >&2; exit 1 ;;
  esac
}

# give WHO NAME VALUE: a file that the process WHO reads. Node.js runs as user 1000 in our images.
give() {
  printf %s "$3" >"$apart/$1/$2.new"
  chown 1000:1000 "$apart/$1/$2.new"
  mv "$apart/$1/$2.new" "$apart/$1/$2"
}

chmod 700 "$apart/own"
secret postgres-password "${POSTGRES_PASSWORD:-}"
secret redis-password "${REDIS_PASSWORD:-}"
secret grafana-password "${GRAFANA_PASSWORD:-}"

# Keys that encrypt the credentials of staging sites, the newest first; a file of several rotates them.
if [ -s /given/credentials-key ]; then cp /given/credentials-key "$apart/own/credentials-key"
elif [ -n "${CREDENTIALS_KEY:-}" ]; then printf %s "$CREDENTIALS_KEY" >"$apart/own/credentials-key"
elif [ ! -s "$apart/own/credentials-key" ]; then
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n' >"$apart/own/credentials-key"
fi

cp "$apart/own/postgres-password" "$apart/postgres/postgres-password"
# The user who runs Redis has another number in each image, and nobody else sees this volume.
chmod 755 "$apart/redis"
printf 'requirepass %s\n' "$(cat "$apart/own/redis-password")" >"$apart/redis/redis.conf.new"
chmod 444 "$apart/redis/redis.conf.new"
mv -f "$apart/redis/redis.conf.new" "$apart/redis/redis.conf"

# Grafana runs as user 472. Its volume is there with docker-compose.monitoring.yml only.
if [ -d "$apart/grafana" ]; then
  cp "$apart/own/grafana-password" "$apart/grafana/admin-password.new"
  chown 472:0 "$apart/grafana/admin-password.new"
  chmod 400 "$apart/grafana/admin-password.new"
  mv -f "$apart/grafana/admin-password.new" "$apart/grafana/admin-password"
fi

# (rendered: services)
services='gateway analytics reports palette'
redis_readers='gateway reports palette'
credentials_readers='reports'
# (end)

redis="redis://:$(cat "$apart/own/redis-password")@redis:6379"
chmod 755 "$apart/migrate"
give migrate database-url "postgres://platform:$(cat "$apart/own/postgres-password")@postgres:5432/platform"
for name in $services; do
  variable=$(printf %s "$name" | tr 'a-z-' 'A-Z_')_DB_PASSWORD
  eval "secret $name-db-password \"\${$variable:-}\""
  chmod 755 "$apart/$name"
  url="postgres://$name:$(cat "$apart/own/$name-db-password")@postgres:5432/platform"
  give migrate "$name-database-url" "$url"
  give "$name" database-url "$url"
  give "$name" public-url "${PUBLIC_URL:-http://localhost:${PORT:-8080}}"
  # Behind the gateway there is one proxy more than in front of it. Where those are told by their addresses, the
  # gateway is the one that counts: it passes on the one address that it believes.
  case "$name/${TRUST_PROXY:-0}" in
    gateway/*) give "$name" trust-proxy "${TRUST_PROXY:-0}" ;;
    */*[!0-9]*) give "$name" trust-proxy 1 ;;
    *) give "$name" trust-proxy "$((${TRUST_PROXY:-0} + 1))" ;;
  esac
done
for name in $redis_readers; do give "$name" redis-url "$redis"; done
for name in $credentials_readers; do give "$name" credentials-key "$(cat "$apart/own/credentials-key")"; done

# pass NAME VALUE 'WHO …': what isn't made here, from a file in /given, else from the environment; empty without either.
pass() {
  value=$(cat "/given/$1" 2>/dev/null || printf %s "$2")
  for who in $3; do give "$who" "$1" "$value"; done
}
# Certificates of other authorities, for whoever is told to read them (`NODE_EXTRA_CA_CERTS`).
pass ca.pem '' "$services migrate"
# (rendered: given)
pass identity-private-key "${IDENTITY_PRIVATE_KEY:-}" 'gateway'
pass identity-other-key "${IDENTITY_OTHER_KEY:-}" 'gateway'
pass oidc-client-secret "${OIDC_CLIENT_SECRET:-}" 'gateway'
pass database-replica-url "${DATABASE_REPLICA_URL:-}" 'analytics'
pass smtp-url "${SMTP_URL:-}" 'gateway analytics reports'
pass otel-exporter-otlp-headers "${OTEL_EXPORTER_OTLP_HEADERS:-}" 'gateway analytics reports palette migrate'
# (end)
