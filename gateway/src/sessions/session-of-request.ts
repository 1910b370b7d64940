import type { IncomingMessage } from 'node:http';

import type { Request } from 'express';

import { clientAddress } from '../client-address/client-address.ts';
import type { FoundSession, SessionOrigin } from './session.ts';

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
