/** Long enough for what is ending by itself. */
const PATIENCE_MILLISECONDS = 30_000;

/** `3 × TCPSocketWrap, 1 × Timeout`, for example. */
const describeOpen = (): string => {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ');
};

/**
 * Ends a process that outlives its tests because one of them left something open, and says what:
 * otherwise a run whose tests have all passed would hang until CI gives up. The exit code stays
 * that of the tests.
 */
export const endLingering = (): void => {
  setTimeout(() => {
    process.stderr.write(`The tests are over, but this is still open: ${describeOpen()}.\n`);
    process.exit();
  }, PATIENCE_MILLISECONDS).unref();
};
