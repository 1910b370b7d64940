import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

import { calculateJwkThumbprint, exportJWK } from 'jose';
import type { JSONWebKeySet, JWK } from 'jose';

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
