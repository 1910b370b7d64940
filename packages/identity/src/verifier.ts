import { createLocalJWKSet, createRemoteJWKSet, importSPKI, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';

import type { Caller } from './caller.ts';
import { readVerificationKeys } from './key-settings.ts';
import { IDENTITY_LIFETIME_SECONDS } from './signer.ts';

export interface IdentityVerifierOptions {
  /**
   * What to verify with: a public key (SPKI PEM), a JWKS as JSON text, or the http(s) address of
   * one.
   */
  publicKey: string;
  /** This service's name; an identity made for another service is refused. */
  audience: string;
  /** The longest lifetime, in seconds, that an issuer may give an identity; 60 by default. */
  maxAgeSeconds?: number;
  /** Accepts this issuer's identities only; without it any issuer's that has the key. */
  issuer?: string;
  /** Milliseconds since the epoch; replaced in tests. */
  now?: () => number;
}

export interface IdentityVerifier {
  /**
   * The caller that an identity (a JWT) vouches for, or undefined if it isn't valid here and now.
   * @throws Error if the key set can't be fetched
   */
  verify(identity: string): Promise<Caller | undefined>;
  /**
   * Why an identity is refused, if its signature is good. An identity that the gateway has just
   * signed is too old if the clocks differ.
   * @returns undefined if anything else is wrong with it, or it expired more than an hour ago
   */
  whyRefused(identity: string): Promise<IdentityRefusal | undefined>;
}

/** `expired` so many seconds ago, or made `too_long`: valid for so many seconds. */
export interface IdentityRefusal {
  readonly reason: 'expired' | 'too_long';
  readonly seconds: number;
}

interface VerifiedIdentity {
  readonly caller: Caller;
  readonly expiresAt: number;
}

const CACHE_SIZE = 10_000;
const MAX_LATE_SECONDS = 3_600;
/** By how much an issuer's clock may be ahead of ours. */
const MAX_AHEAD_SECONDS = 300;

/**
 * For how many seconds an identity was made. One that doesn't say when it was made, or claims to be
 * made in the future, counts from now: else it could be as long as it likes.
 */
const lifetimeOf = ({ iat, exp = 0 }: JWTPayload, nowSeconds: number): number =>
  exp - (iat === undefined || iat > nowSeconds + MAX_AHEAD_SECONDS ? nowSeconds : iat);

const resolveKey = async (publicKey: string): Promise<JWTVerifyGetKey> => {
  const keys = readVerificationKeys(publicKey);
  switch (keys?.kind) {
    case 'address':
      return createRemoteJWKSet(keys.url);
    case 'jwks':
      return createLocalJWKSet(keys.jwks);
    case 'pem': {
      const key = await importSPKI(keys.pem, 'EdDSA');
      return () => Promise.resolve(key);
    }
    case undefined:
      throw new Error(
        'Identities are verified with an Ed25519 public key (PEM), a JWKS or the address of one.',
      );
  }
};

const toCaller = (payload: JWTPayload): Caller | undefined => {
  const { org, scopes, sub } = payload;
  if (typeof org !== 'string' || org === '' || sub === undefined || !Array.isArray(scopes)) return undefined;
  return { organisation: org, keyId: sub, scopes: scopes.filter((scope) => typeof scope === 'string') };
};

/** True for faults of the identity. Others, such as a key set that can't be fetched, are ours. */
const isFaultOfIdentity = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^ERR_(JWT|JWS|JOSE|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE)/.test(code);
};

/**
 * Verifies identities locally. A verified one is remembered until it expires, so requests that
 * share one cost a single signature check and no call to anybody.
 */
export const createIdentityVerifier = async (options: IdentityVerifierOptions): Promise<IdentityVerifier> => {
  const { audience, issuer, now = Date.now, maxAgeSeconds = IDENTITY_LIFETIME_SECONDS } = options;
  const getKey = await resolveKey(options.publicKey);
  const verified = new LRUCache<string, VerifiedIdentity>({ max: CACHE_SIZE });

  const check = (identity: string, clockTolerance: number) =>
    jwtVerify(identity, getKey, {
      algorithms: ['EdDSA'],
      audience,
      clockTolerance,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now()),
      ...(issuer === undefined ? {} : { issuer }),
    });

  const isTooLong = (payload: JWTPayload): boolean => lifetimeOf(payload, now() / 1000) > maxAgeSeconds;

  const whyRefused = async (identity: string): Promise<IdentityRefusal | undefined> => {
    try {
      const { payload } = await check(identity, MAX_LATE_SECONDS);
      const nowSeconds = now() / 1000;
      if (isTooLong(payload))
        return { reason: 'too_long', seconds: Math.round(lifetimeOf(payload, nowSeconds)) };
      const late = Math.round(nowSeconds - (payload.exp ?? 0));
      return late < 0 ? undefined : { reason: 'expired', seconds: late };
    } catch (error) {
      if (isFaultOfIdentity(error)) return undefined;
      throw error;
    }
  };

  const verify = async (identity: string): Promise<Caller | undefined> => {
    const known = verified.get(identity);
    if (known && now() < known.expiresAt) return known.caller;
    verified.delete(identity);
    try {
      const { payload } = await check(identity, 0);
      const caller = isTooLong(payload) ? undefined : toCaller(payload);
      if (caller) verified.set(identity, { caller, expiresAt: (payload.exp ?? 0) * 1000 });
      return caller;
    } catch (error) {
      if (isFaultOfIdentity(error)) return undefined;
      throw error;
    }
  };
  return { verify, whyRefused };
};
