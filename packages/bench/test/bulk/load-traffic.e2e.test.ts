import { startPostgres } from '@platform/testing';
import type { TestPostgres } from '@platform/testing';
import pg from 'pg';

import { loadTraffic } from '../../src/bulk/load-traffic.ts';
import { startService } from '../../src/harness/start-service.ts';
import type { RunningService } from '../../src/harness/start-service.ts';
import { generateTraffic, planSites, toServerEvent } from '@platform/demo/traffic';
import type { ServerEvent } from '@platform/demo/traffic';
import { tableContents } from './table-contents.ts';

// Clocks in Berlin skip an hour on the second of these days.
const FROM = '2025-03-29';
const DAYS = 3;
const sites = planSites({ seed: 3, events: 6_000, days: DAYS, smallSites: 2, largeShare: 0.8 });
const NEAR_MIDNIGHT_MS = 31 * 60_000;

describe('loading traffic', () => {
  let postgres: TestPostgres;
  let service: RunningService;
  let client: pg.Client;
  let authorization: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    service = await startService('analytics', { postgresUrl: postgres.url });
    authorization = await service.identity.bearer();
    client = new pg.Client({ connectionString: service.databaseUrl, options: '-c search_path=analytics' });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await service.stop();
    await postgres.stop();
  });

  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${service.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };

  it('leaves the tables as the service would after receiving the same events', async () => {
    const { databaseUrl } = service;
    const options = { databaseUrl, organisation: 'org_bulk', sites, from: FROM, days: DAYS };
    const loaded = await loadTraffic({ ...options, withEngagement: false });

    const created = new Map<string, { id: number; siteKey: string }>();
    for (const { domain, timezone } of sites) {
      const website = await post('websites', { domain, timezone });
      created.set(domain, { id: website['id'] as number, siteKey: website['site_key'] as string });
    }
    for (const { site, day, start, events } of generateTraffic(sites, FROM, DAYS)) {
      const siteKey = created.get(site.domain)?.siteKey ?? '';
      const reports = events
        .filter(({ kind }) => kind !== 'engagement')
        .map((event, index) => toServerEvent(event, { siteKey, domain: site.domain }, `${day}-${index}`));
      // Shortly after midnight the service asks for yesterday's salt first; apart, so that the
      // order stays.
      const isEarly = ({ time }: ServerEvent): boolean => Date.parse(time) < start + NEAR_MIDNIGHT_MS;
      for (const part of [reports.filter(isEarly), reports.filter((report) => !isEarly(report))])
        for (let from = 0; from < part.length; from += 900)
          await post('events', { events: part.slice(from, from + 900) });
    }

    for (const { id, site } of loaded.websites) {
      const sent = await tableContents(client, created.get(site.domain)?.id ?? 0);
      expect(sent['visits']?.length).toBeGreaterThan(10);
      expect(await tableContents(client, id)).toEqual(sent);
    }
  });

  it('can be read by the service’s statistics', async () => {
    const { databaseUrl } = service;
    const options = { databaseUrl, organisation: 'org_test', from: '2025-05-05', days: 2 };
    const [site] = planSites({ seed: 4, events: 1_000, days: 2, smallSites: 0, largeShare: 1 });
    if (!site) throw new Error('There is no website.');
    const { websites } = await loadTraffic({ ...options, sites: [{ ...site, domain: 'other.example' }] });
    const response = await fetch(
      `${service.url}/api/v1/stats/${websites[0]?.id}?name=country&from=2025-05-05&to=2025-05-06`,
      { headers: { authorization } },
    );
    const { data } = (await response.json()) as { data: { value: string; count: number }[] };
    const [first] = data;
    expect(first).toMatchObject({ value: 'DE' });
    expect(first?.count).toBeGreaterThan(data[1]?.count ?? Number.POSITIVE_INFINITY);
  });
});
