import { hash } from 'node:crypto';

import type { LocalDay } from '../calendar/local-day.ts';
import type { HitDimension } from '../dimensions/dimension-names.ts';
import type { DropReason } from '../exclusions/rules/drop-reasons.ts';
import type { Place } from '../geo/geo-lookup.ts';
import { channelOf } from './intake/channel.ts';
import type { HitBody } from './intake/hit-body.ts';
import type { PageUrl } from './intake/page-url.ts';
import type { Device } from './intake/user-agent.ts';
import type { CollectSite } from './site-cache.ts';

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
  readonly claimed?: ClaimedTraits | undefined;
}

/** Traits of the visitor that a server knows, in the place of those that address and agent tell. */
export interface ClaimedTraits {
  readonly place?: Pick<Place, 'country' | 'region' | 'city'> | undefined;
  /** Each in the place of the agent's, where it is not empty. */
  readonly device?: Pick<Device, 'browser' | 'os' | 'device'> | undefined;
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
export interface HitClaims extends ClaimedTraits {
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

/** A visitor on the local day of a hit, and around midnight on the day next to it. */
export interface VisitorIds {
  /** Local day of the hit, the day that `visitor` is an id for. */
  readonly day: LocalDay;
  /** Signed 64-bit integer as text. */
  readonly visitor: string;
  /** Shortly after midnight: the id the same visitor had yesterday. */
  readonly previousVisitor: string | null;
  /** Shortly before midnight, for a hit of the past: the id the same visitor had the next day. */
  readonly nextVisitor: string | null;
}

/** A hit on its way through the pipeline: each step adds what it found out. */
export interface HitDraft extends IncomingHit {
  readonly site: CollectSite;
  /** When the pipeline took the hit up, milliseconds since 1970. */
  readonly now: number;
  /** Host that the visit came from; empty for none and for the website's own pages. */
  referrer: string;
  page: PageUrl | null;
  place: Place | null;
  device: Device | null;
  visitor: VisitorIds | null;
}

/** Ends a hit's way: a reason to drop it, or `ignored` if it isn't an event itself. */
type Verdict = DropReason | 'ignored';

/** One step of the pipeline. Returns a verdict to end the hit's way, and null to continue. */
export type Step = (draft: HitDraft) => Verdict | null | Promise<Verdict | null>;

/** Begins a draft. Everything that steps find out is still unknown. */
export const createDraft = (site: CollectSite, hit: IncomingHit, now: number): HitDraft => ({
  site,
  body: hit.body,
  sender: hit.sender,
  ts: hit.ts,
  isBrowser: hit.isBrowser,
  claimed: hit.claimed,
  now,
  referrer: '',
  page: null,
  place: null,
  device: null,
  visitor: null,
});

/** Runs a draft through the steps up to the first verdict. */
export const run = async (steps: readonly Step[], draft: HitDraft): Promise<Verdict | null> => {
  for (const step of steps) {
    const verdict = step(draft);
    const settled = verdict instanceof Promise ? await verdict : verdict;
    if (settled !== null) return settled;
  }
  return null;
};

export type HitKind = 'pageview' | 'event' | 'engagement' | 'vitals';

/**
 * True for measurements of an earlier page view. They never open a visit or count as the first of
 * anything.
 */
export const isMeasurement = (kind: HitKind): boolean => kind === 'engagement' || kind === 'vitals';

/** A hit to be stored. */
export interface Hit extends VisitorIds {
  readonly site: Pick<CollectSite, 'id' | 'timezone'>;
  /** Milliseconds since 1970. */
  readonly ts: number;
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
  /** True for a hit that begins a visit although one is going on. */
  readonly opensVisit: boolean;
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

const kindOf = ({ name, vitals }: HitBody): HitKind => {
  if (vitals) return 'vitals';
  return name === 'pageview' || name === 'engagement' ? name : 'event';
};

const propsOf = (kind: HitKind, { props, vitals }: HitBody): string => {
  if (kind === 'vitals') return JSON.stringify(vitals);
  return kind === 'engagement' ? '{}' : JSON.stringify(props);
};

const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/;
const SCREEN = /^\d{2,5}x\d{2,5}$/;

const languageOf = ({ body, sender }: HitDraft): string => {
  const [first = ''] = (body.language || sender.acceptLanguage).split(/[,;]/, 1);
  const tag = first.trim().toLowerCase().replaceAll('_', '-');
  return LANGUAGE.test(tag) ? tag : '';
};

/** The values of a draft's dimensions; empty for what isn't known. */
export const dimensionsOf = (draft: HitDraft): Hit['dimensions'] => {
  const { body, referrer, page, place, device } = draft;
  const { utm } = page ?? {};
  return {
    referrer,
    channel: channelOf({
      referrer,
      source: page?.source ?? '',
      medium: utm?.utm_medium ?? '',
      campaign: utm?.utm_campaign ?? '',
      isAdClick: page?.isAdClick ?? false,
    }),
    utm_source: utm?.utm_source ?? '',
    utm_medium: utm?.utm_medium ?? '',
    utm_campaign: utm?.utm_campaign ?? '',
    utm_term: utm?.utm_term ?? '',
    utm_content: utm?.utm_content ?? '',
    country: place?.country ?? '',
    region: place?.region ?? '',
    city: place?.city ?? '',
    browser: device?.browser ?? '',
    browser_version: device?.browserVersion ?? '',
    os: device?.os ?? '',
    os_version: device?.osVersion ?? '',
    device: device?.device ?? '',
    language: languageOf(draft),
    screen: SCREEN.test(body.screen) ? body.screen : '',
  };
};

/**
 * The hit that a finished draft describes.
 * @param body the hit's own, or that of an event told along with it
 * @throws for a draft whose visitor was not identified
 */
export const toHit = (draft: HitDraft, body: HitBody = draft.body): Hit => {
  const { site, ts, page, visitor } = draft;
  if (!visitor) throw new Error('The visitor of the hit was not identified.');
  const kind = kindOf(body);
  return {
    site,
    ts,
    ...visitor,
    kind,
    page: page?.page ?? '',
    dimensions: dimensionsOf(draft),
    title: body.title,
    name: kind === 'event' ? body.name : '',
    props: propsOf(kind, body),
    engagedMs: kind === 'engagement' ? body.engagedMs : 0,
    scroll: kind === 'engagement' ? body.scroll : 0,
    isDepthOfView: body.isDepthOfView === true,
    isPassive: kind === 'event' && body.isPassive === true,
    opensVisit: body.opensVisit === true && !isMeasurement(kind),
    eventId: body.id === '' ? null : hash('sha256', body.id, 'hex').slice(0, 32),
  };
};
