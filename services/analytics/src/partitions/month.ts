/** A month of UTC as `YYYY-MM`; sorts as text. */
export type Month = string;

const DAY_MS = 86_400_000;

/** The month of an instant (milliseconds since 1970). */
export const monthOf = (instant: number): Month => new Date(instant).toISOString().slice(0, 7);

/** The month `count` months later (or earlier, when negative). */
export const addMonths = (month: Month, count: number): Month => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
};

/**
 * The same time of day `months` months earlier (milliseconds since 1970). In a month that is too
 * short, its last day.
 */
export const monthsBefore = (instant: number, months: number): number => {
  const lastDay = startOfMonth(addMonths(monthOf(instant), 1 - months)) - DAY_MS;
  const intoMonth = instant - startOfMonth(monthOf(instant));
  return Math.min(
    startOfMonth(addMonths(monthOf(instant), -months)) + intoMonth,
    lastDay + (intoMonth % DAY_MS),
  );
};

/** Its first instant, milliseconds since 1970. */
export const startOfMonth = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);
