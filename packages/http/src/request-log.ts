import { randomUUID } from 'node:crypto';

import { inRequest } from '@platform/runtime';
import type { Logger } from '@platform/runtime';
import type { RequestHandler, Response } from 'express';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/** The id of a request: the client's `X-Request-Id` if usable, otherwise a new one. */
export const acceptRequestId = (given: string | readonly string[] | undefined): string =>
  typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();

/**
 * Gives each request an id, the client's `X-Request-Id` if usable, and returns it in the answer. Whatever is
 * logged or queued for the request carries it.
 */
export const requestId = (): RequestHandler => (request, response, next) => {
  const id = acceptRequestId(request.headers['x-request-id']);
  response.locals['requestId'] = id;
  response.setHeader('X-Request-Id', id);
  inRequest(id, next);
};

/** The id that `requestId` gave. */
export const requestIdOf = (response: Response): string => String(response.locals['requestId']);

const UNSUBSCRIBE = '/unsubscribe/';

/** A website's key for servers: a site key, a dot and a secret. */
const SERVER_KEY = /^(\/c\/[^/.]*\.)[^/]+/;

/**
 * A path that is safe to log. After `/unsubscribe/` comes an e-mail address with a signature that lets
 * anybody unsubscribe its owner, so it is cut; so is the secret end of a website's key for servers.
 * @param path without the query
 */
export const loggedPath = (path: string): string => {
  const at = path.indexOf(UNSUBSCRIBE);
  return at === -1 ? path.replace(SERVER_KEY, '$1…') : `${path.slice(0, at + UNSUBSCRIBE.length)}…`;
};

/** Paths that monitoring and the platform itself request all the time; failures are logged. */
const QUIET = /^\/(health|metrics|outbox(?!\/))/;

/**
 * Logs a line per request when its answer is complete or cut off: id, method, path, status,
 * duration. No query: it may hold secrets. pino-http would also make a logger for each request, which
 * takes longer than the line.
 */
export const requestLog = (logger: Logger): RequestHandler => {
  return (request, response, next) => {
    const begun = performance.now();
    response.once('close', () => {
      const status = response.statusCode;
      if (status < 500 && QUIET.test(request.originalUrl)) return;
      const level = status >= 500 ? 'error' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      logger[level](
        {
          request_id: requestIdOf(response),
          method: request.method,
          path: loggedPath(request.originalUrl.split('?')[0] ?? ''),
          status,
          duration_ms: Math.round((performance.now() - begun) * 100) / 100,
        },
        response.writableFinished ? 'request completed' : 'request aborted',
      );
    });
    next();
  };
};
