import { seedFrom } from './random.ts';
import { makeSite } from './site.ts';
import type { TrafficSite } from './site.ts';

export interface TrafficPlan {
  readonly seed: number;
  /** Rows of events in all, about. */
  readonly events: number;
  readonly days: number;
  readonly smallSites: number;
  /** Share of the events that the one large site has; 1 when there are no small ones. */
  readonly largeShare: number;
}

/**
 * Rows of events that a visit brings on average: page views, events and engagement (test/traffic
 * checks it).
 */
export const EVENTS_PER_VISIT = 5.9;

/**
 * One large website and many small ones, with so many visits that the number of events comes about.
 */
export const planSites = ({ seed, events, days, smallSites, largeShare }: TrafficPlan): TrafficSite[] => {
  const visitsPerDay = events / days / EVENTS_PER_VISIT;
  const share = smallSites === 0 ? 1 : largeShare;
  const large = makeSite({
    seed: seedFrom(seed, 0),
    domain: 'large.example',
    visitsPerDay: visitsPerDay * share,
    pages: 2_000,
    timezone: 'Europe/Berlin',
  });
  const small = Array.from({ length: smallSites }, (_, index) =>
    makeSite({
      seed: seedFrom(seed, index + 1),
      domain: `small-${index + 1}.example`,
      visitsPerDay: (visitsPerDay * (1 - share)) / smallSites,
      pages: 20 + (index % 60),
    }),
  );
  return [large, ...small];
};
