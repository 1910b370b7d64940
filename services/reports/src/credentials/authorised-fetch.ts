import type { GuardedFetch } from '@platform/guard';

import type { BoundHeaders } from './credentials.ts';

/**
 * A fetch that sends bound headers along to their origin; the same one when there are none. Nothing
 * is sent to another port or scheme, nor after a redirect has left the origin, even back to it.
 */
export const authorisedFetch = (fetch: GuardedFetch, bound: BoundHeaders | null): GuardedFetch =>
  bound === null ? fetch : (url, request = {}) => fetch(url, { ...request, bound });
