import type { LocalDay } from '../../calendar/local-day.ts';
import type { HitDimension } from '../../dimensions/stored-dimensions.ts';
import type { MeasuredVitals } from '../../vitals/vitals.ts';
import type { CollectSite } from '../sites/site-cache.ts';
import type { DropReason } from '../../exclusions/rules/drop-reasons.ts';
import type { TagScope } from '../../exclusions/rules/storage-rules.ts';

export type Props = Readonly<Record<string, string | number | boolean>>;

/** Hit as its client describes it, however it came in. Strings are empty for what it left out. */
export interface HitBody {
  readonly siteKey: string;
  /** `pageview` or the name of an event; the tracker also sends `engagement` and `link`. */
  readonly name: string;
  /** Address of the page, http or https. Null only for events that servers send. */
  readonly url: URL | null;
  readonly referrer: string;
  readonly title: string;
  /** `1920x1080` */
  readonly screen: string;
  /** BCP 47. */
  readonly language: string;
  readonly props: Props;
  /** Milliseconds and percentage points since the page view's last hit. */
  readonly engagedMs: number;
  readonly scroll: number;
  /** True where `scroll` is the depth of the view so far, not what was added since the last hit. */
  readonly isDepthOfView?: boolean;
  /** Measurements of the web vitals script; only its hits have them. */
  readonly vitals?: MeasuredVitals;
  /** The client's id of the event: an event sent twice counts once. */
  readonly id: string;
  /** True where the browser says that a program controls it (`navigator.webdriver`). */
  readonly isAutomated?: boolean;
  /** True where the client gives a path alone: the page is on the website's own host. */
  readonly hasNoHost?: boolean;
  /** True for an event that the visitor did nothing for: it doesn't end a bounce. */
  readonly isPassive?: boolean;
  /** The address that the page gives itself (`<link rel="canonical">`), where its tag asks for it. */
  readonly canonical?: URL;
  /** The pages that the tracker's tag counts. */
  readonly scope?: TagScope;
  /** True for page views that the tracker found by itself although the page tells its own. */
  readonly isUnasked?: boolean;
  /** Events that are told along with a page view. */
  readonly also?: readonly HitBody[];
}

/** Sender of a hit. Used for identity and exclusions, and never stored. */
export interface Sender {
  readonly address: string;
  /** Where the request claims to have come from before that, the nearest last; nobody vouches for it. */
  readonly claimed?: readonly string[];
  readonly userAgent: string;
  /** The client's own id of the visitor, in the place of address and user agent. */
  readonly visitor?: string;
  /** `Origin` or `Referer` of the request; empty for none. */
  readonly origin: string;
  /** `Sec-CH-UA`: the names that the browser goes by. */
  readonly brands?: string;
  /** `Accept-Language`, for hits that don't name a language; empty for none. */
  readonly acceptLanguage: string;
}

/** A hit as it arrives: nothing is decided about it yet. */
export interface IncomingHit {
  body: HitBody;
  sender: Sender;
  /** When it happened, milliseconds since 1970. */
  readonly ts: number;
  /** False for servers, which may leave out address and user agent. */
  readonly isBrowser: boolean;
}

/** A hit that a server sends. It says who the visitor was and when it happened. */
export interface ServerHit {
  readonly body: HitBody;
  readonly sender: Sender;
  /** Milliseconds since 1970; null for now. */
  readonly time: number | null;
}

/**
 * Claims of another product's client about a hit. Believed from a server that the website's owner
 * vouches for, and from nobody else.
 */
export interface HitClaims {
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Milliseconds since 1970. */
  readonly time?: number | undefined;
  readonly visitor?: string | undefined;
}

/** A hit that a client of another product sends. */
export interface ClientHit {
  readonly body: HitBody;
  readonly sender: Sender;
  readonly claims: HitClaims;
}

/** Voucher for a client: the owner's API key, or the secret in the website's key for servers. */
export type Voucher = { readonly organisation: string } | { readonly secret: string };

export type HitKind = 'pageview' | 'event' | 'engagement' | 'vitals';

/**
 * True for measurements of an earlier page view. They never open a visit or count as the first of
 * anything.
 */
export const isMeasurement = (kind: HitKind): boolean => kind === 'engagement' || kind === 'vitals';

/** A hit to be stored. */
export interface Hit {
  readonly site: Pick<CollectSite, 'id' | 'timezone'>;
  /** Milliseconds since 1970. */
  readonly ts: number;
  /** Local day of `ts`, the day that `visitor` is an id for. */
  readonly day: LocalDay;
  /** Signed 64-bit integer as text. */
  readonly visitor: string;
  /** Shortly after midnight: the id the same visitor had yesterday. */
  readonly previousVisitor: string | null;
  /** Shortly before midnight, for a hit of the past: the id the same visitor had the next day. */
  readonly nextVisitor: string | null;
  readonly kind: HitKind;
  /** Empty for none, like the values of dimensions. */
  readonly page: string;
  readonly title: string;
  readonly name: string;
  /** JSON: the properties of an event, or what was measured of web vitals. */
  readonly props: string;
  readonly engagedMs: number;
  readonly scroll: number;
  /** True where `scroll` is the depth of the view so far. */
  readonly isDepthOfView: boolean;
  /** True for an event that doesn't end a bounce. */
  readonly isPassive: boolean;
  readonly dimensions: Readonly<Record<HitDimension, string>>;
  /** 128 bits of a hash of the client's id, in hexadecimal; null when it gave none. */
  readonly eventId: string | null;
}

/** A hit that is only counted. */
export interface Drop {
  readonly siteId: number;
  readonly day: LocalDay;
  readonly reason: DropReason;
}

/** Outcome of a hit once its batch has committed. `ignored` is a click on a link that is not an event. */
export type Outcome = 'stored' | 'ignored' | DropReason;
