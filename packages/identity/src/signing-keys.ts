import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

import { calculateJwkThumbprint, exportJWK } from 'jose';
import type { JSONWebKeySet, JWK } from 'jose';

/** Where the keys that identities are verified with come from. */
export type VerificationKeys =
  | { readonly kind: 'address'; readonly url: URL }
  | { readonly kind: 'jwks'; readonly jwks: JSONWebKeySet }
  | { readonly kind: 'pem'; readonly pem: string };

/** Environment files can't hold line breaks, so those of a PEM may be written `\n`. */
const withLineBreaks = (text: string): string => text.replaceAll('\\n', '\n');

const readJwks = (text: string): JSONWebKeySet | undefined => {
  try {
    const jwks = JSON.parse(text) as Partial<JSONWebKeySet> | null;
    return Array.isArray(jwks?.keys) ? { keys: jwks.keys } : undefined;
  } catch {
    return undefined;
  }
};

const isEd25519PublicKey = (pem: string): boolean => {
  // node:crypto would make a public key of a private one, which has no place here.
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(pem)) return false;
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
};

/**
 * Reads what an operator gives to verify identities with: an Ed25519 public key (SPKI PEM), a JWKS
 * as JSON, or the http(s) address of one.
 * @returns undefined for anything else
 */
export const readVerificationKeys = (text: string): VerificationKeys | undefined => {
  if (/^https?:\/\//.test(text))
    return URL.canParse(text) ? { kind: 'address', url: new URL(text) } : undefined;
  const jwks = readJwks(text);
  if (jwks !== undefined) return { kind: 'jwks', jwks };
  const pem = withLineBreaks(text);
  return isEd25519PublicKey(pem) ? { kind: 'pem', pem } : undefined;
};

/**
 * Reads the key that an operator gives to sign identities with.
 * @returns the PEM (PKCS #8) with line breaks, or undefined for anything but an Ed25519 private key
 */
export const readIdentityKey = (text: string): string | undefined => {
  const pem = withLineBreaks(text);
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519' ? pem : undefined;
  } catch {
    return undefined;
  }
};

/** The header in which the gateway passes the signed identity on. */
export const IDENTITY_HEADER = 'x-identity';

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A new Ed25519 private key, as PKCS #8 PEM. */
export const generateIdentityKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * The Ed25519 private key (PKCS #8 PEM) made of 32 secret bytes, so that gateways that share a
 * secret share the key.
 * @throws RangeError for a seed of another length
 */
export const identityKeyFrom = (seed: Buffer): string => {
  if (seed.length !== 32) throw new RangeError('An Ed25519 key has 32 bytes.');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
};

const publicJwk = async (pem: string): Promise<JWK> => {
  const jwk = await exportJWK(createPublicKey(pem));
  return { ...jwk, alg: 'EdDSA', use: 'sig', kid: await calculateJwkThumbprint(jwk) };
};

/**
 * The public halves of keys (PEM), as a key set that services verify with: the key that signs and,
 * while it is rotated, the one before or after it.
 */
export const publicJwks = async (...pems: readonly string[]): Promise<JSONWebKeySet> => ({
  keys: await Promise.all(pems.map(publicJwk)),
});
