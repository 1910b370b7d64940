import { LRUCache } from 'lru-cache';

import type { BlockBytes } from './block.ts';

/** Recently read blocks, with the columns read so far. */
export interface BlockCache {
  /** @param version of the stored block; a rebuilt block has a new one */
  get(version: string): BlockBytes | undefined;
  /** Adds columns to those known of a version. */
  add(version: string, block: BlockBytes): void;
}

/** About a year of a website with ten million events. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Approximate size of a block without its columns. */
const OVERHEAD = 1024;

const bytesOf = ({ columns }: BlockBytes): number =>
  Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, OVERHEAD);

/**
 * Makes an empty cache that evicts the least recently used blocks.
 * @param maxBytes approximate limit
 */
export const createBlockCache = (maxBytes: number = MAX_BYTES): BlockCache => {
  const known = new LRUCache<string, BlockBytes>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  return {
    get: (version) => known.get(version),
    add(version, block) {
      known.set(version, { ...block, columns: { ...known.peek(version)?.columns, ...block.columns } });
    },
  };
};
