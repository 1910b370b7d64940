import type { Database } from '@platform/database';
import type { Logger } from '@platform/runtime';
import type { Router } from 'express';

import { createJoiningStore } from '../members/joining-store.ts';
import { createLoginCookie } from '../sessions/session-cookie.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { createLoginAttempts, createPendingChoices } from './login-attempt.ts';
import { createLoginRouter } from './login-router.ts';
import type { OidcSettings } from './oidc-settings.ts';

export interface LoginDeps {
  database: Database;
  /** 32 random bytes that all gateways share. */
  secret: Buffer;
  /** Undefined if members can't sign in. */
  oidc: OidcSettings | undefined;
  publicUrl: string;
  sessions: Pick<Sessions, 'service' | 'cookie'>;
  /** Other ways to sign in, for the console to offer. */
  methods: () => Promise<Readonly<Record<string, boolean>>>;
  logger: Logger;
}

/** The sign-in of members at their identity provider. */
export const createLogin = (deps: LoginDeps): Router => {
  const { database, secret, oidc, publicUrl, sessions, methods, logger } = deps;
  return createLoginRouter({
    provider: oidc && createIdentityProvider(oidc, `${publicUrl}/console/login/callback`),
    attempts: createLoginAttempts(secret),
    choices: createPendingChoices(secret),
    members: createJoiningStore(database),
    sessions: sessions.service,
    loginCookie: createLoginCookie({ secure: publicUrl.startsWith('https:') }),
    sessionCookie: sessions.cookie,
    methods,
    logger,
  });
};
