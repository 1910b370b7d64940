import type { IncomingMessage } from 'node:http';
import type { Database } from '@platform/database';
import type { ApiRouter, Cursors } from '@platform/http';
import type { Router } from 'express';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { Limits } from '../limits/limits.ts';
import { createSessionMemberFinder } from '../members/members-store.ts';
import { isFromSameOrigin, createSessionCookie } from './session-cookie.ts';
import type { GatewayCookie } from './session-cookie.ts';
import { createSessionListRouter } from './session-list-router.ts';
import { rememberSession } from './session.ts';
import type { FoundSession } from './session.ts';
import { createSessionsRouter } from './sessions-router.ts';
import { createSessionsService, createSignInLinksService } from './sessions-service.ts';
import type { SessionsService } from './sessions-service.ts';
import { createSessionsStore, createSignInCodesStore } from './sessions-store.ts';
import { createSignInLinksRouter } from './sign-in-links-router.ts';

export interface Sessions {
  router: Router;
  /** The endpoints below `/v1`. */
  apiRouters: ApiRouter[];
  service: SessionsService;
  cookie: GatewayCookie;
  /**
   * The session of a request from a page of our own; undefined without one. @throws 503
   * @param mayLookUp called before reading the database; throws if this client must not cause that
   */
  find: (request: IncomingMessage, mayLookUp: () => Promise<void>) => Promise<FoundSession | undefined>;
  /** True if the browser carries a session's cookie, whether the session still holds or not. */
  isCarriedBy: (request: IncomingMessage) => boolean;
}

export interface SessionsDeps {
  database: Database;
  verifier: KeyVerifier;
  limits: Limits;
  cursors: Cursors;
  publicUrl: string;
}

/** Sessions of the web console: a cookie that stands for a key or a member. */
export const createSessions = (deps: SessionsDeps): Sessions => {
  const { database, verifier, limits, cursors, publicUrl } = deps;
  const cookie = createSessionCookie({ secure: publicUrl.startsWith('https:') });
  const findMember = createSessionMemberFinder(database);
  const service = createSessionsService({ store: createSessionsStore(database), findMember, verifier });
  const links = createSignInLinksService({ codes: createSignInCodesStore(database), verifier });
  return {
    router: createSessionsRouter({ sessions: service, links, verifier, limits, cookie }),
    apiRouters: [createSessionListRouter(service, cursors), createSignInLinksRouter(links, publicUrl)],
    service,
    cookie,
    async find(request, mayLookUp) {
      const secret = cookie.read(request);
      if (secret === undefined || !isFromSameOrigin(request)) return undefined;
      await mayLookUp();
      const found = await service.find(secret);
      if (found) rememberSession(request, found);
      return found;
    },
    isCarriedBy: (request) => cookie.read(request) !== undefined,
  };
};
