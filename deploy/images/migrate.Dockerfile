# Brings the schemas of all services up to date, for docker-compose.yml. Built from the root of the repository:
#   docker build -f deploy/images/migrate.Dockerfile -t platform-migrate .
# The compose files name an exact version.
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages packages
RUN find packages -type f ! -name package.json -delete

FROM ${NODE_IMAGE} AS migrations
WORKDIR /app
COPY gateway gateway
COPY services services
RUN find . -type f ! -path '*/migrations/*' ! -path '*/src/migrate.ts' ! -path '*/src/cluster/*' -delete \
  && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS install
WORKDIR /app
COPY --from=manifests /app .
COPY deploy/images/install.sh /
RUN sh /install.sh @platform/page-access @platform/queue
COPY packages/errors packages/errors
COPY packages/identity packages/identity
COPY packages/tracing packages/tracing
COPY packages/runtime packages/runtime
COPY packages/database packages/database
COPY packages/queue packages/queue
COPY packages/http packages/http
COPY packages/page-access packages/page-access
COPY --from=migrations /app .
# Where the migrations of services look for these.
RUN mkdir -p node_modules/@platform \
  && for name in database page-access queue runtime; do ln -s "../../packages/$name" "node_modules/@platform/$name"; done

FROM ${NODE_IMAGE}
ENV NODE_ENV=production NODE_OPTIONS=--disable-warning=ExperimentalWarning
WORKDIR /app
COPY --from=install /app .
USER node
CMD ["node", "packages/database/src/migrate-all.ts"]
