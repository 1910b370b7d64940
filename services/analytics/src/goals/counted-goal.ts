import type { Conversions, ConversionsOfPeriod, ConversionsOfValue, Goal } from './goal.ts';

interface Rated {
  /** Converters divided by visitors, 0 to 1; null without visitors. */
  readonly rate: number | null;
}

/** A goal with what came of it in the days asked for. */
export interface CountedGoal extends Goal, Conversions, Rated {
  readonly values?: readonly (ConversionsOfValue & Rated)[];
  /** Each day or month of the days asked for. */
  readonly periods?: readonly (ConversionsOfPeriod & Rated)[];
}

/** Converters divided by visitors, 0 to 1; null without visitors. */
export const rateOf = (converters: number, visitors: number): number | null =>
  visitors === 0 ? null : Number((converters / visitors).toFixed(4));
