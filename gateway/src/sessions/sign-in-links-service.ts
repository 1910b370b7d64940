import { randomBytes } from 'node:crypto';

import { forbidden } from '@platform/errors';

import { hashKey } from '../keys/api-key.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { SignInCodesStore } from './sessions-store.ts';

export interface SignInLinksService {
  /** @throws 403 for a member, whose session is bound to the browser that they signed in with */
  create(callerId: string): Promise<{ code: string; expiresAt: Date }>;
  /** The key that a code stands for, once. */
  redeem(code: string): Promise<ApiKey | undefined>;
}

export interface SignInLinksDeps {
  codes: SignInCodesStore;
  verifier: Pick<KeyVerifier, 'verifyHash'>;
  now?: () => number;
}

const LIFETIME_MILLISECONDS = 10 * 60_000;

/** The use cases of sign-in links: a key makes one, and a browser trades it for a session. */
export const createSignInLinksService = (deps: SignInLinksDeps): SignInLinksService => {
  const { codes, verifier, now = Date.now } = deps;
  return {
    async create(callerId) {
      if (!callerId.startsWith('key_')) throw forbidden('Sign-in links can only be created with an API key.');
      const code = randomBytes(32).toString('base64url');
      const expiresAt = new Date(now() + LIFETIME_MILLISECONDS);
      await codes.insert(hashKey(code), callerId, expiresAt);
      return { code, expiresAt };
    },
    async redeem(code) {
      const hash = await codes.take(hashKey(code));
      return hash === undefined ? undefined : verifier.verifyHash(hash, () => undefined);
    },
  };
};
