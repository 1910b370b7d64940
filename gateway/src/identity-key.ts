import { createPrivateKey } from 'node:crypto';

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key (PKCS #8 PEM) whose private bytes are `seed`, so that gateways that share a secret share the key. */
export const identityKeyFrom = (seed: Buffer): string => {
  if (seed.length !== 32) throw new Error('An Ed25519 key has 32 bytes.');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
};
