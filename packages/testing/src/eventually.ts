/** How long a test waits for what is bound to happen: a busy machine may be ten times as slow. */
export const PATIENCE_MILLISECONDS = 120_000;

/**
 * Repeats `check` until it resolves without throwing, and rethrows its last error when that took
 * longer than `milliseconds`. Only what takes long by itself needs more than the usual patience.
 */
export const eventually = async <Result>(
  check: () => Result | Promise<Result>,
  milliseconds = PATIENCE_MILLISECONDS,
): Promise<Result> => {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
};
