import type { Request } from 'express';

import { clientAddress } from '../client-address/client-address.ts';
import type { Grantor } from './keys-service.ts';

/** Returns a request's sender, as the one who changes keys or members by it. */
export const grantorOf = (context: {
  caller: { keyId: string; scopes: readonly string[] };
  request: Request;
  requestId: string;
}): Grantor => ({
  id: context.caller.keyId,
  scopes: context.caller.scopes,
  requestId: context.requestId,
  address: clientAddress(context.request),
});
