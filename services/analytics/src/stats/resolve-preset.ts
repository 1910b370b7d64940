import { presetRange } from '../calendar/date-range.ts';
import type { DateRange, Preset } from '../calendar/date-range.ts';
import { localDay } from '../calendar/local-day.ts';
import type { Site } from './query/sums-request.ts';
import type { StatsStore } from './stats-store.ts';

/** The days of a preset for a site; `all` begins with its first traffic. */
export const resolvePreset = async (
  store: Pick<StatsStore, 'firstTraffic'>,
  site: Site,
  preset: Preset,
  now: number,
): Promise<DateRange> => {
  const first = preset === 'all' ? await store.firstTraffic(site) : undefined;
  return presetRange(preset, {
    today: localDay(site.timezone, now),
    since: first === undefined ? undefined : localDay(site.timezone, first),
    weekStart: site.weekStart,
  });
};
