import { localDay } from '../../calendar/zone-day.ts';
import { EVENT_KINDS } from '../../dimensions/event-kinds.ts';
import { bucketOf } from '../../vitals/vital-buckets.ts';
import { VITALS } from '../../vitals/vitals.ts';
import type { MeasuredVitals } from '../../vitals/vitals.ts';
import type { Assignment, EventRow } from '../visits/assignment-types.ts';
import type { SettledVisitors } from '../visits/settle.ts';
import type { Visit } from '../visits/visit.ts';

/** What a batch adds to a bucket of web vitals; less than 0 where it takes some away. */
export interface VitalDelta {
  readonly websiteId: number;
  readonly day: string;
  /** Number of the vital. */
  readonly vital: number;
  readonly pageId: number;
  readonly deviceId: number;
  readonly bucket: number;
  hits: number;
}

/**
 * Adds up what a batch changes in the histograms of web vitals. Sorted by key, so that all writers
 * lock rows in the same order.
 */
export const vitalDeltas = (
  { events, visits }: Pick<Assignment, 'events' | 'visits'>,
  removed: Pick<SettledVisitors, 'events' | 'visits'>,
): readonly VitalDelta[] => {
  const rows = new Map<string, VitalDelta>();

  const addEvents = (ofVisits: readonly Visit[], own: readonly EventRow[], sign: 1 | -1): void => {
    const measurements = own.filter(({ kind }) => kind === EVENT_KINDS.vitals);
    if (measurements.length === 0) return;
    const devices = new Map(ofVisits.map((v) => [`${v.websiteId} ${v.visitId}`, v.dimensionIds.device]));
    for (const { websiteId, visitId, timezone, ts, pageId, props } of measurements) {
      const day = localDay(timezone, ts);
      const deviceId = devices.get(`${websiteId} ${visitId}`) ?? 0;
      const measured = JSON.parse(props) as MeasuredVitals;
      for (const vital of VITALS) {
        const value = measured[vital.id];
        if (value === undefined) continue;
        const bucket = bucketOf(vital, value);
        const key = [websiteId, vital.number, day, pageId, deviceId, bucket].join(' ');
        const row = rows.get(key) ?? {
          websiteId,
          day,
          vital: vital.number,
          pageId,
          deviceId,
          bucket,
          hits: 0,
        };
        row.hits += sign;
        rows.set(key, row);
      }
    }
  };

  addEvents(removed.visits, removed.events, -1);
  addEvents(
    visits.map(({ after }) => after),
    events,
    1,
  );
  const changed = [...rows.entries()].filter(([, { hits }]) => hits !== 0);
  return changed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
};
