import type { Request } from 'express';

import type { FoundSession } from './session.ts';

const found = new WeakMap<Request, FoundSession>();

export const rememberSession = (request: Request, session: FoundSession): void => {
  found.set(request, session);
};

/** The session that a request came with, once it is known who sent it. */
export const sessionOf = (request: Request): FoundSession | undefined => found.get(request);
