import { createPublicKey } from 'node:crypto';

const isJwks = (text: string): boolean => {
  try {
    return Array.isArray((JSON.parse(text) as { keys?: unknown }).keys);
  } catch {
    return false;
  }
};

const isEd25519Pem = (text: string): boolean => {
  // node:crypto would make a public key of a private one, which has no place here.
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(text)) return false;
  try {
    return createPublicKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
};

/**
 * Reads what identities are verified with: an Ed25519 public key (SPKI PEM), a JWKS as JSON, or the http(s) address of
 * one. Environment files can't hold line breaks, so those of a PEM may be written `\n`.
 * @returns the text with line breaks, or undefined for anything else
 */
export const readIdentityPublicKey = (text: string): string | undefined => {
  if (/^https?:\/\//.test(text)) return URL.canParse(text) ? text : undefined;
  if (isJwks(text)) return text;
  const pem = text.replaceAll('\\n', '\n');
  return isEd25519Pem(pem) ? pem : undefined;
};
