import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '@platform/runtime';

const KEY_BYTES = 32;

/**
 * Reads keys as an operator writes them: 32 bytes each, in base64 or as 64 hexadecimal digits,
 * separated by commas or white space, the newest first.
 * @throws Error that names the place of a bad key, and nothing of it
 */
export const parseSecretKeys = (text: string): Buffer[] =>
  text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part, index) => {
      const key = Buffer.from(part, /^[0-9a-f]{64}$/i.test(part) ? 'hex' : 'base64');
      if (key.length === KEY_BYTES) return key;
      throw new Error(`key ${String(index + 1)} must be 32 bytes, in base64 or hexadecimal`);
    });

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Reads the keys in a file that only this user can read. Makes a missing file with a random key;
 * several processes that do so at once all get the same one.
 */
export const keepKeyFile = async (path: string): Promise<Buffer[]> => {
  const present = await readIfThere(path);
  if (present !== undefined) return parseSecretKeys(present);
  await makeFolder(dirname(path));
  const made = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(made, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  // A link fails where the file is, so the first process wins, with a file that is whole.
  await link(made, path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(made);
  return parseSecretKeys(await readFile(path, 'utf8'));
};

/** A sealed text can’t be opened: altered, meant for another place, or its key is gone. */
export class SecretError extends Error {
  override name = 'SecretError';
}

/** Encrypts what has to be stored and given back, but never shown. */
export interface SecretBox {
  /**
   * Encrypts a text with the newest key.
   * @param place what the text belongs to; it opens there only, so rows can’t be swapped
   */
  seal(text: string, place: string): string;
  /** @throws SecretError */
  open(sealed: string, place: string): string;
  /** True if the newest key sealed it. Texts that older keys sealed should be sealed again. */
  isCurrent(sealed: string): boolean;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Names a key for its sealed texts, without revealing anything of the key itself. */
const nameOf = (key: Buffer): string =>
  createHash('sha256').update('secret-box').update(key).digest('base64url').slice(0, 8);

/**
 * AES-256-GCM with a random nonce. A sealed text reads `v1.<name of the key>.<nonce, tag, text>`.
 * Keys never come from the database: a copy of it must not contain both.
 * @param keys 32 bytes each, the newest first; older ones only open
 */
export const createSecretBox = (keys: readonly Buffer[]): SecretBox => {
  const [newest] = keys;
  if (newest === undefined) throw new SecretError('There is no key to seal with.');
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const prefix = `${VERSION}.${nameOf(newest)}.`;

  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, newest, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, place) {
      const [version, name = '', content = ''] = sealed.split('.');
      const key = byName.get(name);
      if (version !== VERSION || key === undefined)
        throw new SecretError('The key that sealed this is not among those given.');
      const bytes = Buffer.from(content, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (error) {
        throw new SecretError('The sealed text was altered, or belongs somewhere else.', { cause: error });
      }
    },
    isCurrent: (sealed) => sealed.startsWith(prefix),
  };
};
