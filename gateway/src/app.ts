import type { RequestListener } from 'node:http';
import { createChangeLock, createIdempotencyStore, readSchemaVersion } from '@platform/database';
import type { Database } from '@platform/database';
import { notFound } from '@platform/errors';
import type { Guard } from '@platform/guard';
import {
  createCursors,
  createIdempotency,
  createOpenApi,
  healthRouter,
  mountRouter,
  readProcessStatus,
} from '@platform/http';
import type { ApiRouter, Health, OpenApiDocument } from '@platform/http';
import { createIdentitySigner, createIdentityVerifier, publicJwks } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';
import type { Mailer } from '@platform/mailer';
import { createTrustsProxy } from '@platform/runtime';
import type { Logger, Metrics, ProxyTrust } from '@platform/runtime';
import { examine } from '@platform/runtime/doctor';
import type { Patient } from '@platform/runtime/doctor';
import express from 'express';
import type { RequestHandler } from 'express';
import { createAccessControl, OWN_AUDIENCE } from './access-control/access-control.ts';
import { createCors } from './access-control/cors.ts';
import { createAccountMail } from './accounts/account-mail.ts';
import { createAccounts } from './accounts/accounts.ts';
import type { PasswordHashing } from './accounts/password-rule.ts';
import { createConsoleRouter } from './console/console-router.ts';
import { createLateRoutes } from './console/late-routes.ts';
import { createUnknownPage } from './console/unknown-page.ts';
import { createDeviceLogins, createMembers, createWebhooks, createLogin } from './features.ts';
import { createDownloadsRouter } from './downloads/downloads-router.ts';
import { createErrorHandler, createRequestListener } from './request-listener.ts';
import { createOwnCompression } from './forwarding/compression.ts';
import { createProxies } from './forwarding/proxy.ts';
import type { Proxies, ProxiesOptions } from './forwarding/proxy.ts';
import { bodyCost } from './forwarding/request-body.ts';
import type { WayName } from './forwarding/target.ts';
import { createKeys } from './keys/keys.ts';
import { connectLimits } from './limits/limits.ts';
import type { OidcSettings } from './login/oidc-settings.ts';
import { createMcp } from './mcp/mcp-router.ts';
import { createAreaDocuments } from './reference/area-documents.ts';
import { FIELD_DOCS } from './reference/field-docs.ts';
import { createCrawlersRouter, createGuidesRouter } from './reference/guides-router.ts';
import { createReferenceRouter } from './reference/reference-router.ts';
import { contextOf } from './request-context/request-context.ts';
import { createRequestLog } from './request-log/request-log.ts';
import { createRouteFinder, createRoutes, forEachArea } from './routing-table.ts';
import type { Area } from './routing-table.ts';
import { createSessions } from './sessions/sessions.ts';
import { createStatusRouter } from './status/status-router.ts';
import { createStatusService, createWebhookQueueStore } from './status/status-service.ts';
import { createUsage } from './usage/usage.ts';

interface StatusDeps {
  database: Database;
  health: Health;
  proxies: Proxies;
  signer: Pick<IdentitySigner, 'sign'>;
  patient: Omit<Patient, 'query' | 'folder' | 'otherVersions'>;
}

/** Shows operators how the platform is. */
const createStatus = ({ database, health, proxies, signer, patient }: StatusDeps): ApiRouter => {
  const webhooks = createWebhookQueueStore(database);
  const status = createStatusService({
    instances: () => forEachArea((area) => proxies[area].instances()),
    own: async () => ({
      readiness: { failing: await health.failing(), degraded: health.degraded() },
      process: await readProcessStatus({
        schema: () => readSchemaVersion(database),
        queues: { webhooks },
      }),
    }),
  });
  return createStatusRouter({
    status,
    signer,
    examine: (otherVersions) =>
      examine({
        ...patient,
        query: async <Row>(sql: string) => (await database.raw<{ rows: Row[] }>(sql)).rows,
        folder: process.cwd(),
        otherVersions,
      }),
  });
};

/** Answers health checks. Mounting their router would cost every request, and few are any. */
const createOwnHealth = (health: Health): RequestHandler => {
  const answer = healthRouter(health);
  return (request, response, next) => {
    if (request.url.startsWith('/health/')) answer(request, response, next);
    else next();
  };
};

export interface AppDeps {
  database: Database;
  /** Connection string of the gateway's role, for listening to changes of keys. */
  databaseUrl: string;
  redisUrl?: string;
  /** The limits treat Redis as down if it takes longer. */
  redisTimeoutMilliseconds: number;
  /** Ed25519 private key (PEM) that signs identities. */
  identityKey: string;
  /** A second key (PEM) that services shall accept, while the one that signs is rotated. */
  otherIdentityKey?: string;
  /** 32 random bytes that sign cursors. */
  cursorSecret: Buffer;
  /** Base addresses of the services. */
  targets: ProxiesOptions['targets'];
  /** Host names that each serve one area. */
  hosts: Partial<Record<Area, string>>;
  publicUrl: string;
  /** Checks the addresses of webhooks. */
  guard: Pick<Guard, 'check'>;
  /** The identity provider that members sign in with, if they may. */
  oidc?: OidcSettings;
  /** Sends the mails about accounts, where there is a mail server. */
  mailer?: Mailer;
  /** The mail server's address, so that operators can have it examined. */
  smtpUrl?: string;
  /** Private addresses that webhooks may reach, for the same. */
  guardAllow?: readonly string[];
  /** By scrypt unless given: tests have a quick one. */
  hashing?: PasswordHashing;
  /** Built files of the web console, where it is served. */
  consoleDirectory?: string;
  /** Built tarballs of the client and the command line, where they are served. */
  downloadsDirectory?: string;
  trackerPath: string;
  collectPath: string;
  limitPerMinute: number;
  publicLimitPerMinute: number;
  upstreamTimeoutMilliseconds: number;
  /** Which proxies in front are trusted with X-Forwarded-* headers. */
  trustProxy: ProxyTrust;
  /** Sends every eligible request this way; by default the route decides. For tests. */
  way?: WayName;
  /** Continues the traces of requests, if they are recorded. */
  tracing?: ProxiesOptions['tracing'];
  /** Origins whose pages may call the API; `*` for all. */
  corsOrigins: readonly string[];
  /** The machine's clock unless given: tests of what expires and of limits have one of their own. */
  now?: () => Date;
  logger: Logger;
  metrics: Metrics;
  health: Health;
}

export interface App {
  /** Answers requests. */
  app: RequestListener;
  /** Describes the gateway's own endpoints. */
  document: OpenApiDocument;
  close: () => Promise<void>;
}

/** Wires the gateway together. */
export const createApp = async (deps: AppDeps): Promise<App> => {
  const { database, logger, metrics, targets, publicUrl } = deps;
  const requestLog = createRequestLog({ logger, metrics });
  const { now } = deps;
  const milliseconds = now ? () => now().getTime() : Date.now;

  const signer = await createIdentitySigner({ privateKey: deps.identityKey });
  const { identityKey, otherIdentityKey } = deps;
  const jwks = await publicJwks(...[identityKey, otherIdentityKey].filter((pem) => pem !== undefined));
  const ownIdentity = await createIdentityVerifier({
    publicKey: JSON.stringify(jwks),
    audience: OWN_AUDIENCE,
  });

  const keys = createKeys({
    database,
    databaseUrl: deps.databaseUrl,
    cursorSecret: deps.cursorSecret,
    defaultRateLimit: deps.limitPerMinute,
    logger,
    now: milliseconds,
    onChange: (keyId) => {
      signer.forget(keyId);
    },
  });
  const watch = (dependency: string, isUp: () => boolean): void => {
    requestLog.watchDependency(dependency, isUp);
    deps.health.watch(dependency, isUp);
  };
  watch('key-changes', keys.isListening);

  const { limits, ...sharedLimits } = await connectLimits({
    redisUrl: deps.redisUrl,
    redisTimeoutMilliseconds: deps.redisTimeoutMilliseconds,
    perMinute: deps.limitPerMinute,
    publicPerMinute: deps.publicLimitPerMinute,
    onRefused: requestLog.countLimited,
    now: milliseconds,
    logger,
  });
  if (sharedLimits.isShared) watch('limits-redis', sharedLimits.isShared);

  const cursors = createCursors(deps.cursorSecret);
  const sessions = createSessions({ database, verifier: keys.verifier, limits, cursors, publicUrl });
  const mail = deps.mailer && createAccountMail({ mailer: deps.mailer, publicUrl, logger });
  const accounts = createAccounts({
    database,
    secret: deps.cursorSecret,
    publicUrl,
    sessions,
    limits,
    mail,
    logger,
    hashing: deps.hashing,
    now: milliseconds,
  });
  const login = createLogin({
    database,
    secret: deps.cursorSecret,
    oidc: deps.oidc,
    publicUrl,
    sessions,
    methods: accounts.methods,
    logger,
  });
  const deviceLogins = createDeviceLogins({
    database,
    keys: keys.service,
    publicUrl,
    limits,
    now: milliseconds,
  });
  const usage = createUsage({ database, logger, now });

  const webhooks = createWebhooks({ database, cursorSecret: deps.cursorSecret, guard: deps.guard });
  const members = createMembers({ database, cursors, publicUrl, sendInvitation: mail?.sendInvitation });

  const publicHost = new URL(publicUrl).hostname;
  const routes = createRouteFinder(
    createRoutes({ tracker: deps.trackerPath, collect: deps.collectPath }),
    deps.hosts,
    publicHost,
  );
  const cors = createCors(deps.corsOrigins);
  const trustsProxy = createTrustsProxy(deps.trustProxy);
  const mcp = createMcp({ publicUrl, origins: deps.corsOrigins, charge: limits.charge });
  const listener = createRequestListener({
    trustsProxy,
    restoreAddress: mcp.restoreAddress,
    cors,
    record(context) {
      requestLog.record(context);
      const cost = context.forwarding === undefined ? 0 : bodyCost(context.request);
      if (context.caller && cost > 0) limits.charge(context.caller, 1 + cost);
    },
  });
  const proxies = createProxies({
    targets,
    way: deps.way,
    tracing: deps.tracing,
    fail: listener.fail,
    signer,
    timeoutMilliseconds: deps.upstreamTimeoutMilliseconds,
    onError: requestLog.countUpstreamError,
    onState: (area, target, state) => {
      requestLog.setCircuit(area, target, state);
      logger.warn({ area, target, state }, 'the circuit breaker of an instance moved');
    },
    onAnswer: ({ caller, route }, { cost, unit }) => {
      if (!caller || !route) return;
      limits.charge(caller, cost);
      if (unit) usage.recordUnits(caller, route.area, unit);
    },
  });
  const status = createStatus({
    database,
    health: deps.health,
    proxies,
    signer,
    patient: {
      redisUrl: deps.redisUrl,
      smtpUrl: deps.smtpUrl,
      publicUrl,
      limitPerMinute: deps.limitPerMinute,
      guardAllow: deps.guardAllow ?? [],
    },
  });
  const ownRouters = [
    keys.router,
    usage.router,
    ...webhooks,
    members,
    ...sessions.apiRouters,
    ...accounts.apiRouters,
    deviceLogins.api,
    status,
  ];
  const document = createOpenApi({
    title: 'Keys',
    description: '',
    routers: ownRouters,
    fields: FIELD_DOCS,
  });
  const reference = createReferenceRouter({
    documents: createAreaDocuments({ targets, logger }),
    own: document,
    publicUrl,
    hosts: deps.hosts,
    homeOf: (request) =>
      deps.consoleDirectory !== undefined && sessions.isCarriedBy(request) ? '/console/' : '/docs',
    isRouted: (area, path) => routes.find(path.replace(/\{\w+\}/g, 'x'), publicHost)?.area === area,
  });

  /** Answers the gateway's own endpoints, and errors; other requests never get here. */
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustsProxy);
  app.set('query parser', 'simple');
  app.use((_request, response, next) => {
    next(contextOf(response).error);
  });
  app.use(createOwnHealth(deps.health));
  app.use(reference);
  app.use(createGuidesRouter({ publicUrl }));
  const { consoleDirectory, downloadsDirectory } = deps;
  if (downloadsDirectory !== undefined)
    app.use(
      createLateRoutes({
        part: 'downloads',
        paths: /^\/downloads(?:\/|$)/,
        waits: true,
        create: () => createDownloadsRouter(downloadsDirectory, publicUrl),
        logger,
      }),
    );
  app.use(createCrawlersRouter(publicUrl, deps.consoleDirectory !== undefined));
  app.use(sessions.router, accounts.router, deviceLogins.router, login);
  if (consoleDirectory !== undefined)
    app.use(
      createLateRoutes({
        part: 'console',
        paths: /^\/console(?:\/|$)/,
        waits: false,
        create: () => createConsoleRouter(consoleDirectory, publicUrl, sessions.isCarriedBy),
        logger,
      }),
    );
  app.get('/.well-known/jwks.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').json(jwks);
  });
  const idempotency = createIdempotency(createIdempotencyStore(database));
  const changeLock = createChangeLock(database);
  app.use(createOwnCompression());
  app.use(mcp.router);
  for (const router of ownRouters)
    app.use(mountRouter(router, { identity: ownIdentity, logger, idempotency, changeLock, publicUrl }));
  app.use(() => {
    throw notFound('path');
  });
  app.use(createUnknownPage(deps.consoleDirectory !== undefined));
  app.use(createErrorHandler(logger));

  const control = createAccessControl({
    routes,
    verifier: keys.verifier,
    signer,
    limits,
    cors,
    proxies,
    serveOwn: listener.serveOwn,
    findSession: sessions.find,
    quotas: usage.quotas,
    onUse: (key, area, address) => {
      keys.recordUse(key.id, address);
      usage.recordRequest(key, area);
    },
  });

  return {
    app: listener.listen(control, app),
    document,
    async close() {
      mail?.close();
      for (const proxy of Object.values(proxies)) proxy.close();
      await Promise.all([keys.close(), usage.close(), sharedLimits.close()]);
    },
  };
};
