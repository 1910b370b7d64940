import type { Month } from './month.ts';

/** Name of a month's partition of a table: `events_y2026m01`. */
export const partitionName = (table: string, month: Month): string =>
  `${table}_y${month.slice(0, 4)}m${month.slice(5)}`;
