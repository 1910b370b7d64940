import { hash, timingSafeEqual } from 'node:crypto';

import { unauthenticated } from '@platform/errors';

import { localDay, utcDay } from '../calendar/local-day.ts';
import type { DropReason } from '../exclusions/rules/drop-reasons.ts';
import { isOutsideTag, renamedBy } from '../exclusions/rules/storage-rules.ts';
import { NOWHERE } from '../geo/geo-lookup.ts';
import type { GeoLookup } from '../geo/geo-lookup.ts';
import { monthsBefore } from '../partitions/month.ts';
import { belongsToDomain } from '../websites/domain-name.ts';
import type { Website } from '../websites/website.ts';
import { createDraft, dimensionsOf, run, toHit } from './hit.ts';
import type {
  ClientHit,
  Drop,
  Hit,
  HitClaims,
  IncomingHit,
  Outcome,
  Sender,
  ServerHit,
  Step,
  VisitorIds,
  Voucher,
} from './hit.ts';
import { referrerHost } from './intake/channel.ts';
import type { HitBody, Props } from './intake/hit-body.ts';
import { readPageUrl, parsePageUrl } from './intake/page-url.ts';
import { withBrand } from './intake/user-agent.ts';
import type { Device } from './intake/user-agent.ts';
import { toCollectSite } from './site-cache.ts';
import type { CollectSite, SiteCache } from './site-cache.ts';
import { identify } from './visitors/visitor-identity.ts';
import type { SaltCache } from './visitors/visitor-identity.ts';
import type { BatchItem } from './writing/writer-lanes.ts';

// The steps of a hit, in the order in which it takes them.

/** Ends page views that the tracker found by itself where the page tells its own. */
const leaveUnasked: Step = ({ body }) => (body.isUnasked === true ? 'ignored' : null);

/**
 * Takes the website's own proxies at their word: the visitor is who they say, further left in
 * `X-Forwarded-For`.
 */
const believeProxies: Step = (draft) => {
  const { site, sender } = draft;
  const claimed = [...(sender.claimed ?? [])];
  let { address } = sender;
  while (claimed.length > 0 && site.isTrustedProxy(address)) address = claimed.pop() ?? address;
  if (address !== sender.address) draft.sender = { ...sender, address };
  return null;
};

/** Gives the page of a hit that names no host the website's own. */
const nameHost: Step = (draft) => {
  const { body, site } = draft;
  if (!body.hasNoHost || !body.url) return null;
  const named = (given: URL): URL => {
    const url = new URL(given);
    url.hostname = site.domain;
    return url;
  };
  const { canonical } = body;
  draft.body = { ...body, url: named(body.url), ...(canonical && { canonical: named(canonical) }) };
  return null;
};

/** Reads where the visit came from. */
const readReferrer: Step = (draft) => {
  draft.referrer = referrerHost(draft.body.referrer, draft.site.domain);
  return null;
};

/** The clock of a server may be a little ahead of ours. */
const MAX_AHEAD_MS = 5 * 60_000;
/** Without a retention of its own, a website takes events of the last ten years. */
const MAX_AGE_MONTHS = 120;

/** Drops what a server sends about the future, or of a time that the website no longer keeps. */
const dropOutOfTime: Step = ({ isBrowser, ts, now, site }) => {
  if (isBrowser) return null;
  const oldest = monthsBefore(now, site.retentionMonths ?? MAX_AGE_MONTHS);
  return ts > now + MAX_AHEAD_MS || ts < oldest ? 'time' : null;
};

/** Drops what pages of other websites send with this website's key. */
const dropForeignOrigin: Step = ({ site, sender, body }) => {
  const origin = sender.origin === '' ? null : (URL.parse(sender.origin)?.hostname ?? '');
  const hosts = [origin, body.url?.hostname ?? null];
  return hosts.some((host) => host !== null && !belongsToDomain(host, site.domain)) ? 'origin' : null;
};

/** Drops hits from the website's `exclude_ips`. */
const dropExcludedAddress: Step = ({ site, sender }) =>
  site.isExcludedAddress(sender.address) ? 'excluded_ip' : null;

/** Drops bots where the website has `exclude_bots`. A server may leave the user agent out. */
const createDropBots =
  (botFilter: (userAgent: string) => DropReason | null): Step =>
  ({ site, isBrowser, sender, body }) => {
    if (!site.excludesBots) return null;
    if (body.isAutomated === true) return 'bot';
    return isBrowser || sender.userAgent !== '' ? botFilter(sender.userAgent) : null;
  };

/** Drops visits from referrers that are known for spam. */
const createDropReferrerSpam =
  (isSpamReferrer: (host: string) => boolean): Step =>
  ({ referrer }) =>
    isSpamReferrer(referrer) ? 'referrer_spam' : null;

const DOWNLOAD =
  /\.(pdf|zip|rar|tar|t?gz|bz2|xz|7z|docx?|xlsx?|pptx?|odt|ods|csv|txt|rtf|epub|dmg|pkg|exe|msi|deb|rpm|apk|iso|mp[34]|m4a|wav|avi|mov|mkv|webm|svgz?|ics|json|xml)$/i;

/**
 * Tells what a click on a link was. The tracker sends every click on a link to another host or to a
 * file; telling them apart here keeps the script small.
 * @returns null for a click that is no event: a page of a subdomain, `mailto:` and the like
 */
const readLinkClick = (body: HitBody, domain: string): HitBody | null => {
  const address = body.props['url'];
  const link = typeof address === 'string' ? parsePageUrl(address) : null;
  if (!link) return null;
  // Without the query: it is the other website's business and may hold secrets.
  const props: Props = { url: `${link.origin}${link.pathname}`.slice(0, 500) };
  if (DOWNLOAD.test(link.pathname)) return { ...body, name: 'File Download', props };
  return belongsToDomain(link.hostname, domain) ? null : { ...body, name: 'Outbound Link', props };
};

/** Turns the click on a link that the tracker sends into an event, or ends it when it is none. */
const resolveLinkClick: Step = (draft) => {
  if (!draft.isBrowser || draft.body.name !== 'link') return null;
  const event = readLinkClick(draft.body, draft.site.domain);
  if (!event) return 'ignored';
  draft.body = event;
  return null;
};

/** The address that a page gives itself, where it is the website's own. */
const ownCanonical = (canonical: URL | undefined, { domain }: CollectSite): URL | undefined =>
  canonical && belongsToDomain(canonical.hostname, domain) ? canonical : undefined;

/** Reads the page and its campaign. Parameters in `exclude_params` are taken out here. */
const readPage: Step = (draft) => {
  const { body, site } = draft;
  const named = ownCanonical(body.canonical, site);
  draft.page = body.url && readPageUrl(body.url, site.domain, site, site.spelling, named);
  return null;
};

/** Drops what happens on hosts and pages that the website or the tracker's tag leaves out. */
const dropExcludedPage: Step = ({ site, body, page }) => {
  if (!page) return null;
  if (site.rules.isExcludedHost(page.host)) return 'excluded_host';
  if (site.rules.isExcludedPage(page.page)) return 'excluded_page';
  return body.scope && isOutsideTag(body.scope, page.page) ? 'excluded_page' : null;
};

/** Names the page as the website's rules do. */
const renamePage: Step = (draft) => {
  const { page, body } = draft;
  const rule = page && draft.site.rules.ruleOf(page.page);
  if (!rule) return null;
  const named = renamedBy(rule, page.page);
  draft.page = { ...page, page: named };
  // A page that isn't there says its path: what the rule takes out must not be stored that way.
  if (body.also)
    draft.body = {
      ...body,
      also: body.also.map((event) =>
        'path' in event.props ? { ...event, props: { ...event.props, path: named } } : event,
      ),
    };
  return null;
};

/** Puts what a server says in the place of what the agent does; versions are those of what they stay. */
const asClaimed = (
  read: Device,
  { browser, os, device }: Pick<Device, 'browser' | 'os' | 'device'>,
): Device => ({
  browser: browser || read.browser,
  browserVersion: browser === '' || browser === read.browser ? read.browserVersion : '',
  os: os || read.os,
  osVersion: os === '' || os === read.os ? read.osVersion : '',
  device: device || read.device,
});

/** Reads browser, operating system and kind of device. */
const createReadDevice =
  (readUserAgent: (userAgent: string) => Device): Step =>
  (draft) => {
    const read = withBrand(readUserAgent(draft.sender.userAgent), draft.sender.brands ?? '');
    draft.device = draft.claimed?.device ? asClaimed(read, draft.claimed.device) : read;
    return null;
  };

/** Finds the country, region and city of the address. */
const createLocate =
  (geo: GeoLookup): Step =>
  (draft) => {
    draft.place = draft.claimed?.place ? draft.claimed.place : geo.find(draft.sender.address);
    return null;
  };

/** Drops visits from the website's excluded countries. */
const dropExcludedCountry: Step = ({ site, place }) =>
  site.rules.isExcludedCountry(place?.country ?? '') ? 'excluded_country' : null;

/** Drops visitors whom the website's owner has described as bots. */
const dropExcludedVisitor: Step = (draft) =>
  draft.site.rules.isExcludedVisitor(() => dimensionsOf(draft)) ? 'excluded_visitor' : null;

/**
 * Derives the visitor's id of the day, and drops what comes too late to have one. Only salts that
 * aren't in memory have to be waited for.
 */
const createIdentifyVisitor =
  (salts: SaltCache): Step =>
  (draft) => {
    const note = (ids: VisitorIds | null): 'late' | null => {
      draft.visitor = ids;
      return ids ? null : 'late';
    };
    const ids = identify(salts, draft.site, draft.sender, draft.ts, draft.now);
    return ids instanceof Promise ? ids.then(note) : note(ids);
  };

/** A hit to try: what would be stored of it? */
export interface TriedHit {
  readonly body: HitBody;
  readonly sender: Sender;
  /** The visitor's country, in the place of what the address says. */
  readonly country: string | undefined;
}

/** The verdict on a hit, and the values that would be stored. */
export interface Explanation {
  readonly outcome: Outcome;
  /** The page's name before the website's rules; null where there is none. */
  readonly givenPage: string | null;
  readonly page: string | null;
  /** The line of the rules that names the page. */
  readonly rule: string | null;
  readonly dimensions: Hit['dimensions'];
}

export interface CollectServiceDeps {
  sites: SiteCache;
  salts: SaltCache;
  geo: GeoLookup;
  /** @param deadline by `performance.now()`: past it, nothing may be written */
  submit: (item: BatchItem, deadline: number) => Promise<Outcome>;
  botFilter: (userAgent: string) => DropReason | null;
  isSpamReferrer: (host: string) => boolean;
  readUserAgent: (userAgent: string) => Device;
  now?: () => number;
}

export interface CollectService {
  /**
   * Stores or drops what a browser sends. Resolves when that has committed.
   * @param deadline by `performance.now()`: past it, nothing is written
   * @throws AppError `unavailable` when it can't be stored by then
   */
  fromBrowser(body: HitBody, sender: Sender, deadline: number): Promise<Outcome>;
  /**
   * The same for a server of `organisation`. Only the organisation's own websites are known, and
   * the server may leave out the visitor's address and user agent.
   */
  fromServer(hit: ServerHit, organisation: string, deadline: number): Promise<Outcome>;
  /**
   * The same for a client of another product. What it says about visitor and time counts only where
   * somebody vouches for it.
   * @throws AppError `unauthenticated` for a wrong key for servers
   */
  fromClient(hit: ClientHit, voucher: Voucher | null, deadline: number): Promise<Outcome>;
  /** Says what would become of a hit of a browser. Nothing is stored. */
  explain(website: Website, hit: TriedHit): Promise<Explanation>;
}

/**
 * The sender as a server describes it that somebody vouches for. What it leaves out is read from its
 * request, as Plausible's servers do: the address from `X-Forwarded-For`, the agent from `User-Agent`.
 */
const senderBy = (claims: HitClaims, sender: Sender): Sender => {
  const { address = sender.claimed?.[0] ?? sender.address, userAgent = sender.userAgent, visitor } = claims;
  // The brands and proxies are those of the server.
  return {
    address,
    userAgent,
    ...(visitor === undefined ? {} : { visitor }),
    origin: '',
    acceptLanguage: '',
  };
};

/** True if the secret is that of the website's key for servers. */
const isSecretOf = ({ serverKeyHash }: CollectSite, secret: string): boolean =>
  serverKeyHash !== null &&
  timingSafeEqual(hash('sha256', secret, 'buffer'), Buffer.from(serverKeyHash, 'hex'));

/** Decides about every hit: who sent it, whether it counts, and what is stored of it. */
export const createCollectService = (deps: CollectServiceDeps): CollectService => {
  const { sites, salts, geo, submit, botFilter, isSpamReferrer, readUserAgent, now = Date.now } = deps;

  /** The life of a hit between its arrival and its batch, but for who its visitor was. */
  const reading: readonly Step[] = [
    leaveUnasked,
    believeProxies,
    nameHost,
    readReferrer,
    dropOutOfTime,
    dropForeignOrigin,
    dropExcludedAddress,
    createDropBots(botFilter),
    createDropReferrerSpam(isSpamReferrer),
    resolveLinkClick,
    readPage,
    dropExcludedPage,
    renamePage,
    createReadDevice(readUserAgent),
    createLocate(geo),
    dropExcludedCountry,
    dropExcludedVisitor,
  ];
  const pipeline: readonly Step[] = [...reading, createIdentifyVisitor(salts)];

  const collect = async (site: CollectSite | null, hit: IncomingHit, deadline: number): Promise<Outcome> => {
    const drop = (item: Drop): Promise<Outcome> => submit({ drop: item }, deadline);
    if (!site) return drop({ siteId: 0, day: utcDay(now()), reason: 'unknown_site' });
    const draft = createDraft(site, hit, now());
    const verdict = await run(pipeline, draft);
    if (verdict === null) {
      const stored = toHit(draft);
      const { also = [] } = draft.body;
      if (also.length === 0) return submit({ hit: stored }, deadline);
      // The same sender on the same page: what was found out about the view holds for them, too.
      return submit({ hit: stored, also: also.map((body) => toHit(draft, body)) }, deadline);
    }
    if (verdict === 'ignored') return 'ignored';
    // Counted on the day of arrival: a hit dropped for its time has no usable day of its own.
    return drop({ siteId: site.id, day: localDay(site.timezone, now()), reason: verdict });
  };

  const explain = async (website: Website, { body, sender, country }: TriedHit): Promise<Explanation> => {
    const site = toCollectSite(website);
    const draft = createDraft(site, { body, sender, ts: now(), isBrowser: true }, now());
    const placed: Step = (item) => {
      if (country !== undefined) item.place = { ...NOWHERE, country };
      return dropExcludedCountry(item) ?? dropExcludedVisitor(item);
    };
    const verdict = await run([...reading, placed], draft);
    const { url, canonical } = draft.body;
    // Values that a verdict kept from being read are still shown.
    for (const step of [readReferrer, readPage, renamePage]) if (!draft.page) await step(draft);
    const given =
      url && readPageUrl(url, site.domain, site, site.spelling, ownCanonical(canonical, site)).page;
    return {
      outcome: verdict ?? 'stored',
      givenPage: given,
      page: draft.page?.page ?? null,
      rule: (given !== null && site.rules.ruleOf(given)?.line) || null,
      dimensions: dimensionsOf(draft),
    };
  };

  return {
    explain,
    async fromBrowser(body, sender, deadline) {
      const found = sites.get(body.siteKey);
      const site = found instanceof Promise ? await found : found;
      return collect(site, { body, sender, ts: now(), isBrowser: true }, deadline);
    },
    async fromClient({ body, sender, claims }, voucher, deadline) {
      const site = await sites.get(body.siteKey);
      if (voucher === null) return collect(site, { body, sender, ts: now(), isBrowser: true }, deadline);
      const isOwn = 'secret' in voucher || site?.organisation === voucher.organisation;
      if ('secret' in voucher && !(site && isSecretOf(site, voucher.secret)))
        throw unauthenticated('The key for servers in the path is not valid.');
      const { place, device } = claims;
      const hit = {
        body,
        sender: senderBy(claims, sender),
        ts: claims.time ?? now(),
        isBrowser: false,
        ...(place || device ? { claimed: { place, device } } : {}),
      };
      return collect(isOwn ? site : null, hit, deadline);
    },
    async fromServer({ body, sender, time }, organisation, deadline) {
      const site = await sites.get(body.siteKey);
      const hit = { body, sender, ts: time ?? now(), isBrowser: false };
      return collect(site?.organisation === organisation ? site : null, hit, deadline);
    },
  };
};
