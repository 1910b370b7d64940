import { DROP_REASONS } from '../../exclusions/drop-reasons.ts';
import type { Drop } from '../intake/hit.ts';
import type { Statement } from './statement.ts';
import { inserter, adding } from './unnest-insert.ts';

const insertDrops = inserter<Drop & { count: number }>(
  'drops',
  [
    { name: 'website_id', type: 'integer', of: (row) => row.siteId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'reason', type: 'smallint', of: (row) => DROP_REASONS[row.reason] },
    { name: 'count', type: 'bigint', of: (row) => row.count },
  ],
  `ON CONFLICT (website_id, day, reason) DO UPDATE SET ${adding('drops', ['count'])}`,
);

/** Counts drops: one row per website, day and reason, in the order of the key. */
export const countDrops = (drops: readonly Drop[]): Statement => {
  const rows = new Map<string, Drop & { count: number }>();
  for (const drop of drops) {
    const key = `${drop.siteId} ${drop.day} ${drop.reason}`;
    rows.set(key, { ...drop, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return insertDrops(sorted.map(([, row]) => row));
};
