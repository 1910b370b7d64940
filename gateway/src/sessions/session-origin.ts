import type { Request } from 'express';

import { clientAddress } from '../client-address/client-address.ts';
import type { SessionOrigin } from './session.ts';

const MAX_USER_AGENT = 500;

/** Where a request that starts a session comes from. */
export const sessionOriginOf = (request: Request): SessionOrigin => ({
  address: clientAddress(request),
  userAgent: request.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
});
