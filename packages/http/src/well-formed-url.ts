import { badRequest } from '@platform/errors';
import type { RequestHandler } from 'express';

/** Refuses addresses whose percent-encoding is broken or isn't UTF-8, which later readers would misread silently. */
export const wellFormedUrl = (): RequestHandler => (request, _response, next) => {
  try {
    decodeURIComponent(request.url);
    next();
  } catch {
    next(badRequest('The address is not valid percent-encoded UTF-8.'));
  }
};
