import type { Logger } from '@platform/runtime';
import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';

import { requestIdOf } from './request-id.ts';

const QUIET = /^\/(health|metrics)/;

/** Logs a line per request: id, method, path, status, duration. No query: it may hold secrets. */
export const requestLog = (logger: Logger): RequestHandler =>
  pinoHttp<Request, Response>({
    logger,
    genReqId: (_request, response) => requestIdOf(response),
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'request_id', responseTime: 'duration_ms' },
    autoLogging: { ignore: (request) => QUIET.test(request.url) },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
    customProps: (request, response) => ({
      method: request.method,
      path: request.originalUrl.split('?')[0],
      status: response.statusCode,
    }),
  });
