import { isTime } from '../../dimensions/dimension-names.ts';
import type { StatsStore } from '../stats-store.ts';
import type { SumsRow } from './stats-rows.ts';
import type { SumsRequest } from './sums-request.ts';

/** Rows that are read at once, at most. */
export const ALL_ROWS = 100_000;

/** Key of a row in maps. */
export const keyText = (keys: SumsRow['keys']): string => JSON.stringify(keys);

/** The rows of the range compared with, by key: those with a value of the page at hand. */
export const compareRows = async (
  store: Pick<StatsStore, 'page'>,
  request: SumsRequest,
  rows: readonly SumsRow[],
): Promise<ReadonlyMap<string, SumsRow>> => {
  const only = request.groupBy.flatMap((name, key) =>
    isTime(name) ? [] : [{ key, values: [...new Set(rows.map((row) => String(row.keys[key])))] }],
  );
  const page = await store.page(request, {
    sort: [],
    limit: ALL_ROWS,
    offset: 0,
    ...(only.length > 0 ? { only } : {}),
  });
  return new Map(page.rows.map((row) => [keyText(row.keys), row]));
};
