import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key is `dak_`, 43 base62 characters (256 random bits) and a checksum of 6 base62
 * characters, the CRC-32 of everything before it. The prefix lets scanners find leaked keys. The
 * checksum lets the gateway refuse mistyped and made-up keys without reading the database.
 */
const PREFIX = 'dak_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^dak_[0-9A-Za-z]{49}$/;

const base62 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
};

const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_LENGTH);

/** A new random key. 256 bits always fit, because 62^43 is just above 2^256. */
export const generateKey = (): string => {
  const body = PREFIX + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return body + checksum(body);
};

/** True if `text` has the shape of a key, whatever its checksum. */
export const mayBeKey = (text: string): boolean => SHAPE.test(text);

/**
 * True if `text` has the shape of a key and a correct checksum, whether or not it was ever issued.
 */
export const isWellFormedKey = (text: string): boolean =>
  SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/**
 * The SHA-256 that is stored in place of the key. A slow hash would add nothing: a key is 256
 * random bits.
 */
export const hashKey = (key: string): string => hash('sha256', key, 'base64url');

/** The last four characters, by which people recognise their keys. */
export const lastFour = (key: string): string => key.slice(-4);
