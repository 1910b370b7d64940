import { addDays, localDay, makeSite, seedFrom } from '@platform/traffic';

import type { DemoApi } from './demo-api.ts';
import { BLUEPRINTS } from './demo-blueprints.ts';
import type { Blueprint } from './demo-blueprints.ts';
import { knownUntil } from './known-until.ts';
import { serverEvents } from './server-events.ts';

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
  // What a run before this one stored is not sent again; of the minute in which it ended, the ids
  // tell.
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
