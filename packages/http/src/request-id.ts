import { randomUUID } from 'node:crypto';

import { inRequest } from '@platform/runtime';
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
