import type { IncomingMessage } from 'node:http';

import type { Request } from 'express';

import type { Principal } from '../keys/api-key.ts';
import type { SessionMember } from '../members/members-store.ts';
import { clientAddress } from '../client-address/client-address.ts';

/** A browser session that stands for a key or for a member. */
export interface Session {
  /** TypeID, `ses_…`; null for one of an older version. */
  id: string | null;
  /** Hash of the secret in the browser's cookie. */
  hash: string;
  organisation: string;
  keyId: string | null;
  keyHash: string | null;
  memberId: string | null;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  /** The last time that its holder proved who they are. */
  provenAt: Date;
  /** Accurate to a minute. */
  lastSeenAt: Date | null;
  expiresAt: Date;
}

/** The session that a request came with, and who that makes its sender. */
export interface FoundSession {
  caller: Principal;
  /** Null if the session stands for a key. */
  member: SessionMember | null;
  session: Session;
}

/** The address and the browser that start a session. */
export interface SessionOrigin {
  address: string;
  userAgent: string | null;
}

const MAX_USER_AGENT = 500;

/** Reads the address and the browser of a request that starts a session. */
export const sessionOriginOf = (request: Request): SessionOrigin => ({
  address: clientAddress(request),
  userAgent: request.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
});

const found = new WeakMap<IncomingMessage, FoundSession>();

export const rememberSession = (request: IncomingMessage, session: FoundSession): void => {
  found.set(request, session);
};

/** The session that a request came with, once it is known who sent it. */
export const sessionOf = (request: IncomingMessage): FoundSession | undefined => found.get(request);
