import type { Response } from 'express';

import type { ApiKey } from './keys/api-key.ts';
import type { Passage } from './proxy/passage.ts';
import type { Route } from './upstreams.ts';

/** What the gateway finds out about a request on its way through. */
export interface Exchange {
  /** Without the query; set once it is known to be unambiguous. */
  path?: string;
  route?: Route;
  key?: ApiKey;
  /** Once the request is on its way to a service. */
  passage?: Passage;
  /** Why there is no answer from upstream, for the log. */
  failure?: string;
}

/** The notes on the request that `response` answers. */
export const exchangeOf = (response: Response): Exchange => (response.locals['exchange'] ??= {}) as Exchange;
