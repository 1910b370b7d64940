import type { HitDimension, StoredDimension } from '../../dimensions/stored-dimensions.ts';
import type { Hit } from '../hit.ts';

/**
 * The database continues another history than the one that remembered ids come from: a failover that
 * lost seconds, or a restore. Nothing was written, and the ids are forgotten.
 */
export class StorageChangedError extends Error {
  constructor() {
    super('the database was restored or failed over; remembered ids were dropped');
    this.name = 'StorageChangedError';
  }
}

/** A hit whose strings have ids of the website's dictionary. */
export interface CodedHit {
  readonly hit: Omit<Hit, 'dimensions' | 'page' | 'title' | 'name'>;
  readonly pageId: number;
  readonly nameId: number;
  readonly dimensionIds: Readonly<Record<HitDimension, number>>;
}

/** A string of a website that needs an id. */
export interface DictionaryValue {
  readonly websiteId: number;
  readonly dimension: StoredDimension;
  readonly value: string;
  /** Title of a page; null for none. */
  readonly title: string | null;
}

export interface DictionaryEntry {
  readonly websiteId: number;
  /** Number of the dimension. */
  readonly dimension: number;
  readonly value: string;
  readonly id: number;
}
