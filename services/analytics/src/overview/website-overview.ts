import type { DateRange } from '../calendar/date-range.ts';
import type { Interval } from '../calendar/interval.ts';
import type { Website } from '../websites/website.ts';
import type { Totals } from './overview.ts';

export interface WebsiteOverview extends Totals {
  readonly website: Website;
  readonly range: DateRange;
  /** Of the visitors against the days before; null where there were none. */
  readonly change: number | null;
  /** The same without today, which has not ended; null where there were none, or only today is asked for. */
  readonly changeOfWholeDays: number | null;
  readonly interval: Interval;
  readonly sparkline: readonly number[];
}
