import { conflict, forbidden, invalid, notFound } from '@platform/errors';
import { grants } from '@platform/identity';
import { typeid } from 'typeid-js';

import { isUsable } from './api-key.ts';
import type { Actor, ApiKey } from './api-key.ts';
import { generateKey, hashKey, lastFour } from './key-format.ts';
import type { KeysStore, NewKey } from './keys-store.ts';

export interface KeyWishes {
  organisation: string;
  name: string;
  scopes: ApiKey['scopes'];
  expiresAt: Date | null;
  rateLimit: number | null;
}

/** Who asks, and what they may do themselves: nobody hands out more than they have. */
export interface Grantor extends Actor {
  scopes: readonly string[];
}

/** A key that was just made. Its text is known now and never again. */
export interface IssuedKey {
  key: ApiKey;
  text: string;
}

export interface KeysService {
  /** @throws 403 for a scope that the grantor lacks, an invalid error for a time that is past */
  create(wishes: KeyWishes, grantor: Grantor): Promise<IssuedKey>;
  /** @throws 404 */
  show(organisation: string, id: string): Promise<ApiKey>;
  /** From the newest key on; one more than `limit` tells the caller that there are more. */
  list(organisation: string, limit: number, before?: string): Promise<ApiKey[]>;
  /** Revokes a key at once, on every gateway; a revoked one stays as it is. @throws 404 */
  revoke(organisation: string, id: string, actor: Actor): Promise<ApiKey>;
  /**
   * Makes a key that takes the place of another, which ends after the grace time.
   * @throws 404, 403 for scopes that the grantor lacks, a conflict if the old key has ended
   */
  rotate(organisation: string, id: string, graceSeconds: number, grantor: Grantor): Promise<IssuedKey>;
}

export interface KeysServiceDeps {
  store: KeysStore;
  now?: () => number;
}

const refuseMoreThanOwn = (scopes: ApiKey['scopes'], grantor: Grantor): void => {
  for (const scope of scopes) {
    const has = scope === '*' ? grantor.scopes.includes('*') : grants(grantor.scopes, scope);
    if (!has) throw forbidden(`This key lacks the scope ${scope}, so it can't give it to another.`);
  }
};

const issue = (wishes: KeyWishes, replaces: string | null): { text: string; fresh: NewKey } => {
  const text = generateKey();
  const id = typeid('key').toString();
  return { text, fresh: { ...wishes, id, hash: hashKey(text), lastFour: lastFour(text), replaces } };
};

/** The use cases of API keys: issue, look at, revoke, replace. */
export const createKeysService = ({ store, now = Date.now }: KeysServiceDeps): KeysService => {
  const show = async (organisation: string, id: string): Promise<ApiKey> => {
    const key = await store.find(organisation, id);
    if (!key) throw notFound('key');
    return key;
  };

  return {
    show,
    async create(wishes, grantor) {
      refuseMoreThanOwn(wishes.scopes, grantor);
      if (wishes.expiresAt && wishes.expiresAt.getTime() <= now())
        throw invalid([{ field: 'expires_at', message: 'expires_at must be in the future' }]);
      const { text, fresh } = issue({ ...wishes, name: wishes.name.trim() }, null);
      const details = { scopes: wishes.scopes, last_four: fresh.lastFour };
      return { text, key: await store.insert(fresh, { action: 'created', actor: grantor, details }) };
    },
    list: (organisation, limit, before) =>
      store.list({ organisation, limit, ...(before === undefined ? {} : { before }) }),
    async revoke(organisation, id, actor) {
      const key = await show(organisation, id);
      if (key.revokedAt === null) await store.end(key, null, { action: 'revoked', actor });
      return show(organisation, id);
    },
    async rotate(organisation, id, graceSeconds, grantor) {
      const old = await show(organisation, id);
      refuseMoreThanOwn(old.scopes, grantor);
      if (!isUsable(old, now())) throw conflict('The key has ended; create a new one.');
      const graceEnd = new Date(now() + graceSeconds * 1000);
      const sooner = old.expiresAt && old.expiresAt < graceEnd ? old.expiresAt : graceEnd;
      const { text, fresh } = issue(old, old.id);
      const event = { action: 'rotated', actor: grantor, details: { grace_seconds: graceSeconds } } as const;
      const key = await store.rotate(old, graceSeconds === 0 ? null : sooner, fresh, event);
      if (!key) throw conflict('The key has ended; create a new one.');
      return { text, key };
    },
  };
};
