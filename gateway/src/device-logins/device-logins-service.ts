import { randomBytes, randomInt } from 'node:crypto';

import { forbidden, invalid, notFound } from '@platform/errors';
import type { AttemptLimiter } from '@platform/page-access';

import type { ApiKey } from '../keys/api-key.ts';
import { isUsable, refuseForeignScopes } from '../keys/api-key.ts';
import type { Grantor, IssuedKey, KeysService } from '../keys/keys-service.ts';
import { scopesOf } from '../members/member.ts';
import type { Member } from '../members/member.ts';
import type { Approval, DeviceLogin, DeviceLoginsStore } from './device-logins-store.ts';

/** A login as the command line gets it. */
export interface StartedLogin {
  /** By which it asks for its key; nobody else sees it. */
  secret: string;
  /** Typed into the console. */
  code: string;
  expiresAt: Date;
}

/** The key that somebody lets a command line have. */
export interface ApprovalInput {
  name: string | undefined;
  scopes: ApiKey['scopes'];
  expiresAt: Date;
}

/** Answer to a command line that asks for its key. */
export type Answer =
  { state: 'waiting' | 'hasty' | 'denied' | 'gone' } | { state: 'approved'; issued: IssuedKey };

export interface DeviceLoginsService {
  /** @throws 429 for an address that begins many */
  start(client: string, address: string): Promise<StartedLogin>;
  /** Makes the key once somebody has allowed it, and gives it out once. @throws 403 if they may no more */
  ask(secret: string, address: string): Promise<Answer>;
  /** @throws 404 for a code that nobody waits with; 429 for somebody who guesses codes */
  show(code: string, caller: Grantor): Promise<DeviceLogin>;
  /** @throws like `show`; 403 for scopes that the caller lacks; an invalid error for the expiry */
  approve(code: string, organisation: string, input: ApprovalInput, caller: Grantor): Promise<DeviceLogin>;
  deny(code: string, caller: Grantor): Promise<DeviceLogin>;
}

export interface DeviceLoginsServiceDeps {
  store: DeviceLoginsStore;
  keys: Pick<KeysService, 'create'>;
  findMember: (organisation: string, id: string) => Promise<Member | undefined>;
  findKey: (organisation: string, id: string) => Promise<ApiKey | undefined>;
  /** Logins that an address begins. */
  starts: AttemptLimiter;
  /** Codes that nobody waits with, by who typed them. */
  guesses: AttemptLimiter;
  now: () => number;
}

/** Without vowels, so that no code is a word, and without what is taken for something else. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const LIFETIME_MILLISECONDS = 10 * 60_000;
/** A key of a command line ends: it lies in a file of somebody's machine. */
const LONGEST_MILLISECONDS = 366 * 86_400_000;

/** Seconds between two questions of a command line. */
export const INTERVAL_SECONDS = 3;
/** Half a second early is not hasty: nobody's clock is exact. */
const PATIENCE_MILLISECONDS = INTERVAL_SECONDS * 1000 - 500;

const newCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`;
};

/** A code as people type it: in any case, with any signs between. */
const plainCode = (typed: string): string => {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
};

/**
 * Lets command lines in, in the manner of RFC 8628: the command line shows a code, somebody who is
 * signed in types it into the console and says what the key may do, and the command line gets the
 * key. The key is made when it is fetched, so it is stored nowhere before.
 */
export const createDeviceLoginsService = (deps: DeviceLoginsServiceDeps): DeviceLoginsService => {
  const { store, keys, starts, guesses, now } = deps;

  /** The scopes of whoever let it in, as they are now; undefined if they have left or were revoked. */
  const scopesNow = async ({ organisation, approver }: Approval): Promise<readonly string[] | undefined> => {
    if (approver.startsWith('mbr_')) {
      const member = await deps.findMember(organisation, approver);
      return member?.joinedAt ? scopesOf(member.role) : undefined;
    }
    const key = await deps.findKey(organisation, approver);
    return key && isUsable(key, now()) ? key.scopes : undefined;
  };

  const issue = async (approval: Approval, address: string): Promise<IssuedKey> => {
    const scopes = await scopesNow(approval);
    if (!scopes?.some((scope) => scope === '*' || scope === 'keys:admin'))
      throw forbidden('Whoever let this command line in may not do so any more.');
    const { organisation, approver, requestId, name, expiresAt } = approval;
    return keys.create(
      { organisation, name, scopes: approval.scopes, expiresAt, rateLimit: null, allowedAddresses: null },
      { id: approver, scopes, address, ...(requestId === undefined ? {} : { requestId }) },
    );
  };

  const show: DeviceLoginsService['show'] = async (code, { id, address = '' }) => {
    await guesses.take(`device ${id}`, address);
    const login = await store.find(plainCode(code));
    if (!login) throw notFound('login');
    await guesses.giveBack(`device ${id}`, address);
    return login;
  };

  return {
    async start(client, address) {
      await starts.take('device login', address);
      const expiresAt = new Date(now() + LIFETIME_MILLISECONDS);
      const secret = randomBytes(32).toString('base64url');
      for (;;) {
        const code = newCode();
        if (await store.insert(secret, { code, client, address, expiresAt }))
          return { secret, code, expiresAt };
      }
    },
    async ask(secret, address) {
      const outcome = await store.ask(secret, PATIENCE_MILLISECONDS);
      if (outcome.state !== 'approved') return outcome;
      return { state: 'approved', issued: await issue(outcome.approval, address) };
    },
    show,
    async approve(code, organisation, { name, scopes, expiresAt }, caller) {
      const login = await show(code, caller);
      refuseForeignScopes(scopes, caller.scopes, 'give it to another');
      const left = expiresAt.getTime() - now();
      if (left <= 0 || left > LONGEST_MILLISECONDS)
        throw invalid([
          { field: 'expires_at', message: 'expires_at must be in the future, and within a year' },
        ]);
      const approval = {
        organisation,
        approver: caller.id,
        requestId: caller.requestId,
        name: name ?? login.client,
        scopes,
        expiresAt,
      };
      if (!(await store.approve(login.code, approval))) throw notFound('login');
      return login;
    },
    async deny(code, caller) {
      const login = await show(code, caller);
      if (!(await store.deny(login.code))) throw notFound('login');
      return login;
    },
  };
};
