import { addDays, startOfDay } from './calendar.ts';
import type { Day } from './calendar.ts';
import { eventsOfDay } from './day.ts';
import type { TrafficSite } from './site.ts';
import type { TrafficEvent } from './visit.ts';

/** All that happens on a website from one local midnight to the next, in order. */
export interface SiteDay {
  readonly site: TrafficSite;
  readonly day: Day;
  /** Milliseconds since 1970; the end is the start of the next day. */
  readonly start: number;
  readonly end: number;
  readonly events: readonly TrafficEvent[];
}

/**
 * Day by day, and on each day site by site. A day is the same whichever days are asked for beside
 * it: what began on the evening before is part of it.
 */
export function* generateTraffic(
  sites: readonly TrafficSite[],
  from: Day,
  days: number,
): Generator<SiteDay, void> {
  const late = new Map(sites.map((site) => [site, eventsOfDay(site, addDays(from, -1))]));
  for (let index = 0; index < days; index += 1) {
    const day = addDays(from, index);
    for (const site of sites) {
      const start = startOfDay(site.timezone, day);
      const end = startOfDay(site.timezone, addDays(day, 1));
      const left = (late.get(site) ?? []).filter(({ ts }) => ts >= start);
      const today = eventsOfDay(site, day);
      const events = left.concat(today).sort((a, b) => a.ts - b.ts);
      late.set(
        site,
        events.filter(({ ts }) => ts >= end),
      );
      yield { site, day, start, end, events: events.filter(({ ts }) => ts < end) };
    }
  }
}
