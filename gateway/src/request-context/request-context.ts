import type { Response } from 'express';

import type { Principal } from '../keys/api-key.ts';
import type { Route } from '../upstreams.ts';

/** What the gateway learns about a request while handling it. */
export interface RequestContext {
  /** Path without the query; set once it is known to be unambiguous. */
  path?: string;
  route?: Route;
  /** The API key, or the member whose session it is. */
  caller?: Principal;
  /** Kind of error that was answered in the service's place, for the log. */
  failure?: string;
}

/** The context of the request that `response` answers, created on first use. */
export const contextOf = (response: Response): RequestContext =>
  (response.locals['context'] ??= {}) as RequestContext;
