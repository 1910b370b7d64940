import { forbidden, unauthenticated, unavailable } from '@platform/errors';
import { grants, IDENTITY_HEADER } from '@platform/identity';
import type { Caller, IdentityVerifier, Scope } from '@platform/identity';
import type { Request } from 'express';

const bearerToken = (request: Request): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];

/**
 * Who calls, if they may do what needs `scope`. The gateway passes the identity in its own header; without a gateway a
 * client may send it as its bearer token.
 * @throws 401 without a valid identity, 403 that names the missing scope, 503 if the key set can't be fetched
 */
export const authenticate = async (
  request: Request,
  identity: IdentityVerifier,
  scope: Scope,
): Promise<Caller> => {
  const token = request.get(IDENTITY_HEADER) ?? bearerToken(request);
  if (token === undefined) throw unauthenticated();
  const caller = await identity.verify(token).catch((cause: unknown) => {
    throw unavailable('Callers can not be verified at the moment.', { cause });
  });
  if (!caller) throw unauthenticated();
  if (!grants(caller.scopes, scope)) throw forbidden(`This key lacks the scope ${scope}.`);
  return caller;
};
