import { badRequest } from '@platform/errors';
import type { RequestHandler } from 'express';

/** Refuses broken or non-UTF-8 percent-encoding, which later code would misread silently. */
export const wellFormedUrl = (): RequestHandler => (request, _response, next) => {
  try {
    decodeURIComponent(request.url);
    next();
  } catch {
    next(badRequest('The address is not valid percent-encoded UTF-8.'));
  }
};
