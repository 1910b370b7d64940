import { createHash } from 'node:crypto';

/** Words that make one feature. */
const SHINGLE = 3;
const BITS = 64;
const MOST_SHINGLES = 20_000;

/**
 * The fingerprint of a text as a signed 64-bit number: texts that differ in little differ in few bits
 * (Charikar 2002; Manku, Jain, Das Sarma 2007). 0 for a text without words.
 */
export const simhash = (words: readonly string[]): bigint => {
  if (words.length === 0) return 0n;
  const votes = new Int32Array(BITS);
  const last = Math.min(MOST_SHINGLES, Math.max(1, words.length - SHINGLE + 1));
  for (let at = 0; at < last; at++) {
    const feature = createHash('md5')
      .update(words.slice(at, at + SHINGLE).join(' '))
      .digest();
    for (let bit = 0; bit < BITS; bit++) {
      const isSet = (((feature[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
      votes[bit] = (votes[bit] ?? 0) + (isSet ? 1 : -1);
    }
  }
  let hash = 0n;
  for (let bit = 0; bit < BITS; bit++) if ((votes[bit] ?? 0) > 0) hash |= 1n << BigInt(bit);
  return BigInt.asIntN(BITS, hash);
};

/** How many bits two fingerprints differ in. */
export const distance = (one: bigint, other: bigint): number => {
  let bits = 0;
  for (let left = BigInt.asUintN(BITS, one ^ other); left !== 0n; left &= left - 1n) bits += 1;
  return bits;
};
