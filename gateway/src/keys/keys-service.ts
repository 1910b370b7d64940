import { conflict, invalid, notFound, protectedResource } from '@platform/errors';
import { typeid } from 'typeid-js';
import {
  isAdmin,
  isUsable,
  generateKey,
  hashKey,
  lastFour,
  boundedBy,
  refuseForeignScopes,
  refuseStrongerKey,
} from './api-key.ts';
import type { Actor, ApiKey, Bounds } from './api-key.ts';
import type { KeysStore, NewKey } from './keys-store.ts';
import type { Request } from 'express';
import { clientAddress } from '../client-address/client-address.ts';

export interface NewKeyInput {
  organisation: string;
  name: string;
  scopes: ApiKey['scopes'];
  /** Null: as long as the key that creates it. */
  expiresAt: Date | null;
  /** Null: like the key that creates it. */
  rateLimit: number | null;
  /** Null: like the key that creates it. */
  allowedAddresses: readonly string[] | null;
}

/** Author of a change, with their own scopes: nobody can grant more than they have. */
export interface Grantor extends Actor {
  scopes: readonly string[];
}

/** A new key with its text, which is not stored anywhere. */
export interface IssuedKey {
  key: ApiKey;
  text: string;
}

export interface KeysService {
  /**
   * @throws 403 for scopes, a lifetime or a rate limit beyond the grantor's own; an invalid error
   *   for an expiry in the past; a conflict if the organisation has as many keys as it may have
   */
  create(input: NewKeyInput, grantor: Grantor): Promise<IssuedKey>;
  /** @throws 404 */
  show(organisation: string, id: string): Promise<ApiKey>;
  /** At most `limit` keys, newest first. */
  list(organisation: string, limit: number, before?: string): Promise<ApiKey[]>;
  /**
   * Revokes a key on every gateway at once. Revoking it again changes nothing.
   * @throws 404, 403 for a key with scopes that the grantor lacks, 409 for the organisation's last
   *   admin key
   */
  revoke(organisation: string, id: string, grantor: Grantor): Promise<ApiKey>;
  /**
   * Issues a replacement for a key, which expires after the grace period.
   * @throws 404, 403 for a key beyond the grantor's own, a conflict if the old key is revoked,
   *   expired or replaced already, or has a grace period while the organisation has too many keys
   */
  rotate(organisation: string, id: string, graceSeconds: number, grantor: Grantor): Promise<IssuedKey>;
}

export interface KeysServiceDeps {
  store: KeysStore;
  /** Requests a minute for a key that sets no limit; 0 if limits are off. */
  defaultRateLimit: number;
  /** Applies a change to what this process remembers, sooner than the database announces it to all. */
  changed?: (action: 'revoked' | 'rotated', keyId: string) => void;
  /** Usable keys that an organisation may have. */
  maxKeys?: number;
  now?: () => number;
}

const MAX_KEYS = 200;

/** Members have no individual expiry, addresses or rate limit. */
const MEMBER = { expiresAt: null, rateLimit: null, allowedAddresses: null };

const UNBOUNDED: Bounds = {
  expiresAt: null,
  rateLimit: null,
  allowedAddresses: null,
  maxRateLimit: Infinity,
};

type KeyParts = Pick<
  NewKey,
  'organisation' | 'name' | 'scopes' | 'rateLimit' | 'expiresAt' | 'allowedAddresses'
>;

const issue = (
  { organisation, name, scopes, rateLimit, expiresAt, allowedAddresses }: KeyParts,
  old: ApiKey | null,
): { text: string; fresh: NewKey } => {
  const text = generateKey();
  const id = typeid('key').toString();
  const fresh: NewKey = {
    id,
    organisation,
    name,
    scopes,
    rateLimit,
    expiresAt,
    allowedAddresses,
    hash: hashKey(text),
    lastFour: lastFour(text),
    replaces: old?.id ?? null,
    // A new count would double the limit with each rotation.
    limitId: old?.limitId ?? id,
  };
  return { text, fresh };
};

/** The use cases of API keys: create, show, list, revoke, rotate. */
export const createKeysService = (deps: KeysServiceDeps): KeysService => {
  const { store, defaultRateLimit, changed, maxKeys = MAX_KEYS, now = Date.now } = deps;

  const refusals = {
    ended: 'The key has expired or been revoked; create a new one.',
    replaced: 'The key has a replacement already; rotate that one or create a new one.',
    'too-many': `The organisation has more than ${maxKeys} keys; revoke one or set grace_seconds to 0.`,
  };

  const show = async (organisation: string, id: string): Promise<ApiKey> => {
    const key = await store.find(organisation, id);
    if (!key) throw notFound('key');
    return key;
  };

  /** Returns what the grantor may pass on; the operator's command line has no limits. */
  const boundsOf = async (organisation: string, grantor: Grantor): Promise<Bounds> => {
    if (grantor.id === 'cli') return UNBOUNDED;
    const found = grantor.id.startsWith('mbr_') ? MEMBER : await show(organisation, grantor.id);
    const { expiresAt, rateLimit, allowedAddresses } = found;
    const maxRateLimit = defaultRateLimit === 0 ? Infinity : (rateLimit ?? defaultRateLimit);
    return { expiresAt, rateLimit, allowedAddresses, maxRateLimit };
  };

  return {
    show,
    async create(input, grantor) {
      refuseForeignScopes(input.scopes, grantor.scopes, 'give it to another');
      if (input.expiresAt && input.expiresAt.getTime() <= now())
        throw invalid([{ field: 'expires_at', message: 'expires_at must be in the future' }]);
      const bounds = await boundsOf(input.organisation, grantor);
      const bounded = boundedBy(bounds, input);
      const { text, fresh } = issue({ ...input, ...bounded, name: input.name.trim() }, null);
      const details = {
        name: fresh.name,
        scopes: fresh.scopes,
        last_four: fresh.lastFour,
        rate_limit_per_minute: fresh.rateLimit,
        expires_at: fresh.expiresAt,
        allowed_addresses: fresh.allowedAddresses,
      };
      const key = await store.insert(fresh, { action: 'created', actor: grantor, details }, maxKeys);
      if (!key)
        throw conflict(`The organisation has ${maxKeys} keys already; revoke one that is not needed.`);
      return { text, key };
    },
    list: (organisation, limit, before) =>
      store.list({ organisation, limit, ...(before === undefined ? {} : { before }) }),
    async revoke(organisation, id, grantor) {
      const key = await show(organisation, id);
      if (key.revokedAt !== null) return key;
      refuseForeignScopes(key.scopes, grantor.scopes, 'revoke a key that has it');
      const mustKeepAdmin = grantor.id !== 'cli' && isAdmin(key) && isUsable(key, now());
      const outcome = await store.revoke(key, { action: 'revoked', actor: grantor }, mustKeepAdmin);
      if (outcome === 'last-admin')
        throw protectedResource(
          "This is the organisation's last key with keys:admin; create another one first.",
        );
      changed?.('revoked', id);
      return show(organisation, id);
    },
    async rotate(organisation, id, graceSeconds, grantor) {
      const old = await show(organisation, id);
      refuseForeignScopes(old.scopes, grantor.scopes, 'rotate a key that has it');
      refuseStrongerKey(await boundsOf(organisation, grantor), old, defaultRateLimit);
      if (!isUsable(old, now())) throw conflict(refusals.ended);
      const graceEnd = new Date(now() + graceSeconds * 1000);
      const sooner = old.expiresAt && old.expiresAt < graceEnd ? old.expiresAt : graceEnd;
      const { text, fresh } = issue(old, old);
      const details = { grace_seconds: graceSeconds, expires_at: graceSeconds === 0 ? null : sooner };
      const event = { action: 'rotated', actor: grantor, details } as const;
      const outcome = await store.rotate(old, graceSeconds === 0 ? null : sooner, fresh, event, maxKeys);
      if (typeof outcome === 'string') throw conflict(refusals[outcome]);
      changed?.('rotated', id);
      return { text, key: outcome };
    },
  };
};

/** Returns a request's sender, as the one who changes keys or members by it. */
export const grantorOf = (context: {
  caller: { keyId: string; scopes: readonly string[] };
  request: Request;
  requestId: string;
}): Grantor => ({
  id: context.caller.keyId,
  scopes: context.caller.scopes,
  requestId: context.requestId,
  address: clientAddress(context.request),
});
