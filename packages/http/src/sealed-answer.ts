import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * What a key is known by: of the key itself nothing is kept.
 * @param scope who sends the request, and where to; a key means something within it only
 */
export const hashKey = (scope: string, key: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([scope, key]))
    .digest();

const cipherKey = (scope: string, key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, scope, 'idempotency-answer', 32));

/**
 * Encrypts an answer under the client's Idempotency-Key (HKDF-SHA-256, AES-256-GCM), because answers
 * may hold secrets: whoever has the database alone can't read them.
 */
export const sealAnswer = (scope: string, key: string, answer: unknown): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(scope, key), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
};

/** The answer that `sealAnswer` encrypted. @throws Error for another key or altered bytes */
export const openAnswer = (scope: string, key: string, sealed: Buffer): unknown => {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, cipherKey(scope, key), nonce);
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString()) as unknown;
};
