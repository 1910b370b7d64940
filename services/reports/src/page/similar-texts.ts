import { createHash } from 'node:crypto';
import { createTurns } from '@platform/runtime';

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

/** Fingerprint of a page’s text. */
export interface PageText {
  readonly id: number;
  readonly hash: bigint;
  readonly words: number;
  readonly isStart: boolean;
}

/** Manku, Jain and Das Sarma take 3 of 64 bits for near-duplicates among web pages. */
const NEAR = 3;
/** Texts of one band that a text is compared with: those before it, so that no site takes minutes. */
const MOST_COMPARED = 500;
/** With at most 3 differing bits, one of 4 bands of 16 bits is equal. */
const BANDS = [0n, 16n, 32n, 48n];

/**
 * Groups texts that are almost the same, by fingerprint. Yields to other work in between: ten
 * thousand similar ones take more than a second.
 * @returns the group of each id that shares its text with another one; groups are named by their
 * smallest id
 */
export const contentGroups = async (
  pages: readonly { readonly id: number; readonly hash: bigint }[],
): Promise<Map<number, number>> => {
  const parent = new Map(pages.map(({ id }) => [id, id]));
  const rootOf = (id: number): number => {
    let root = id;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root))
      root = next;
    parent.set(id, root);
    return root;
  };
  const join = (one: number, other: number): void => {
    const [low, high] = [rootOf(one), rootOf(other)];
    parent.set(Math.max(low, high), Math.min(low, high));
  };
  // Equal texts are common (empty templates, error pages) and need no comparison of bits.
  const distinct = new Map<bigint, number>();
  for (const { id, hash } of pages) {
    const first = distinct.get(hash);
    if (first === undefined) distinct.set(hash, id);
    else join(first, id);
  }
  const bands = new Map<string, { id: number; hash: bigint }[]>();
  const turn = createTurns();
  for (const [hash, id] of distinct) {
    const other = turn();
    if (other) await other;
    for (const shift of BANDS) {
      const key = `${shift}:${BigInt.asUintN(16, hash >> shift)}`;
      const known = bands.get(key) ?? [];
      for (const other of known.slice(-MOST_COMPARED))
        if (distance(other.hash, hash) <= NEAR) join(other.id, id);
      known.push({ id, hash });
      bands.set(key, known);
    }
  }
  const sizes = new Map<number, number>();
  for (const { id } of pages) sizes.set(rootOf(id), (sizes.get(rootOf(id)) ?? 0) + 1);
  return new Map(
    pages.flatMap(({ id }): [number, number][] =>
      (sizes.get(rootOf(id)) ?? 0) > 1 ? [[id, rootOf(id)]] : [],
    ),
  );
};

/** Texts with fewer words are alike by chance. */
export const FEW_WORDS = 20;

/**
 * The pages that look like the site’s answer for an address that doesn’t exist. A site whose start does
 * is one page for all addresses, of which only scripts know which exist.
 */
export const soft404s = (
  texts: readonly PageText[],
  unknown: { readonly hash: string | null } | null,
): number[] => {
  if (unknown?.hash == null) return [];
  const hash = BigInt(unknown.hash);
  const isAlike = (text: PageText): boolean =>
    text.words > FEW_WORDS ? distance(text.hash, hash) <= NEAR : text.hash === hash;
  const alike = texts.filter(isAlike);
  return alike.some(({ isStart }) => isStart) ? [] : alike.map(({ id }) => id);
};
