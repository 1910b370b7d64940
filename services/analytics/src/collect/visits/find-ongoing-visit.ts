import { isOngoing } from './visit-timeout.ts';
import type { Visit } from './visit.ts';

/** A visit while a batch adds to it; `before` is null for a new one. */
export interface VisitState {
  before: Visit | null;
  visit: Visit;
  timezone: string;
}

/**
 * The visit that was going on at `ts`: the latest that began before it, else one that began shortly
 * after.
 */
export const findOpen = (visits: readonly VisitState[], ts: number): VisitState | undefined =>
  visits
    .filter(({ visit }) => isOngoing(visit, ts))
    .reduce<VisitState | undefined>((best, state) => {
      if (!best) return state;
      const [a, b] = [best.visit.startedAt, state.visit.startedAt];
      // A visit that began after `ts` is the second choice.
      const isBetter = a > ts ? b < a : b <= ts && b > a;
      return isBetter ? state : best;
    }, undefined);
