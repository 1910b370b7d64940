import { createPrivateKey, createPublicKey } from 'node:crypto';

import type { JSONWebKeySet } from 'jose';

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
