import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import helmet from 'helmet';
import type { RequestHandler } from 'express';

const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
});

/** What helmet sets, which is the same for each answer. */
const constantHeaders = (): readonly (readonly [string, string])[] => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (fault?: unknown) => {
    if (fault !== undefined) throw new Error('helmet refused its options.', { cause: fault });
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
};

/**
 * Headers for JSON answers, which are never rendered. Pages set a policy of their own.
 * HSTS is left to the proxy that terminates TLS.
 */
export const securityHeaders = (): RequestHandler => {
  const headers = constantHeaders();
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};
