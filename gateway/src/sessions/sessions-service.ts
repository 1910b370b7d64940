import { randomBytes } from 'node:crypto';

import { forbidden, unauthenticated } from '@platform/errors';
import { typeid } from 'typeid-js';

import { hashKey } from '../keys/api-key.ts';
import type { ApiKey, Principal } from '../keys/api-key.ts';
import type { KeyVerifier } from '../keys/key-verifier.ts';
import { scopesOf } from '../members/member.ts';
import type { Member } from '../members/member.ts';
import type { SessionMember } from '../members/members-store.ts';
import type { FoundSession, Session, SessionOrigin } from './session.ts';
import type { NewSession, SessionOwner, SessionsStore, SignInCodesStore } from './sessions-store.ts';

/** A sign-in that took too long, or that a new password or a sign-out has ended. */
export const signInExpired = () =>
  unauthenticated('The sign-in has taken too long. Begin again.', {
    headers: {},
    code: 'sign_in_expired',
  });

/** Circumstances of a member's new session. */
export type Beginning = Pick<NewSession, 'provenAt' | 'account' | 'replaces'>;

/** A member as a caller: with the scopes of their role, and the rate limit of a key. */
const principalOf = (member: SessionMember): Principal => ({
  id: member.id,
  organisation: member.organisation,
  name: member.name ?? member.email,
  scopes: scopesOf(member.role),
  rateLimit: null,
  organisationRateLimit: member.organisationRateLimit,
  limitId: member.id,
  allowedAddresses: null,
});

interface StartedSession {
  /** Kept by the browser; only its hash is stored. */
  secret: string;
  expiresAt: Date;
}

export interface SessionsService {
  /** Starts a session for a key. It ends after 12 hours, and with the key. */
  start(key: ApiKey, from: SessionOrigin): Promise<StartedSession>;
  /**
   * Starts a session of a member. It ends after 12 hours, and with the membership.
   * @throws 401 `sign_in_expired` if they may not sign in any more
   */
  startForMember(
    member: Pick<Member, 'id'>,
    from: SessionOrigin,
    beginning?: Beginning,
  ): Promise<StartedSession>;
  /** The session with this secret, if it may be used now. @throws 503 if the database is down */
  find(secret: string): Promise<FoundSession | undefined>;
  list(owner: SessionOwner, limit: number, before: string | null): Promise<Session[]>;
  end(session: Session): Promise<void>;
  /** Ends one of the owner's sessions. Returns false if none has this id. */
  endOne(owner: SessionOwner, id: string): Promise<boolean>;
  endAll(owner: SessionOwner): Promise<number>;
  /** Notes that the session's holder has proved now who they are. */
  prove(session: Session): Promise<void>;
}

interface SessionsServiceDeps {
  store: SessionsStore;
  findMember: (id: string) => Promise<SessionMember | undefined>;
  verifier: Pick<KeyVerifier, 'verifyHash'>;
  now?: () => number;
}

const LIFETIME_MILLISECONDS = 12 * 3_600_000;
const SEEN_MILLISECONDS = 60_000;

/** The use cases of browser sessions. */
export const createSessionsService = (deps: SessionsServiceDeps): SessionsService => {
  const { store, findMember, verifier, now = Date.now } = deps;

  const begin = async (
    owner: Pick<Session, 'keyId' | 'memberId'>,
    { address, userAgent }: SessionOrigin,
    latest: number,
    beginning: Beginning = {},
  ): Promise<StartedSession> => {
    const secret = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Math.min(latest, now() + LIFETIME_MILLISECONDS));
    const id = typeid('ses').toString();
    const session = { ...owner, ...beginning, id, hash: hashKey(secret), address, userAgent, expiresAt };
    if (!(await store.insert(session))) throw signInExpired();
    return { secret, expiresAt };
  };

  /** Finds the session's caller, with their current rights. */
  const callerOf = async (session: Session): Promise<Omit<FoundSession, 'session'> | undefined> => {
    if (session.memberId !== null) {
      const member = await findMember(session.memberId);
      return member && { caller: principalOf(member), member };
    }
    const key =
      session.keyHash === null ? undefined : await verifier.verifyHash(session.keyHash, () => undefined);
    return key && { caller: key, member: null };
  };

  return {
    start: (key, from) =>
      begin({ keyId: key.id, memberId: null }, from, key.expiresAt?.getTime() ?? Infinity),
    startForMember: ({ id }, from, beginning) =>
      begin({ keyId: null, memberId: id }, from, Infinity, beginning),
    async find(secret) {
      const session = await store.find(hashKey(secret));
      const found = session && (await callerOf(session));
      if (!found) return undefined;
      const seen = session.lastSeenAt?.getTime() ?? 0;
      // Nobody waits for it, and it is written again with a later request.
      if (now() - seen > SEEN_MILLISECONDS) store.touch(session.hash).catch(() => undefined);
      return { ...found, session };
    },
    list: (owner, limit, before) => store.list(owner, limit, before),
    end: ({ hash }) => store.remove(hash),
    endOne: (owner, id) => store.end(owner, id),
    endAll: (owner) => store.endAll(owner),
    prove: ({ hash }) => store.prove(hash),
  };
};

export interface SignInLinksService {
  /** @throws 403 for a member, whose session is bound to the browser that they signed in with */
  create(callerId: string): Promise<{ code: string; expiresAt: Date }>;
  /** The key that a code stands for, once. */
  redeem(code: string): Promise<ApiKey | undefined>;
}

interface SignInLinksDeps {
  codes: SignInCodesStore;
  verifier: Pick<KeyVerifier, 'verifyHash'>;
  now?: () => number;
}

const LINK_MILLISECONDS = 10 * 60_000;

/** The use cases of sign-in links: a key makes one, and a browser trades it for a session. */
export const createSignInLinksService = (deps: SignInLinksDeps): SignInLinksService => {
  const { codes, verifier, now = Date.now } = deps;
  return {
    async create(callerId) {
      if (!callerId.startsWith('key_')) throw forbidden('Sign-in links can only be created with an API key.');
      const code = randomBytes(32).toString('base64url');
      const expiresAt = new Date(now() + LINK_MILLISECONDS);
      await codes.insert(hashKey(code), callerId, expiresAt);
      return { code, expiresAt };
    },
    async redeem(code) {
      const hash = await codes.take(hashKey(code));
      return hash === undefined ? undefined : verifier.verifyHash(hash, () => undefined);
    },
  };
};
