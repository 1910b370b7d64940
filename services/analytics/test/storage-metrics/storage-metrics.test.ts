import { createMetrics, silentLogger } from '@platform/runtime';
import request from 'supertest';

import { observeStorage } from '../../src/storage-metrics/storage-metrics.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

const valueOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
const scrape = async (): Promise<string> =>
  (await request(platform.server).get('/metrics')).text.replaceAll('{service="analytics"}', '');

describe('metrics for operators', () => {
  it('report lag, partitions, size, dropped requests and e-mails', async () => {
    const began = Date.now();
    const site = await platform.createWebsite();
    expect((await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` })).status).toBe(204);
    expect((await platform.beacon({ k: 'nobody', u: 'https://a.example/' })).status).toBe(204);
    await platform.db.database('email_deliveries').insert({
      website_id: site.id,
      frequency: 'weekly',
      first_day: new Date(),
      last_day: new Date(),
      recipient: 'a@example.org',
      status: 'failed',
      next_attempt_at: new Date(),
    });
    const text = await scrape();
    const elapsed = (Date.now() - began) / 1000;
    expect(valueOf(text, 'analytics_newest_event_age_seconds')).toBeLessThanOrEqual(elapsed + 1);
    // Rollups are written in the transaction of the events: there is nothing to be behind.
    expect(valueOf(text, 'analytics_rollup_lag_seconds')).toBe(0);
    expect(valueOf(text, 'analytics_partitions')).toBeGreaterThan(0);
    expect(valueOf(text, 'analytics_partitions_ahead')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'analytics_storage_bytes')).toBeGreaterThan(8000);
    expect(valueOf(text, 'analytics_derived_bytes')).toBeGreaterThan(8000);
    expect(text).toContain('analytics_dropped_requests{reason="unknown_site",service="analytics"} 1');
    expect(text).toContain('analytics_email_deliveries{status="failed",service="analytics"} 1');
  });

  it('report a rollup that is behind', async () => {
    const site = await platform.createWebsite();
    await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` });
    const quarters = platform.db.database<{ website_id: number; bucket: Date }>('rollup_quarters');
    const quarter = await quarters.clone().where({ website_id: site.id }).first('bucket');
    await quarters
      .clone()
      .where({ website_id: site.id })
      .update({ bucket: new Date(Number(quarter?.bucket) - 3_600_000) });
    const second = await platform.startInstance();
    const answer = await request(second.server).get('/metrics');
    const lag = Number(/^analytics_rollup_lag_seconds\S* (\S+)$/m.exec(answer.text)?.[1]);
    expect(lag).toBeGreaterThan(2600);
    expect(lag).toBeLessThanOrEqual(3600);
    // For the other cases, it isn't.
    await quarters.clone().where({ website_id: site.id }).delete();
    await platform.db.database('events').where({ website_id: site.id }).delete();
  });

  it('query the database once for many scrapes, and survive without it', async () => {
    let reads = 0;
    let clock = 0;
    const metrics = createMetrics({ service: 'analytics', withProcess: false });
    observeStorage({
      metrics,
      logger: silentLogger(),
      now: () => clock,
      recentWebsites: () => [],
      store: {
        read: () => {
          reads += 1;
          return Promise.reject(new Error('no database'));
        },
      },
    });
    expect(await metrics.metrics()).toContain('# HELP analytics_partitions ');
    await metrics.metrics();
    expect(reads).toBe(1);
    clock = 20_000;
    await metrics.metrics();
    expect(reads).toBe(2);
  });
});
