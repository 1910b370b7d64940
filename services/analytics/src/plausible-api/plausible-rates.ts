import { invalid } from '@platform/errors';

import { isRate } from './plausible-metrics.ts';
import type { Rate } from './plausible-metrics.ts';

export const GOAL = 'event:goal';

/** True for a dimension of time. */
export const isInTime = (name: string): boolean => name === 'time' || name.startsWith('time:');

/** The question whose visitors a rate is a share of. */
export interface Whole {
  readonly dimensions: readonly string[];
  /**
   * Whose visitors: `all` are those of the question, without its parts; `any` whether they converted or
   * not; `group` the same within a part.
   */
  readonly of: 'all' | 'any' | 'group';
}

const WHOLES: Readonly<Record<Rate, (dimensions: readonly string[]) => Whole>> = {
  percentage: () => ({ dimensions: [], of: 'all' }),
  conversion_rate: (dimensions) => ({ dimensions: dimensions.filter(isInTime), of: 'any' }),
  group_conversion_rate: (dimensions) => ({
    dimensions: dimensions.filter((name) => name !== GOAL),
    of: 'group',
  }),
};

/**
 * What the rates among some metrics are shares of.
 * @throws AppError `invalid` for a rate of conversions without a goal, and shares without a dimension
 */
export const wholesOf = (
  metrics: readonly string[],
  dimensions: readonly string[],
  { asksForGoal, isPart }: { readonly asksForGoal: boolean; readonly isPart: boolean },
): ReadonlyMap<string, Whole> => {
  const refuse = (message: string) => invalid([{ field: 'metrics', message }]);
  return new Map(
    metrics.filter(isRate).map((name) => {
      if (name === 'percentage' && dimensions.length === 0 && !isPart)
        throw refuse('percentage needs a dimension');
      if (name !== 'percentage' && !asksForGoal && !dimensions.includes(GOAL))
        throw refuse(`${name} needs an event:goal filter or dimension`);
      return [name, WHOLES[name](dimensions)];
    }),
  );
};

/** Percent with a digit, as Plausible rounds; 0 of nobody. */
export const shareOf = (part: number | null, whole: number): number =>
  whole === 0 ? 0 : Math.round(((part ?? 0) / whole) * 1_000) / 10;
