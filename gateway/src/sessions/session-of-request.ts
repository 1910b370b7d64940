import type { IncomingMessage } from 'node:http';

import type { FoundSession } from './session.ts';

const found = new WeakMap<IncomingMessage, FoundSession>();

export const rememberSession = (request: IncomingMessage, session: FoundSession): void => {
  found.set(request, session);
};

/** The session that a request came with, once it is known who sent it. */
export const sessionOf = (request: IncomingMessage): FoundSession | undefined => found.get(request);
