import type { StoredDimension } from '../../dimensions/stored-dimensions.ts';

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
