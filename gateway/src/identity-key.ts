import { createPrivateKey } from 'node:crypto';

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key (PKCS #8 PEM) whose private bytes are `seed`, so that gateways that share a secret share the key. */
export const identityKeyFrom = (seed: Buffer): string => {
  if (seed.length !== 32) throw new Error('An Ed25519 key has 32 bytes.');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
};

/**
 * Reads a key that an operator gives. Environment files can't hold line breaks, so those of a PEM may be written `\n`.
 * @returns the PEM with line breaks, or undefined for anything but an Ed25519 private key
 */
export const readIdentityKey = (text: string): string | undefined => {
  const pem = text.replaceAll('\\n', '\n');
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519' ? pem : undefined;
  } catch {
    return undefined;
  }
};
