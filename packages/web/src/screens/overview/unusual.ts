/** A day whose visitors are far from those of the same weekday before. */
export interface UnusualDay {
  visitors: number;
  /** The middle of what the same weekday had. */
  usual: number;
}

const WEEK = 7;
/** Fewer weeks than this say nothing about what is usual. */
const FEWEST_WEEKS = 2;
/** Below it, a few people more or less are chance. */
const FEWEST_VISITORS = 20;
/** Counts scatter by their square root: further away than three of these is no chance. */
const DEVIATIONS = 3;
const SHARE = 0.25;
/** How much further than the furthest of the weeks before. */
const BEYOND = 1.5;

const middleOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2;
};

/**
 * Compares the day before today with the same weekdays before it.
 * @param days visitors of each day up to today
 * @returns undefined when the day is as usual, or too little is known
 */
export const unusualYesterday = (days: readonly number[]): UnusualDay | undefined => {
  const yesterday = days.length - 2;
  // A website that was added last week had no visitors before, which isn't usual.
  const first = days.findIndex((visitors) => visitors > 0);
  const before: number[] = [];
  for (let day = yesterday - WEEK; first >= 0 && day >= first; day -= WEEK) before.push(days[day] ?? 0);
  const visitors = days[yesterday];
  if (visitors === undefined || before.length < FEWEST_WEEKS) return undefined;
  const usual = middleOf(before);
  const scatter = Math.max(...before.map((value) => Math.abs(value - usual)));
  const far = Math.max(DEVIATIONS * Math.sqrt(Math.max(1, usual)), SHARE * usual, BEYOND * scatter);
  const isUnusual = Math.max(visitors, usual) >= FEWEST_VISITORS && Math.abs(visitors - usual) > far;
  return isUnusual ? { visitors, usual } : undefined;
};
