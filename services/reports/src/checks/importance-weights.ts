import type { Importance } from './check.ts';

/** What a check weighs in its category's score. Nothing but its importance decides. */
export const WEIGHTS: Readonly<Record<Importance, number>> = {
  critical: 10,
  high: 5,
  medium: 2,
  low: 1,
  informative: 0,
};
