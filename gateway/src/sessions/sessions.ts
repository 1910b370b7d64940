import type { Database } from '@platform/database';
import type { Request, Router } from 'express';

import type { ApiKey } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { Limits } from '../limits/limits.ts';
import { isFromSameOrigin } from './same-origin.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createSessionsRouter } from './sessions-router.ts';
import { createSessionsService } from './sessions-service.ts';
import { createSessionsStore } from './sessions-store.ts';

/** The session that a request came with. */
export interface FoundSession {
  key: ApiKey;
  secret: string;
}

export interface Sessions {
  router: Router;
  /** The session of a request from a page of our own; undefined without one. @throws 503 */
  find: (request: Request) => Promise<FoundSession | undefined>;
  /** True if the browser carries a session's cookie, whether the session still holds or not. */
  isCarriedBy: (request: Request) => boolean;
}

export interface SessionsDeps {
  database: Database;
  verifier: KeyVerifier;
  limits: Limits;
  publicUrl: string;
}

/** Sessions of the web console: a cookie that stands for a key. */
export const createSessions = ({ database, verifier, limits, publicUrl }: SessionsDeps): Sessions => {
  const cookie = createSessionCookie({ secure: publicUrl.startsWith('https:') });
  const sessions = createSessionsService({ store: createSessionsStore(database), verifier });
  return {
    router: createSessionsRouter({ sessions, verifier, limits, cookie }),
    async find(request) {
      const secret = cookie.read(request);
      if (secret === undefined || !isFromSameOrigin(request)) return undefined;
      const key = await sessions.find(secret);
      return key && { key, secret };
    },
    isCarriedBy: (request) => cookie.read(request) !== undefined,
  };
};
