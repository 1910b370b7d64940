import { createLocalJWKSet, createRemoteJWKSet, importSPKI, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey, KeyObject, CryptoKey } from 'jose';

import type { Caller } from './caller.ts';

export interface IdentityVerifierOptions {
  /** What to verify with: a public key (SPKI PEM), a JWKS as JSON text, or the http(s) address of one. */
  publicKey: string;
  /** This service's name; an identity made for another service is refused. */
  audience: string;
  /** Only this issuer's identities; any issuer with the key when not given. */
  issuer?: string;
  /** Milliseconds since the epoch; replaced in tests. */
  now?: () => number;
}

export interface IdentityVerifier {
  /** The caller that a JWT vouches for, or undefined if it is not valid here and now. Throws if the key set can't be fetched. */
  verify(token: string): Promise<Caller | undefined>;
}

const CACHE_SIZE = 10_000;

const resolveKey = async (publicKey: string): Promise<JWTVerifyGetKey> => {
  if (/^https?:\/\//.test(publicKey)) return createRemoteJWKSet(new URL(publicKey));
  if (publicKey.trimStart().startsWith('{')) return createLocalJWKSet(JSON.parse(publicKey) as JSONWebKeySet);
  const key: CryptoKey | KeyObject = await importSPKI(publicKey, 'EdDSA');
  return () => Promise.resolve(key);
};

const toCaller = (payload: JWTPayload): Caller | undefined => {
  const { org, scopes, sub } = payload;
  if (typeof org !== 'string' || org === '' || sub === undefined || !Array.isArray(scopes)) return undefined;
  return { organisation: org, keyId: sub, scopes: scopes.filter((scope) => typeof scope === 'string') };
};

/** True for faults of the token; others (a key set that can't be reached) are faults of ours. */
const isTokenFault = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^ERR_(JWT|JWS|JOSE|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE)/.test(code);
};

/** Verifies identities locally; a verified token is remembered until it expires, so there is no call back. */
export const createIdentityVerifier = async (options: IdentityVerifierOptions): Promise<IdentityVerifier> => {
  const { audience, issuer, now = Date.now } = options;
  const getKey = await resolveKey(options.publicKey);
  const verified = new Map<string, { caller: Caller; expiresAt: number }>();

  const remember = (token: string, caller: Caller, expiresAt: number): void => {
    if (verified.size >= CACHE_SIZE) {
      const oldest = verified.keys().next().value;
      if (oldest !== undefined) verified.delete(oldest);
    }
    verified.set(token, { caller, expiresAt });
  };

  return {
    async verify(token) {
      const known = verified.get(token);
      if (known && now() < known.expiresAt) return known.caller;
      verified.delete(token);
      try {
        const { payload } = await jwtVerify(token, getKey, {
          algorithms: ['EdDSA'],
          audience,
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(now()),
          ...(issuer === undefined ? {} : { issuer }),
        });
        const caller = toCaller(payload);
        if (caller) remember(token, caller, (payload.exp ?? 0) * 1000);
        return caller;
      } catch (error) {
        if (isTokenFault(error)) return undefined;
        throw error;
      }
    },
  };
};
