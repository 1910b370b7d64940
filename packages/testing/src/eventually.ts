/**
 * Repeats `check` until it resolves without throwing, and rethrows its last error after
 * `milliseconds`.
 */
export const eventually = async <Result>(
  check: () => Result | Promise<Result>,
  milliseconds = 30_000,
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
