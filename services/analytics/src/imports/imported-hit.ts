import type { HitDimension } from '../dimensions/stored-dimensions.ts';

/** A page view or event of a program that exports each of them. */
export interface ImportedHit {
  readonly visit: string;
  readonly visitor: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Empty for an event without a page. */
  readonly page: string;
  /** Null for a page view. */
  readonly event: string | null;
  readonly dimensions: Readonly<Partial<Record<HitDimension, string>>>;
}
