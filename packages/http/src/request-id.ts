import { randomUUID } from 'node:crypto';

import type { RequestHandler, Response } from 'express';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives each request an id, the client's `X-Request-Id` if usable, and returns it in the answer.
 */
export const requestId = (): RequestHandler => (request, response, next) => {
  const given = request.get('x-request-id');
  const id = given !== undefined && ACCEPTABLE.test(given) ? given : randomUUID();
  response.locals['requestId'] = id;
  response.setHeader('X-Request-Id', id);
  next();
};

/** The id that `requestId` gave. */
export const requestIdOf = (response: Response): string => String(response.locals['requestId']);
