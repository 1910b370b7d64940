import type { Conversions, ConversionsOfValue, Goal } from './goal.ts';

/** A goal with what came of it in the days asked for. */
export interface CountedGoal extends Goal, Conversions {
  /** Converters by visitors, 0 to 1; null without visitors. */
  readonly rate: number | null;
  readonly values?: readonly ConversionsOfValue[];
}
