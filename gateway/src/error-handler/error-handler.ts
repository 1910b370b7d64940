import { requestIdOf, sendError, toAppError } from '@platform/http';
import type { Logger } from '@platform/runtime';
import type { ErrorRequestHandler } from 'express';

import { contextOf } from '../request-context/request-context.ts';
import { dialectOf } from '../routing-table.ts';

/** Answers every error in the dialect of the area that was called, and logs those with a cause. */
export const createErrorHandler =
  (logger: Logger): ErrorRequestHandler =>
  (thrown: unknown, request, response, _next) => {
    const error = toAppError(thrown);
    const context = contextOf(response);
    context.failure = error.kind;
    if (error.kind === 'internal')
      logger.error({ err: error.cause ?? error, request_id: requestIdOf(response) }, error.message);
    else if (error.cause !== undefined)
      logger.warn({ err: error.cause, request_id: requestIdOf(response) }, error.message);
    if (!response.headersSent) {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    }
    sendError(error, context.route?.dialect ?? dialectOf(context.path ?? request.url), response);
  };
