import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { ChangeLock, OutboxStore, Waits } from '@platform/database';
import { badRequest, notFound } from '@platform/errors';
import type { IdentityVerifier } from '@platform/identity';
import { createTrustsProxy } from '@platform/runtime';
import type { Logger, Metrics, ProxyTrust } from '@platform/runtime';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import helmet from 'helmet';

import { onlyAwaited } from './awaited-request.ts';
import type { Dialect } from './dialect.ts';
import type { ApiRouter } from './endpoint.ts';
import { healthRouter, statusRouter } from './health.ts';
import type { Health, StatusSources } from './health.ts';
import type { Idempotency } from './idempotency.ts';
import { mountRouter } from './mount-router.ts';
import { createOpenApi } from './openapi/create-openapi.ts';
import type { FieldDocs } from './openapi/field-docs.ts';
import { outboxRouter } from './outbox-router.ts';
import { requestId, requestLog } from './request-log.ts';
import { metricsRouter, observeRequests } from './request-metrics.ts';
import { sendError, toAppError } from './send-error.ts';

/** Refuses broken or non-UTF-8 percent-encoding, which later code would misread silently. */
export const wellFormedUrl = (): RequestHandler => (request, _response, next) => {
  try {
    decodeURIComponent(request.url);
    next();
  } catch {
    next(badRequest('The address is not valid percent-encoded UTF-8.'));
  }
};

const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
});

/** Returns the headers that helmet sets, which are the same for each answer. */
const constantHeaders = (): readonly (readonly [string, string])[] => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (fault?: unknown) => {
    if (fault !== undefined) throw new Error('helmet refused its options.', { cause: fault });
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
};

/**
 * Headers for JSON answers, which are never rendered. Pages set their own policy. HSTS is left to
 * the proxy that terminates TLS.
 */
const securityHeaders = (): RequestHandler => {
  const headers = constantHeaders();
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};

export interface ServiceAppOptions {
  /** The service's name and what its API is for, for the OpenAPI document. */
  title: string;
  description?: string;
  /** The dialect of errors for paths that no router knows. */
  dialect: Dialect;
  routers: readonly ApiRouter[];
  /** Descriptions of fields, for the OpenAPI document. */
  fields?: FieldDocs;
  identity: IdentityVerifier;
  /** Lets clients repeat POSTs by their Idempotency-Key. */
  idempotency?: Idempotency;
  /** Lets clients change records under `If-Match`. */
  changeLock?: ChangeLock;
  /** Events that the gateway collects for webhooks. */
  outbox?: OutboxStore;
  /** Wakes requests that wait for events in the outbox. */
  outboxNews?: Pick<Waits, 'wait'>;
  /** Status that the gateway shows operators. */
  status?: StatusSources;
  /** Base of absolute addresses. */
  publicUrl?: string;
  logger: Logger;
  metrics: Metrics;
  health: Health;
  /** Proxies in front of the service whose X-Forwarded-* headers are trusted. */
  trustProxy: ProxyTrust;
  /** Handlers that run first, without log and metrics, for paths where each microsecond counts. */
  fast?: readonly RequestHandler[];
  /** Public pages and scripts: handlers that need no identity. */
  pages?: readonly RequestHandler[];
}

/** Builds the express app of a service; all services have the same middleware in the same order. */
export const createServiceApp = (options: ServiceAppOptions): Express => {
  const { dialect, routers, identity, status, logger, metrics, health } = options;
  const { title, description = '', fields = {} } = options;
  const openApi = createOpenApi({ title, description, routers, fields });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', createTrustsProxy(options.trustProxy));
  app.set('query parser', 'simple');

  for (const handler of options.fast ?? []) app.use(handler);
  app.use(requestId());
  app.use(requestLog(logger));
  app.use(observeRequests(metrics));
  app.use(healthRouter(health));
  app.use(metricsRouter(metrics));
  app.use(wellFormedUrl());
  app.use(onlyAwaited());
  app.use(securityHeaders());
  app.get('/openapi.json', (_request, response) => {
    response.json(openApi);
  });
  if (options.outbox)
    app.use(outboxRouter({ outbox: options.outbox, news: options.outboxNews, health, identity }));
  if (status) app.use(statusRouter({ status, identity }));
  for (const handler of options.pages ?? []) app.use(handler);
  for (const router of routers) app.use(mountRouter(router, options));
  app.use(() => {
    throw notFound('path');
  });
  app.use(((error: unknown, _request, response, _next) => {
    const answer = toAppError(error);
    if (answer.kind === 'internal') logger.error({ err: answer.cause ?? answer }, 'a request failed');
    sendError(answer, dialect, response);
  }) as ErrorRequestHandler);
  return app;
};
