import type { Database } from '@platform/database';
import { notFound } from '@platform/errors';
import { createOpenApi, healthRouter, mountRouter, requestId } from '@platform/http';
import type { Health } from '@platform/http';
import { createIdentitySigner, createIdentityVerifier, publicJwks } from '@platform/identity';
import type { Logger, Metrics } from '@platform/runtime';
import express from 'express';
import type { Express } from 'express';

import { createGate, OWN_AUDIENCE } from './gate.ts';
import { createKeyCache } from './keys/key-cache.ts';
import { listenForKeyChanges } from './keys/key-changes.ts';
import { createKeyUsage } from './keys/key-usage.ts';
import { createKeyVerifier } from './keys/key-verifier.ts';
import { createKeysRouter } from './keys/keys-router.ts';
import { createKeysService } from './keys/keys-service.ts';
import { createKeysStore } from './keys/keys-store.ts';
import { createListCursor } from './keys/list-cursor.ts';
import { countInstances } from './limits/instances.ts';
import { createLimits } from './limits/limits.ts';
import { connectLimitsRedis } from './limits/redis-commands.ts';
import { createProxy } from './proxy/create-proxy.ts';
import { createAreaDocuments } from './reference/area-documents.ts';
import { createReferenceRouter } from './reference/reference-router.ts';
import { answerFaults } from './refusals.ts';
import { strictRequest } from './request-path.ts';
import { createTraffic } from './traffic.ts';
import { createRouteFinder, createRoutes } from './upstreams.ts';
import type { Area } from './upstreams.ts';

export interface AppDeps {
  database: Database;
  /** Connection string of the gateway's role, for the announcements of changed keys. */
  databaseUrl: string;
  redisUrl?: string;
  /** After which Redis is taken as down by the limits. */
  redisTimeoutMilliseconds: number;
  /** Ed25519 private key (PEM) that identities are signed with. */
  identityKey: string;
  /** 32 random bytes that cursors are signed with. */
  cursorSecret: Buffer;
  /** Base addresses of the services. */
  targets: Readonly<Record<Exclude<Area, 'gateway'>, string>>;
  /** Host names that belong to one area each. */
  hosts: Partial<Record<Area, string>>;
  publicUrl: string;
  trackerPath: string;
  collectPath: string;
  limitPerMinute: number;
  publicLimitPerMinute: number;
  upstreamTimeoutMilliseconds: number;
  trustProxy: number;
  logger: Logger;
  metrics: Metrics;
  health: Health;
}

export interface App {
  app: Express;
  close: () => Promise<void>;
}

/** Puts the gateway together. */
export const createApp = async (deps: AppDeps): Promise<App> => {
  const { database, logger, metrics, targets } = deps;
  const traffic = createTraffic({ logger, metrics });

  const store = createKeysStore(database);
  const cache = createKeyCache();
  const signer = await createIdentitySigner({ privateKey: deps.identityKey });
  const changes = listenForKeyChanges({
    url: deps.databaseUrl,
    cache,
    logger,
    onChange: (keyId) => {
      signer.forget(keyId);
    },
  });
  const verifier = createKeyVerifier({ store, cache, hearsOfChanges: () => changes.connected() });
  traffic.watch('key-changes', () => changes.connected());
  const usage = createKeyUsage(store, logger);

  const redis =
    deps.redisUrl === undefined
      ? undefined
      : connectLimitsRedis({
          url: deps.redisUrl,
          timeoutMilliseconds: deps.redisTimeoutMilliseconds,
          onChange: (closed, reason) => {
            if (closed) logger.info('limits are counted in Redis again');
            else logger.warn({ err: reason }, 'limits are counted locally: Redis does not answer');
          },
        });
  if (redis) traffic.watch('limits-redis', () => redis.breaker.closed());
  await redis?.ready();
  const instances = countInstances(redis);
  const limits = createLimits({
    perMinute: deps.limitPerMinute,
    publicPerMinute: deps.publicLimitPerMinute,
    instances,
    onRefused: traffic.countLimited,
    ...(redis ? { redis } : {}),
  });

  const routes = createRouteFinder(
    createRoutes({ tracker: deps.trackerPath, collect: deps.collectPath }),
    deps.hosts,
  );
  const proxyTo = (area: Exclude<Area, 'gateway'>) =>
    createProxy({
      area,
      target: targets[area],
      timeoutMilliseconds: deps.upstreamTimeoutMilliseconds,
      onFault: (kind) => {
        traffic.countFault(area, kind);
      },
    });
  const proxies = {
    analytics: proxyTo('analytics'),
    reports: proxyTo('reports'),
    palette: proxyTo('palette'),
  };

  const jwks = await publicJwks(deps.identityKey);
  const keysRouter = createKeysRouter({
    service: createKeysService({ store }),
    cursor: createListCursor(deps.cursorSecret),
  });
  const reference = createReferenceRouter({
    documents: createAreaDocuments({ targets, logger }),
    own: createOpenApi({ title: 'Keys', description: '', routers: [keysRouter] }),
    publicUrl: deps.publicUrl,
    isRouted: (area, path) => routes.find(path.replace(/\{\w+\}/g, 'x'), '')?.area === area,
  });

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', deps.trustProxy);
  app.set('query parser', 'simple');
  app.use(requestId());
  const answerHealth = healthRouter(deps.health);
  app.use((request, response, next) => {
    // Most requests are for something else, and a router costs each of them.
    if (request.url.startsWith('/health/')) answerHealth(request, response, next);
    else next();
  });
  app.use(traffic.observe);
  app.use(strictRequest());
  app.use(createGate({ routes, verifier, signer, limits, proxies, onUse: usage.note }));
  app.use(reference);
  app.get('/.well-known/jwks.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').json(jwks);
  });
  const identity = await createIdentityVerifier({
    publicKey: JSON.stringify(jwks),
    audience: OWN_AUDIENCE,
  });
  app.use(mountRouter(keysRouter, { identity, logger }));
  app.use(() => {
    throw notFound('path');
  });
  app.use(answerFaults(logger));

  return {
    app,
    async close() {
      for (const proxy of Object.values(proxies)) proxy.close();
      await Promise.all([changes.close(), usage.close(), instances.close()]);
      redis?.close();
    },
  };
};
