import { withDeadline } from './deadline.ts';

/** Prometheus gives a scrape 10 s by default, and there may be several readings. */
const PATIENCE_MILLISECONDS = 3_000;

/**
 * Lets gauges that are collected at the same time share one look at the database.
 * @returns calls `read` unless it is being read already; undefined if that fails or takes too long,
 * as the other metrics matter most when the database is down or says nothing
 */
export const shareReading = <Reading>(
  read: () => Promise<Reading>,
  patience = PATIENCE_MILLISECONDS,
): (() => Promise<Reading | undefined>) => {
  let reading: Promise<Reading | undefined> | undefined;
  return async () => {
    // A question that is never answered stays the only one.
    reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    return withDeadline(reading, patience).catch(() => undefined);
  };
};
