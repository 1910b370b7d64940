import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { addDays, generateTraffic, startOfDay } from '@platform/traffic';
import type { Day, TrafficSite } from '@platform/traffic';

import { countRollups } from './rollups.ts';
import { ensurePartitions } from './partitions.ts';
import { createRowWriter } from './row-writer.ts';

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

const DAY_MS = 86_400_000;
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
 * Writes generated traffic straight into the tables of services/analytics by COPY, millions of
 * events in minutes, and leaves them as its own writer would have (test/bulk compares). What lives
 * for a day only, salts and visitors, is left out. The service may run meanwhile, but nothing may
 * be sent to these websites before this has ended.
 */
export const loadTraffic = async (options: LoadOptions): Promise<LoadedTraffic> => {
  const {
    databaseUrl,
    organisation,
    sites,
    from,
    days,
    withEngagement = true,
    log = () => undefined,
  } = options;
  const startedAt = performance.now();
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      options: '-c search_path=analytics -c synchronous_commit=off',
    });
    await client.connect();
    return client;
  };
  const client = await connect();
  try {
    const websites = await insertWebsites(client, organisation, sites);
    const first = startOfDay('UTC', from) - DAY_MS;
    await ensurePartitions(client, first, startOfDay('UTC', addDays(from, days)) + DAY_MS);
    const writer = await createRowWriter(connect, websites);
    let day = '';
    let daysDone = 0;
    for (const siteDay of generateTraffic(sites, from, days)) {
      if (siteDay.day !== day) {
        day = siteDay.day;
        if (daysDone > 0 && daysDone % PROGRESS_EVERY === 0) log(`${daysDone} of ${days} days`);
        daysDone += 1;
      }
      const events = siteDay.events.filter(({ kind }) => withEngagement || kind !== 'engagement');
      await writer.add({ ...siteDay, events });
    }
    const counts = await writer.end();
    const ids = websites.map(({ id }) => id);
    log(`${counts.events} events are in; counting rollups`);
    await countRollups(connect, Math.min(...ids), Math.max(...ids));
    await client.query(
      'VACUUM (ANALYZE) events, visits, rollup_quarters, rollup_pages, rollup_values, dictionary',
    );
    return { websites, ...counts, seconds: (performance.now() - startedAt) / 1_000 };
  } finally {
    await client.end();
  }
};
