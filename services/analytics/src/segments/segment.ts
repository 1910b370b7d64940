import type { AskedFilter } from '../stats/query/filter.ts';

/** Filters under a name. All of them have to hold. */
export interface Segment {
  readonly id: number;
  readonly name: string;
  readonly filters: readonly AskedFilter[];
  readonly createdAt: Date;
}
