import type { Database } from '@platform/database';

export interface NewSession {
  hash: string;
  keyId: string;
  address: string;
  userAgent: string | null;
  expiresAt: Date;
}

export interface SessionsStore {
  /** Stores a session, and removes those that have ended. */
  insert(session: NewSession): Promise<void>;
  /** The hash of the key that a running session stands for, and when the session ends. */
  find(hash: string): Promise<{ keyHash: string; expiresAt: Date } | undefined>;
  remove(hash: string): Promise<void>;
}

/** Browser sessions in PostgreSQL. */
export const createSessionsStore = (database: Database): SessionsStore => ({
  async insert({ hash, keyId, address, userAgent, expiresAt }) {
    await database('sessions').where('expires_at', '<', database.fn.now()).delete();
    await database('sessions').insert({
      hash,
      key_id: keyId,
      address,
      user_agent: userAgent,
      expires_at: expiresAt,
    });
  },
  async find(hash) {
    const row = await database('sessions')
      .join('keys', 'keys.id', 'sessions.key_id')
      .where({ 'sessions.hash': hash })
      .where('sessions.expires_at', '>', database.fn.now())
      .first<{ key_hash: string; expires_at: Date } | undefined>(
        'keys.hash as key_hash',
        'sessions.expires_at',
      );
    return row && { keyHash: row.key_hash, expiresAt: row.expires_at };
  },
  async remove(hash) {
    await database('sessions').where({ hash }).delete();
  },
});
