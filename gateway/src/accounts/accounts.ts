import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createStoredAttemptLimiter, hashPassword, verifyPassword } from '@platform/page-access';
import type { Logger } from '@platform/runtime';
import type { Router } from 'express';

import { createKeysStore } from '../keys/keys-store.ts';
import type { Limits } from '../limits/limits.ts';
import { createSealed } from '../login/login-attempt.ts';
import { createJoiningStore } from '../members/joining-store.ts';
import { findMember } from '../members/members-store.ts';
import { createLoginCookie } from '../sessions/session-cookie.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { AccountMail } from './account-mail.ts';
import { createAccountsRouter } from './accounts-router.ts';
import type { SignInUnderWay } from './accounts-router.ts';
import { createAccountsService } from './accounts-service.ts';
import { createAccountsStore } from './accounts-store.ts';
import { createCredentialsStore } from './credentials-store.ts';
import { createOwnAccountRouter } from './own-account-router.ts';
import { createOwnAccountService } from './own-account-service.ts';
import { createPasskeys } from './passkeys.ts';
import type { PasswordHashing } from './password-rule.ts';
import { createSecondFactors } from './second-factors.ts';

export interface AccountsDeps {
  database: Database;
  /** 32 random bytes that all gateways share. */
  secret: Buffer;
  publicUrl: string;
  sessions: Pick<Sessions, 'service' | 'cookie'>;
  limits: Limits;
  /** Undefined without a mail server. */
  mail: AccountMail | undefined;
  logger: Logger;
  /** By scrypt unless given. */
  hashing?: PasswordHashing | undefined;
  now?: () => number;
}

export interface Accounts {
  /** The ways in, below `/console/accounts`. */
  router: Router;
  /** The endpoints below `/v1`. */
  apiRouters: ApiRouter[];
  /** Sign-in methods for the console. */
  methods: () => Promise<Readonly<Record<string, boolean>>>;
}

const WINDOW_SECONDS = 15 * 60;
/** Wrong passwords or codes for one account. Passkeys still work when these are used up. */
const GUESSES = { perAddress: 10, perPage: 50, windowSeconds: WINDOW_SECONDS };
/** Wrong passwords from one address for any account. */
const STRANGERS = { perAddress: 50, windowSeconds: WINDOW_SECONDS };
/** Mails to one address. */
const REQUESTS = { perAddress: 3, perPage: 5, windowSeconds: 60 * 60 };

/** Accounts of this platform: people sign in with an e-mail address and a password, or with a passkey. */
export const createAccounts = (deps: AccountsDeps): Accounts => {
  const { database, secret, publicUrl, sessions, limits, mail, logger, now = Date.now } = deps;
  const { hashing = { hash: hashPassword, verify: verifyPassword } } = deps;
  const store = createAccountsStore(database);
  const keys = createKeysStore(database);
  const credentials = createCredentialsStore(database);
  const passkeys = createPasskeys({ secret, publicUrl, store: credentials });
  const issuer = new URL(publicUrl).host;
  const secondFactors = createSecondFactors({ secret, issuer, store: credentials, now });
  const requests = createStoredAttemptLimiter(database, REQUESTS);
  const accounts = createAccountsService({
    store,
    credentials,
    passkeys,
    secondFactors,
    hashing,
    joining: createJoiningStore(database),
    findMember: (organisation, id) => findMember(database, organisation, id),
    findKey: (organisation, id) => keys.find(organisation, id),
    guesses: createStoredAttemptLimiter(database, GUESSES),
    strangers: createStoredAttemptLimiter(database, STRANGERS),
    requests,
    mail,
    publicUrl,
    onFault(error) {
      logger.error({ err: error }, 'a reset link could not be made');
    },
    now,
  });
  const own = createOwnAccountService({
    accounts,
    store,
    credentials,
    passkeys,
    secondFactors,
    hashing,
    sessions: sessions.service,
    mail,
    requests,
    publicUrl,
    now,
  });
  return {
    router: createAccountsRouter({
      accounts,
      passkeys,
      underWay: createSealed<SignInUnderWay>(secret, 'sign-in'),
      sessions: sessions.service,
      limits,
      loginCookie: createLoginCookie({ secure: publicUrl.startsWith('https:') }),
      sessionCookie: sessions.cookie,
    }),
    apiRouters: createOwnAccountRouter({ own, accounts, passkeys }),
    methods: async () => ({
      account: await store.hasAny(),
      passkey: passkeys.isOffered,
      reset_mail: mail !== undefined,
    }),
  };
};
