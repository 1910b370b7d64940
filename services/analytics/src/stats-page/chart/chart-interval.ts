import type { Interval } from '../../calendar/interval.ts';
import type { AnswerRow } from '../../stats/query/resolved-query.ts';

/** Intervals that give a chart between 7 and about 100 points. */
export const chartInterval = (days: number): Interval => {
  if (days <= 2) return 'hour';
  if (days <= 100) return 'day';
  return days <= 700 ? 'week' : 'month';
};

/** Future hours aren't hours without visitors. */
export const untilNow = (
  rows: readonly AnswerRow[],
  interval: Interval,
  now: number,
): readonly AnswerRow[] =>
  interval === 'hour' ? rows.filter((row) => Date.parse(row.dimensions['time:hour'] ?? '') <= now) : rows;
