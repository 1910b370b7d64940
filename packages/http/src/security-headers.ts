import helmet from 'helmet';
import type { RequestHandler } from 'express';

/**
 * Headers for JSON answers: nothing in them is ever a page. Pages replace the policy with their own.
 * HSTS is left to whoever ends TLS.
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
