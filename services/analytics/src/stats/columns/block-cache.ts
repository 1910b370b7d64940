import { LRUCache } from 'lru-cache';

import type { BlockBytes } from './block.ts';

/** Blocks that were read lately, with the columns that were asked for so far. */
export interface BlockCache {
  /** @param version of the stored block; a block that was made again has another one */
  get(version: string): BlockBytes | undefined;
  /** Adds columns to those that are known of a version. */
  add(version: string, block: BlockBytes): void;
}

/** About what a year of a website with ten million events takes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What a block takes beside its columns, about. */
const OVERHEAD = 1024;

const bytesOf = ({ columns }: BlockBytes): number =>
  Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, OVERHEAD);

/** Makes an empty cache, which keeps what was used last. @param maxBytes that it may hold, about */
export const createBlockCache = (maxBytes: number = MAX_BYTES): BlockCache => {
  const known = new LRUCache<string, BlockBytes>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  return {
    get: (version) => known.get(version),
    add(version, block) {
      known.set(version, { ...block, columns: { ...known.peek(version)?.columns, ...block.columns } });
    },
  };
};
