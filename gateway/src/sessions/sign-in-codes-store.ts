import type { Database } from '@platform/database';

export interface SignInCodesStore {
  /** Stores a code's hash, and removes those that have ended. */
  insert(hash: string, keyId: string, expiresAt: Date): Promise<void>;
  /** Uses a code up. The hash of its key; undefined if it was used, has ended or never was, or its key is revoked. */
  take(hash: string): Promise<string | undefined>;
}

/** Codes that are traded for a session once, in PostgreSQL. */
export const createSignInCodesStore = (database: Database): SignInCodesStore => ({
  async insert(hash, keyId, expiresAt) {
    await database('sign_in_codes').where('expires_at', '<', database.fn.now()).delete();
    await database('sign_in_codes').insert({ hash, key_id: keyId, expires_at: expiresAt });
  },
  async take(hash) {
    // Of two that bring the same code, PostgreSQL lets one delete it. A verifier's cache may know a revoked
    // key for a moment longer, and nothing new is to begin with it.
    const { rows } = await database.raw<{ rows: { hash: string }[] }>(
      `DELETE FROM sign_in_codes USING keys
       WHERE sign_in_codes.hash = ? AND sign_in_codes.expires_at > now() AND keys.id = sign_in_codes.key_id
         AND keys.revoked_at IS NULL
       RETURNING keys.hash`,
      [hash],
    );
    return rows[0]?.hash;
  },
});
