import type { VisitDimension } from '../dimensions/dimension-names.ts';

/** One visit, with all that is known of it. */
export interface Visit {
  /** `visit_id` in the export of events. */
  readonly id: string;
  readonly startedAt: Date;
  /** From its first hit to its last. */
  readonly seconds: number;
  readonly pageviews: number;
  readonly events: number;
  readonly isBounce: boolean;
  /** Empty for what isn't known. */
  readonly values: Readonly<Record<VisitDimension, string>>;
}

/** A visit as the interface shows it. */
export const visitJson = ({ id, startedAt, seconds, pageviews, events, isBounce, values }: Visit) => ({
  id,
  started_at: startedAt.toISOString(),
  seconds,
  pageviews,
  events,
  is_bounce: isBounce,
  dimensions: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
});
