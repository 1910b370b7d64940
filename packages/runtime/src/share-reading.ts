/**
 * Lets gauges that are collected at the same time share one look at the database.
 * @returns calls `read` unless it is being read already; undefined if that fails, as the other
 * metrics matter most when the database is down
 */
export const shareReading = <Reading>(read: () => Promise<Reading>): (() => Promise<Reading | undefined>) => {
  let reading: Promise<Reading | undefined> | undefined;
  return () =>
    (reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
};
