import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key: `dak_`, 43 base62 characters (256 random bits) and 6 base62 characters of checksum, the
 * CRC-32 of all that precedes them. The prefix lets scanners find leaked keys; the checksum lets the gateway
 * refuse misspelt and invented ones without asking the database.
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

/** A new key. The 256 bits always fit, for 62^43 is just above 2^256. */
export const generateKey = (): string => {
  const body = PREFIX + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return body + checksum(body);
};

/** True if `text` has the shape of a key and its checksum is right; says nothing about whether it was ever issued. */
export const isWellFormedKey = (text: string): boolean =>
  SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/** What is stored in place of the key: its SHA-256. A slow hash would add nothing, for a key is 256 random bits. */
export const hashKey = (key: string): string => hash('sha256', key, 'base64url');

/** The characters by which people tell their keys apart. */
export const lastFour = (key: string): string => key.slice(-4);
