import { forbidden, unauthenticated, unavailable } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { grants, IDENTITY_HEADER } from '@platform/identity';
import type { Caller, IdentityVerifier, Scope } from '@platform/identity';
import type { Request } from 'express';

/** An identity as bearer, or as the password of Basic authentication where a client knows nothing else. */
const sentIdentity = (request: Request): string | undefined => {
  const authorization = request.get('authorization') ?? '';
  const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (bearer !== undefined) return bearer;
  const [, basic] = /^Basic +(\S+)$/i.exec(authorization) ?? [];
  if (basic === undefined) return undefined;
  const text = Buffer.from(basic, 'base64').toString();
  const password = text.slice(text.indexOf(':') + 1);
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(password) ? password : undefined;
};

/**
 * Response header that tells the gateway why a service refused an identity; the gateway doesn't pass it
 * on.
 */
const REFUSED_HEADER = 'X-Identity-Refused';

/**
 * Explains why an identity is not valid. A freshly signed one can only look expired if the clocks differ;
 * the caller's key is fine then, so the answer is a 503 that says so.
 */
const refusalOf = async (request: Request, identity: IdentityVerifier, signed: string): Promise<AppError> => {
  const refusal = await identity.whyRefused(signed).catch(() => undefined);
  if (refusal === undefined) return unauthenticated();
  const { reason, seconds } = refusal;
  if (reason === 'too_long')
    return unauthenticated(
      `The identity is valid for ${seconds} s, which is longer than this service allows (IDENTITY_MAX_AGE_SECONDS).`,
    );
  const message = `The identity of the caller expired ${seconds} s ago by this service's clock.`;
  if (request.get(IDENTITY_HEADER) === undefined) return unauthenticated(message);
  return unavailable(`${message} Its clock and the gateway's differ.`, {
    headers: { [REFUSED_HEADER]: 'expired' },
  });
};

/**
 * The caller, whatever they may do. The gateway passes the identity in a header of its own. Without
 * a gateway, a client may send it as its bearer token.
 * @throws 401 without a valid identity, 503 if the key set can't be fetched or the clocks of the
 *   gateway and this service differ
 */
export const callerOf = async (request: Request, identity: IdentityVerifier): Promise<Caller> => {
  const signed = request.get(IDENTITY_HEADER) ?? sentIdentity(request);
  if (signed === undefined) throw unauthenticated();
  const caller = await identity.verify(signed).catch((cause: unknown) => {
    throw unavailable("Callers can't be verified at the moment.", { cause });
  });
  if (!caller) throw await refusalOf(request, identity, signed);
  return caller;
};

/**
 * Returns the caller, if they hold `scope`.
 * @throws like `callerOf`; 403 that names the scope
 */
export const authenticate = async (
  request: Request,
  identity: IdentityVerifier,
  scope: Scope,
): Promise<Caller> => {
  const caller = await callerOf(request, identity);
  if (!grants(caller.scopes, scope)) throw forbidden(`This key lacks the scope ${scope}.`);
  return caller;
};
