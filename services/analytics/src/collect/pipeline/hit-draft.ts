import { hash } from 'node:crypto';

import type { DropReason } from '../../exclusions/rules/drop-reasons.ts';
import type { GeoLookup } from '../../geo/geo-lookup.ts';
import { channelOf } from '../intake/channel.ts';
import type { Hit, HitBody, HitKind, IncomingHit } from '../intake/hit.ts';
import type { PageUrl } from '../intake/page-url.ts';
import type { Device } from '../intake/user-agent.ts';
import type { CollectSite } from '../sites/site-cache.ts';
import type { VisitorIds } from '../visitors/visitor-identity.ts';

/** Runs a draft through the steps up to the first verdict. */
export const run = async (steps: readonly Step[], draft: HitDraft): Promise<Verdict | null> => {
  for (const step of steps) {
    const verdict = step(draft);
    const settled = verdict instanceof Promise ? await verdict : verdict;
    if (settled !== null) return settled;
  }
  return null;
};

/** A hit on its way through the pipeline: each step adds what it found out. */
export interface HitDraft extends IncomingHit {
  readonly site: CollectSite;
  /** When the pipeline took the hit up, milliseconds since 1970. */
  readonly now: number;
  /** Host that the visit came from; empty for none and for the website's own pages. */
  referrer: string;
  page: PageUrl | null;
  place: ReturnType<GeoLookup['find']> | null;
  device: Device | null;
  language: string;
  screen: string;
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
  now,
  referrer: '',
  page: null,
  place: null,
  device: null,
  language: '',
  screen: '',
  visitor: null,
});

const kindOf = ({ name, vitals }: HitBody): HitKind => {
  if (vitals) return 'vitals';
  return name === 'pageview' || name === 'engagement' ? name : 'event';
};

const propsOf = (kind: HitKind, { props, vitals }: HitBody): string => {
  if (kind === 'vitals') return JSON.stringify(vitals);
  return kind === 'engagement' ? '{}' : JSON.stringify(props);
};

/** The values of a draft's dimensions; empty for what isn't known. */
export const dimensionsOf = ({
  referrer,
  page,
  place,
  device,
  language,
  screen,
}: HitDraft): Hit['dimensions'] => {
  const { utm } = page ?? {};
  return {
    referrer,
    channel: channelOf({
      referrer,
      source: page?.source ?? '',
      medium: utm?.utm_medium ?? '',
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
    language,
    screen,
  };
};

/** The hit that a finished draft describes. @throws for a draft whose visitor was not identified */
export const toHit = (draft: HitDraft): Hit => {
  const { site, body, ts, page, visitor } = draft;
  if (!visitor) throw new Error('The visitor of the hit was not identified.');
  const kind = kindOf(body);
  return {
    site,
    ts,
    day: visitor.day,
    visitor: visitor.visitor,
    previousVisitor: visitor.previousVisitor,
    nextVisitor: visitor.nextVisitor,
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
    eventId: body.id === '' ? null : hash('sha256', body.id, 'hex').slice(0, 32),
  };
};
