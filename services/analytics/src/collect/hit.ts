import type { VisitDimension } from '../dimensions/dimensions.ts';
import type { CollectSite } from './collect-site.ts';
import type { DropReason } from './drop-reasons.ts';
import type { LocalDay } from './local-day.ts';

export type Props = Readonly<Record<string, string | number | boolean>>;

/** What a client reports, wherever it came in. Empty strings stand for what it didn't say. */
export interface Report {
  readonly siteKey: string;
  /** `pageview`, the name of an event, and of the tracker `engagement` and `link`. */
  readonly name: string;
  /** Of the page, http or https; null only for events of servers. */
  readonly url: URL | null;
  readonly referrer: string;
  readonly title: string;
  /** `1920x1080` */
  readonly screen: string;
  /** BCP 47. */
  readonly language: string;
  readonly props: Props;
  /** Milliseconds and percentage points since the last report about the page view. */
  readonly engagedMs: number;
  readonly scroll: number;
  /** The client's id of the event, so that sending it again counts once. */
  readonly id: string;
}

/** Who sends a report. Used for identity and exclusions, and not stored. */
export interface Sender {
  readonly address: string;
  readonly userAgent: string;
  /** `Origin` or `Referer` of the request; empty for none. */
  readonly origin: string;
  /** `Accept-Language`, for reports that don't name a language; empty for none. */
  readonly acceptLanguage: string;
}

export type HitKind = 'pageview' | 'event' | 'engagement';

/** A report that is to be stored. */
export interface Hit {
  readonly site: Pick<CollectSite, 'id' | 'timezone'>;
  /** Milliseconds since 1970. */
  readonly ts: number;
  /** Local day of `ts`, for which `visitor` identifies. */
  readonly day: LocalDay;
  /** Signed 64-bit integers as text; `previousVisitor` is who the visitor was yesterday, shortly after midnight. */
  readonly visitor: string;
  readonly previousVisitor: string | null;
  readonly kind: HitKind;
  /** Empty for none; so are the values of dimensions. */
  readonly page: string;
  readonly title: string;
  readonly name: string;
  /** JSON. */
  readonly props: string;
  readonly engagedMs: number;
  readonly scroll: number;
  readonly dimensions: Readonly<Record<VisitDimension, string>>;
  /** 128 bits of a hash of the client's id as hexadecimal digits; null when it gave none. */
  readonly eventId: string | null;
}

/** A report that is only counted. */
export interface Drop {
  readonly siteId: number;
  readonly day: LocalDay;
  readonly reason: DropReason;
}

/** What became of a report, once its batch has committed; `ignored` is a click on a link that is no event. */
export type Outcome = 'stored' | 'ignored' | DropReason;
