import { addDays, generateTraffic, localDay, makeSite, seedFrom, toServerEvent } from './traffic/index.ts';
import type { ServerEvent, TrafficSite } from './traffic/index.ts';

import type { DemoApi } from './demo-api.ts';

interface Row {
  readonly dimensions: Readonly<Record<string, string>>;
  readonly metrics: { readonly pageviews: number };
}

/**
 * The last of the days or minutes from `from` to `to` that has page views, as the interface names
 * it.
 */
const lastWithViews = async (
  api: DemoApi,
  id: number,
  interval: 'day' | 'minute',
  [from, to]: readonly [string, string],
): Promise<string | null> => {
  const dimension = `time:${interval}`;
  for (let page = 1; ; page += 1) {
    const { rows, total } = await api.call<{ rows: Row[]; total: number }>(
      'POST',
      `/api/v1/stats/${id}/query`,
      {
        metrics: ['pageviews'],
        dimensions: [dimension],
        date_range: { from, to },
        sort: [{ by: dimension, order: 'desc' }],
        per_page: 1_000,
        page,
      },
    );
    const last = rows.find(({ metrics }) => metrics.pageviews > 0);
    if (last) return last.dimensions[dimension] ?? null;
    if (page * 1_000 >= total) return null;
  }
};

/**
 * Returns the time until which the website has its events, to the minute; -Infinity when it has
 * none of these days.
 */
const knownUntil = async (api: DemoApi, id: number, from: string, to: string): Promise<number> => {
  const day = await lastWithViews(api, id, 'day', [from, to]);
  const minute = day === null ? null : await lastWithViews(api, id, 'minute', [day, day]);
  return minute === null ? Number.NEGATIVE_INFINITY : Date.parse(minute);
};

/** A website of the demo: how large it is, and how it is set up. */
interface Blueprint {
  readonly domain: string;
  readonly timezone: string;
  readonly share: number;
  readonly pages: number;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly note: string;
}

const PASSWORD = 'demo-password';

/** One website for each kind of statistics page. */
const BLUEPRINTS: readonly Blueprint[] = [
  {
    domain: 'demo-shop.example',
    timezone: 'Europe/Berlin',
    share: 1,
    pages: 400,
    settings: { privacy: 0, exclude_params: 'session*', exclude_ips: '10.0.0.0/8' },
    note: 'open to everybody',
  },
  {
    domain: 'demo-docs.example',
    timezone: 'America/New_York',
    share: 0.4,
    pages: 150,
    settings: { privacy: 2, password: PASSWORD },
    note: `password: ${PASSWORD}`,
  },
  {
    domain: 'demo-blog.example',
    timezone: 'Asia/Kolkata',
    share: 0.15,
    pages: 60,
    settings: { privacy: 1 },
    note: 'private; this link is signed and opens it for a week',
  },
];

/** The events of these days that a server could have seen, a day at a time. */
function* serverEvents(
  site: TrafficSite,
  siteKey: string,
  [from, days]: readonly [string, number],
): Generator<ServerEvent[]> {
  const website = { siteKey, domain: site.domain };
  for (const { day, events } of generateTraffic([site], from, days))
    yield events
      .filter(({ kind }) => kind !== 'engagement')
      .map((event, index) => toServerEvent(event, website, `demo-${site.domain}-${day}-${index}`));
}

export interface DemoWebsite {
  readonly domain: string;
  /** How its statistics page is opened. */
  readonly note: string;
  readonly link: string;
  /** Events that this run added. */
  readonly added: number;
}

export interface WebsitesOptions {
  /** Days up to today, 1…30: the platform knows an event's id for 30 days. */
  days: number;
  /** Visits of the largest website on an average day. */
  visitors: number;
  now: number;
  log: (line: string) => void;
}

interface WebsiteJson {
  readonly id: number;
  readonly domain: string;
  readonly site_key: string;
  readonly stats_url: string;
}

const SEED = 20_260_601;
/** At most 1,000 are taken at once. */
const BATCH = 900;

const findOrCreate = async (
  api: DemoApi,
  { domain, timezone, settings }: Blueprint,
): Promise<WebsiteJson> => {
  const found = await api.call<WebsiteJson[]>('GET', `/api/v1/websites?search=${domain}&per_page=100`);
  return (
    found.find((website) => website.domain === domain) ??
    api.call<WebsiteJson>('POST', '/api/v1/websites', { domain, timezone, ...settings })
  );
};

const fill = async (
  api: DemoApi,
  blueprint: Blueprint,
  website: WebsiteJson,
  options: WebsitesOptions,
): Promise<number> => {
  const { domain, timezone, share, pages } = blueprint;
  const visitsPerDay = options.visitors * share;
  const site = makeSite({
    seed: seedFrom(SEED, domain.length, pages),
    domain,
    timezone,
    pages,
    visitsPerDay,
  });
  const today = localDay(timezone, options.now);
  const from = addDays(today, 1 - options.days);
  // Events that an earlier run stored are not sent again; for the minute in which it ended, the ids decide.
  const known = await knownUntil(api, website.id, from, today);
  let added = 0;
  for (const ofDay of serverEvents(site, website.site_key, [from, options.days])) {
    const events = ofDay.filter(({ time }) => Date.parse(time) >= known && Date.parse(time) <= options.now);
    for (let start = 0; start < events.length; start += BATCH) {
      const batch = events.slice(start, start + BATCH);
      added += (await api.call<{ stored: number }>('POST', '/api/v1/events', { events: batch })).stored;
    }
  }
  options.log(`${domain}: ${added} events added`);
  return added;
};

/**
 * Creates the demo's websites where they are missing, and stores what happened on them since the
 * last run.
 */
export const fillWebsites = (api: DemoApi, options: WebsitesOptions): Promise<DemoWebsite[]> =>
  Promise.all(
    BLUEPRINTS.map(async (blueprint) => {
      const website = await findOrCreate(api, blueprint);
      const added = await fill(api, blueprint, website, options);
      const { url } =
        blueprint.settings['privacy'] === 1
          ? await api.call<{ url: string }>('POST', `/api/v1/websites/${website.id}/links`, {})
          : { url: website.stats_url };
      return { domain: website.domain, note: blueprint.note, link: url, added };
    }),
  );
