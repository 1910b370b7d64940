import type { DateRange } from '../../../calendar/date-range.ts';
import type { Site } from '../../query/sums-request.ts';
import { addDays } from '../../../calendar/local-day.ts';
import type { LocalDay } from '../../../calendar/local-day.ts';
import { localDay } from '../../../calendar/zone-day.ts';

/** The days of a range on which there can be anything: a clock may be ahead by a day. */
export const withTraffic = (site: Site, range: DateRange, first: number, present: LocalDay): DateRange => {
  const [since, until] = [localDay(site.timezone, first), addDays(present, 1)];
  return { from: range.from > since ? range.from : since, to: range.to < until ? range.to : until };
};
