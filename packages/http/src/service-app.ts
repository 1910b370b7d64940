import { notFound } from '@platform/errors';
import type { IdentityVerifier } from '@platform/identity';
import type { Logger, Metrics } from '@platform/runtime';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';

import type { Dialect } from './dialect.ts';
import type { ApiRouter } from './endpoint.ts';
import { healthRouter } from './health.ts';
import type { Health } from './health.ts';
import { mountRouter } from './mount-router.ts';
import { createOpenApi } from './openapi.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { metricsRouter, observeRequests } from './request-metrics.ts';
import { securityHeaders } from './security-headers.ts';
import { sendError, toAppError } from './send-error.ts';
import { wellFormedUrl } from './well-formed-url.ts';

export interface ServiceAppOptions {
  /** The service's name and what its API is for, for the OpenAPI document. */
  title: string;
  description?: string;
  /** In what words paths outside of the routers are refused. */
  dialect: Dialect;
  routers: readonly ApiRouter[];
  identity: IdentityVerifier;
  logger: Logger;
  metrics: Metrics;
  health: Health;
  /** Proxies in front of the service whose X-Forwarded-* headers are believed. */
  trustProxy: number;
  /** Handlers that come before everything, without log and metrics: for paths where each microsecond counts. */
  fast?: readonly RequestHandler[];
  /** Public pages and scripts: handlers that need no identity. */
  pages?: readonly RequestHandler[];
}

/** Puts a service together: every service answers the same questions in the same order. */
export const createServiceApp = (options: ServiceAppOptions): Express => {
  const { dialect, routers, logger, metrics, health } = options;
  const openApi = createOpenApi({ title: options.title, description: options.description ?? '', routers });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', options.trustProxy);
  app.set('query parser', 'simple');

  for (const handler of options.fast ?? []) app.use(handler);
  app.use(requestId());
  app.use(requestLog(logger));
  app.use(observeRequests(metrics));
  app.use(healthRouter(health));
  app.use(metricsRouter(metrics));
  app.use(wellFormedUrl());
  app.use(securityHeaders());
  app.get('/openapi.json', (_request, response) => {
    response.json(openApi);
  });
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
