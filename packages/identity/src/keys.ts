import { createPublicKey, generateKeyPairSync } from 'node:crypto';

import { calculateJwkThumbprint, exportJWK } from 'jose';
import type { JSONWebKeySet } from 'jose';

/** The header in which the gateway passes the signed identity on. */
export const IDENTITY_HEADER = 'x-identity';

/** A new Ed25519 private key, as PKCS #8 PEM. */
export const generateIdentityKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The public half of a private key (PEM), as a key set that services verify with. */
export const publicJwks = async (privateKeyPem: string): Promise<JSONWebKeySet> => {
  const jwk = await exportJWK(createPublicKey(privateKeyPem));
  return { keys: [{ ...jwk, alg: 'EdDSA', use: 'sig', kid: await calculateJwkThumbprint(jwk) }] };
};
