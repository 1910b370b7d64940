/** The value that this share of the values (0 to 1) lies below; NaN for none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN;

/** The middle value, of an even number the upper one of the two; NaN for none. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);
