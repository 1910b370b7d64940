/** How long a test waits for what is bound to happen: a busy machine may be ten times as slow. */
export const PATIENCE_MILLISECONDS = 120_000;

/**
 * Repeats `check` until it resolves without throwing, and rethrows its last error when that took
 * longer than `milliseconds`, or than the usual patience if that is more: it is no way to say that
 * something must be quick.
 */
export const eventually = async <Result>(
  check: () => Result | Promise<Result>,
  milliseconds = PATIENCE_MILLISECONDS,
): Promise<Result> => {
  const end = performance.now() + Math.max(milliseconds, PATIENCE_MILLISECONDS);
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
};
