import { randomBytes } from 'node:crypto';

import type { ApiKey } from '../keys/api-key.ts';
import { hashKey } from '../keys/key-format.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import type { SessionsStore } from './sessions-store.ts';

export interface StartedSession {
  /** What the browser keeps; only its hash is stored. */
  secret: string;
  expiresAt: Date;
}

export interface SessionsService {
  /** Starts a session that stands for a key. It ends after 12 hours, and with the key. */
  start(key: ApiKey, from: { address: string; userAgent: string | null }): Promise<StartedSession>;
  /**
   * The key that a session stands for, if both may be used now. @throws 503 if the database is down
   */
  find(secret: string): Promise<ApiKey | undefined>;
  end(secret: string): Promise<void>;
}

export interface SessionsServiceDeps {
  store: SessionsStore;
  verifier: Pick<KeyVerifier, 'verifyHash'>;
  now?: () => number;
}

const LIFETIME_MILLISECONDS = 12 * 3_600_000;

/** The use cases of browser sessions. */
export const createSessionsService = (deps: SessionsServiceDeps): SessionsService => {
  const { store, verifier, now = Date.now } = deps;
  return {
    async start(key, { address, userAgent }) {
      const secret = randomBytes(32).toString('base64url');
      const latest = now() + LIFETIME_MILLISECONDS;
      const expiresAt = new Date(Math.min(latest, key.expiresAt?.getTime() ?? latest));
      await store.insert({ hash: hashKey(secret), keyId: key.id, address, userAgent, expiresAt });
      return { secret, expiresAt };
    },
    async find(secret) {
      const session = await store.find(hashKey(secret));
      return session && verifier.verifyHash(session.keyHash, () => undefined);
    },
    end: (secret) => store.remove(hashKey(secret)),
  };
};
