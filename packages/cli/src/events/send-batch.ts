import { ApiError } from '@platform/client';
import type { Platform } from '@platform/client';

import type { EventRow, ServerEvent } from './event-rows.ts';

/** A row that wasn't taken, and why. */
export interface RefusedRow {
  line: number;
  reason: string;
}

export interface SentBatch {
  stored: number;
  dropped: Record<string, number>;
  refused: RefusedRow[];
}

/** `events.3.url` is about the row with index 3. */
const rowOf = (field: string): number => Number(/^events[.[](\d+)/.exec(field)?.[1] ?? Number.NaN);

const refusals = (error: ApiError, rows: readonly EventRow[]): Map<EventRow, string> => {
  const found = new Map<EventRow, string>();
  for (const [field, messages] of Object.entries(error.fields)) {
    const row = rows[rowOf(field)];
    if (row && !found.has(row))
      found.set(row, (messages[0] ?? error.message).replace(/^events\[\d+\]\.?/, ''));
  }
  return found;
};

/**
 * Sends rows. Where the platform refuses some of them, the others are sent without them.
 * @throws ApiError for a refusal that isn't about rows
 */
export const sendBatch = async (
  { events }: Platform,
  rows: readonly EventRow[],
  signal: AbortSignal,
): Promise<SentBatch> => {
  const refused: RefusedRow[] = rows.flatMap(({ line, fault }) =>
    fault === undefined ? [] : [{ line, reason: fault }],
  );
  let left = rows.filter(({ event }) => event !== undefined);
  while (left.length > 0)
    try {
      const { stored, dropped } = await events.send(
        { events: left.flatMap(({ event }): ServerEvent[] => (event ? [event] : [])) },
        { signal },
      );
      return { stored, dropped, refused };
    } catch (error) {
      const named = error instanceof ApiError ? refusals(error, left) : new Map<EventRow, string>();
      if (named.size === 0) throw error;
      for (const [{ line }, reason] of named) refused.push({ line, reason });
      left = left.filter((row) => !named.has(row));
    }
  return { stored: 0, dropped: {}, refused };
};
