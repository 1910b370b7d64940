import { hash } from 'node:crypto';

import type { GeoLookup } from '../geo/geo-lookup.ts';
import { monthsBefore } from '../partitions/month.ts';
import { belongsToDomain } from '../websites/domain-name.ts';
import type { BatchItem } from './batch-writer.ts';
import { channelOf } from './channel.ts';
import type { CollectSite } from './collect-site.ts';
import type { DropReason } from './drop-reasons.ts';
import type { Drop, Hit, HitKind, Outcome, Report, Sender } from './hit.ts';
import { readLinkClick } from './link-click.ts';
import { localDay, utcDay } from './local-day.ts';
import { readPageUrl } from './page-url.ts';
import { referrerHost } from './referrer.ts';
import type { SaltCache } from './salt-cache.ts';
import type { SiteCache } from './site-cache.ts';
import type { Device } from './user-agent.ts';
import { identify } from './visitor-identity.ts';

export interface CollectServiceDeps {
  sites: SiteCache;
  salts: SaltCache;
  geo: GeoLookup;
  submit: (item: BatchItem) => Promise<Outcome>;
  botFilter: (userAgent: string) => DropReason | null;
  isSpamReferrer: (host: string) => boolean;
  readUserAgent: (userAgent: string) => Device;
  now?: () => number;
}

/** A report of a server, which says itself who the visitor was and when it happened. */
export interface ServerReport {
  readonly report: Report;
  readonly sender: Sender;
  /** Milliseconds since 1970; null for now. */
  readonly time: number | null;
}

export interface CollectService {
  /** Stores or drops what a browser reports. Resolves when that has committed. */
  fromBrowser(report: Report, sender: Sender): Promise<Outcome>;
  /** The same for a server of `organisation`: only its websites are known, and it need not name an address or agent. */
  fromServer(report: ServerReport, organisation: string): Promise<Outcome>;
}

interface Occasion {
  readonly report: Report;
  readonly sender: Sender;
  readonly ts: number;
  /** False for servers, which may leave out address and agent. */
  readonly isBrowser: boolean;
}

/** Clocks of servers may be a little ahead. */
const MAX_AHEAD_MS = 5 * 60_000;
const MAX_AGE_MONTHS = 120;
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/;
const SCREEN = /^\d{2,5}x\d{2,5}$/;

const kindOf = (name: string): HitKind => (name === 'pageview' || name === 'engagement' ? name : 'event');

const languageOf = (text: string): string => {
  const tag = (text.split(/[,;]/, 1)[0] ?? '').trim().toLowerCase().replaceAll('_', '-');
  return LANGUAGE.test(tag) ? tag : '';
};

const isTooOld = (site: CollectSite, ts: number, now: number): boolean =>
  ts < monthsBefore(now, site.retentionMonths ?? MAX_AGE_MONTHS);

const hostOf = (origin: string): string => URL.parse(origin)?.hostname ?? '';

/** Decides about each report: who sent it, whether it counts, what is stored of it. */
export const createCollectService = (deps: CollectServiceDeps): CollectService => {
  const { sites, salts, geo, submit, botFilter, isSpamReferrer, readUserAgent, now = Date.now } = deps;

  const reasonToDrop = (site: CollectSite, occasion: Occasion, referrer: string): DropReason | null => {
    const { report, sender, ts, isBrowser } = occasion;
    if (!isBrowser && (ts > now() + MAX_AHEAD_MS || isTooOld(site, ts, now()))) return 'time';
    if (sender.origin !== '' && !belongsToDomain(hostOf(sender.origin), site.domain)) return 'origin';
    if (report.url && !belongsToDomain(report.url.hostname, site.domain)) return 'origin';
    if (site.isExcludedAddress(sender.address)) return 'excluded_ip';
    const bot =
      site.excludesBots && (isBrowser || sender.userAgent !== '') ? botFilter(sender.userAgent) : null;
    if (bot) return bot;
    return isSpamReferrer(referrer) ? 'referrer_spam' : null;
  };

  const dimensionsOf = (site: CollectSite, { report, sender }: Occasion, referrer: string) => {
    const page = report.url && readPageUrl(report.url, site.domain, site.isExcludedParam);
    const place = geo.find(sender.address);
    const utm = page?.utm;
    const [source, medium] = [utm?.utm_source ?? '', utm?.utm_medium ?? ''];
    return {
      page: page?.page ?? '',
      dimensions: {
        referrer,
        channel: channelOf({ referrer, source, medium, isAdClick: page?.isAdClick ?? false }),
        utm_source: source,
        utm_medium: medium,
        utm_campaign: utm?.utm_campaign ?? '',
        utm_term: utm?.utm_term ?? '',
        utm_content: utm?.utm_content ?? '',
        country: place.country ?? '',
        region: place.region ?? '',
        city: place.city ?? '',
        ...readUserAgent(sender.userAgent),
        language: languageOf(report.language || sender.acceptLanguage),
        screen: SCREEN.test(report.screen) ? report.screen : '',
      },
    };
  };

  const toHit = async (site: CollectSite, occasion: Occasion, referrer: string): Promise<Hit> => {
    const { report, sender, ts } = occasion;
    const kind = kindOf(report.name);
    const identity = identify(salts, site, sender, ts);
    return {
      site,
      ts,
      // Waits only for salts that aren't in memory.
      ...(identity instanceof Promise ? await identity : identity),
      kind,
      ...dimensionsOf(site, occasion, referrer),
      title: report.title,
      name: kind === 'event' ? report.name : '',
      props: kind === 'event' ? JSON.stringify(report.props) : '{}',
      engagedMs: kind === 'engagement' ? report.engagedMs : 0,
      scroll: kind === 'engagement' ? report.scroll : 0,
      eventId: report.id === '' ? null : hash('sha256', report.id, 'hex').slice(0, 32),
    };
  };

  const collect = async (site: CollectSite | null, occasion: Occasion): Promise<Outcome> => {
    const drop = (item: Drop): Promise<Outcome> => submit({ drop: item });
    if (!site) return drop({ siteId: 0, day: utcDay(now()), reason: 'unknown_site' });
    const referrer = referrerHost(occasion.report.referrer, site.domain);
    const reason = reasonToDrop(site, occasion, referrer);
    // Counted on the day on which it arrived: what is dropped for its time has no good day of its own.
    if (reason) return drop({ siteId: site.id, day: localDay(site.timezone, now()), reason });
    const { report, isBrowser } = occasion;
    const meant = isBrowser && report.name === 'link' ? readLinkClick(report, site.domain) : report;
    return meant ? submit({ hit: await toHit(site, { ...occasion, report: meant }, referrer) }) : 'ignored';
  };

  return {
    async fromBrowser(report, sender) {
      const site = sites.get(report.siteKey);
      const occasion = { report, sender, ts: now(), isBrowser: true };
      return collect(site instanceof Promise ? await site : site, occasion);
    },
    async fromServer({ report, sender, time }, organisation) {
      const site = await sites.get(report.siteKey);
      const occasion = { report, sender, ts: time ?? now(), isBrowser: false };
      return collect(site?.organisation === organisation ? site : null, occasion);
    },
  };
};
