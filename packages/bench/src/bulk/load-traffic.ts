import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { generateTraffic } from '@platform/demo/traffic';
import type { Day, TrafficSite } from '@platform/demo/traffic';

import { startLoading } from './loading-process.ts';
import { toTrafficLine } from './traffic-line.ts';

export interface LoadOptions {
  /**
   * Connection string of the role of services/analytics; its schema is up to date and the websites
   * are not in it.
   */
  databaseUrl: string;
  /** Owner of the websites. */
  organisation: string;
  sites: readonly TrafficSite[];
  from: Day;
  days: number;
  /**
   * False leaves out engagement, which only browsers report and the interface for servers doesn't
   * take.
   */
  withEngagement?: boolean;
  log?: (line: string) => void;
}

export interface LoadedSite {
  readonly id: number;
  readonly siteKey: string;
  readonly site: TrafficSite;
}

export interface LoadedTraffic {
  readonly websites: readonly LoadedSite[];
  readonly events: number;
  readonly visits: number;
  readonly drops: number;
  readonly seconds: number;
}

const PROGRESS_EVERY = 30;

const insertWebsites = async (
  client: pg.Client,
  organisation: string,
  sites: readonly TrafficSite[],
): Promise<LoadedSite[]> => {
  const keys = sites.map(() => randomBytes(12).toString('base64url'));
  const { rows } = await client.query<{ id: number; site_key: string }>(
    `INSERT INTO websites (organisation, domain, site_key, timezone)
     SELECT $1, domain, site_key, timezone FROM unnest($2::text[], $3::text[], $4::text[]) AS w (domain, site_key, timezone)
     RETURNING id, site_key`,
    [organisation, sites.map(({ domain }) => domain), keys, sites.map(({ timezone }) => timezone)],
  );
  const ids = new Map(rows.map(({ id, site_key }) => [site_key, id]));
  return sites.map((site, index) => {
    const siteKey = keys[index] ?? '';
    return { site, siteKey, id: ids.get(siteKey) ?? 0 };
  });
};

/**
 * Loads generated traffic through the service's own pipeline and writer, in a separate process.
 * Nothing may be sent to these websites until it has finished.
 */
export const loadTraffic = async (options: LoadOptions): Promise<LoadedTraffic> => {
  const { databaseUrl, organisation, sites, from, days } = options;
  const { withEngagement = true, log = () => undefined } = options;
  const startedAt = performance.now();
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=analytics' });
  await client.connect();
  try {
    const websites = await insertWebsites(client, organisation, sites);
    const keys = new Map(websites.map(({ site, siteKey }) => [site, siteKey]));
    const loading = startLoading(databaseUrl, organisation);
    let day = '';
    let daysDone = 0;
    for (const siteDay of generateTraffic(sites, from, days)) {
      if (siteDay.day !== day) {
        day = siteDay.day;
        if (daysDone > 0 && daysDone % PROGRESS_EVERY === 0) log(`${daysDone} of ${days} days`);
        daysDone += 1;
      }
      const website = { domain: siteDay.site.domain, siteKey: keys.get(siteDay.site) ?? '' };
      for (const event of siteDay.events)
        if (withEngagement || event.kind !== 'engagement') await loading.send(toTrafficLine(event, website));
    }
    const { stored = 0, ...dropped } = await loading.end();
    await client.query(
      'VACUUM (ANALYZE) events, visits, rollup_quarters, rollup_pages, rollup_values, dictionary',
    );
    const { rows } = await client.query<{ visits: number }>(
      'SELECT count(*)::int AS visits FROM visits WHERE website_id = ANY ($1)',
      [websites.map(({ id }) => id)],
    );
    return {
      websites,
      events: stored,
      visits: rows[0]?.visits ?? 0,
      drops: Object.values(dropped).reduce((sum, count) => sum + count, 0),
      seconds: (performance.now() - startedAt) / 1_000,
    };
  } finally {
    await client.end();
  }
};
