import type { DateRange } from '../calendar/date-range.ts';
import type { Frequency } from './due-dates.ts';

/** One message: a period of a website for a recipient. */
export interface Delivery {
  readonly websiteId: number;
  readonly domain: string;
  readonly siteKey: string;
  readonly timezone: string;
  readonly frequency: Frequency;
  readonly range: DateRange;
  readonly recipient: string;
  /** This attempt included. */
  readonly attempts: number;
  /**
   * False when the website is gone, its owner turned digests off, or the recipient unsubscribed.
   */
  readonly isWanted: boolean;
}
