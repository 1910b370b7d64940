import helmet from 'helmet';
import type { RequestHandler } from 'express';

/**
 * Headers for JSON answers, which are never rendered. Pages set a policy of their own.
 * HSTS is left to the proxy that terminates TLS.
 */
export const securityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  });
