import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { eventually } from '@platform/testing';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { randomTraffic } from './random-traffic.ts';
import { storeTraffic } from './store-traffic.ts';
import { createStatsApp } from './stats-app.ts';
import type { StatsApp } from './stats-app.ts';

describe('the export of raw events', () => {
  const EVENTS = 90_000;

  let platform: RunningAnalytics;
  let site: WebsiteJson;

  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite();
    await platform.beacon({ k: site.site_key, u: `https://${site.domain}/a-page-with-a-long-name` });
    // As many events of that visit as a busy day has, with properties that weigh something.
    await platform.db.database.raw(
      `INSERT INTO events SELECT date_trunc('day', ts AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + n * interval '0.5 seconds', visit_id, website_id, page_id, 0, 0, 1, 0, 0,
         jsonb_build_object('text', repeat('x', 400)) FROM events, generate_series(1, ?) AS n WHERE website_id = ? AND kind = 0`,
      [EVENTS, site.id],
    );
  });
  afterAll(() => platform.stop());

  /** Heap in use after a full collection. */
  const heap = (): number => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return process.memoryUsage().heapUsed + process.memoryUsage().external;
  };

  const open = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(
        `${platform.url}/api/v1/stats/${site.id}/events`,
        // A connection of its own: one kept from before may be closed just as it is used again.
        { headers: { Authorization: platform.authorization }, agent: false },
        resolve,
      ).once('error', reject);
    });

  const busyConnections = async (): Promise<number> => {
    const { rows } = await platform.db.database.raw<{ rows: { count: number }[] }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE '%FROM events e LEFT JOIN visits%' AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  };

  it('streams a busy day in constant memory', async () => {
    const response = await open();
    expect(response.statusCode).toBe(200);
    const before = heap();
    let [bytes, peak, chunks] = [0, 0, 0];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      chunks += 1;
      if (chunks % 100 === 0) peak = Math.max(peak, heap() - before);
    }
    expect(bytes).toBeGreaterThan(EVENTS * 600);
    // Sixty megabytes went by.
    expect(peak).toBeLessThan(25_000_000);
  });

  it('waits for a slow reader instead of filling the memory', async () => {
    const before = heap();
    const response = await open();
    // In the time in which another one reads it all.
    for await (const chunk of (await open()) as AsyncIterable<Buffer>) expect(chunk).not.toHaveLength(0);
    expect(heap() - before).toBeLessThan(25_000_000);
    response.destroy();
  });

  it('closes its cursor when the client disconnects', async () => {
    const response = await open();
    await new Promise((resolve) => response.once('data', resolve));
    expect(await busyConnections()).toBeLessThanOrEqual(1);
    response.destroy();
    await eventually(async () => {
      expect(await busyConnections()).toBe(0);
    });
    // The pool has all its connections back.
    const all = Array.from({ length: 10 }, () => platform.db.database.raw('SELECT pg_sleep(0.05)'));
    expect(await Promise.all(all)).toHaveLength(10);
  });
});

describe('an export that nobody reads', () => {
  const NOW = Date.parse('2026-04-15T12:20:00Z');
  /** More than what the sockets on the way hold. */
  const EVENTS = 40_000;

  let stats: StatsApp;
  beforeAll(async () => {
    stats = await createStatsApp(() => NOW, { exportPatience: 300 });
    await stats.addWebsite({ id: 7 });
    const day = { from: '2026-04-14', days: 1, zone: 'UTC' };
    await storeTraffic(stats.db.database, randomTraffic({ websiteId: 7, visits: 1, seed: 1, ...day }));
    await stats.db.database.raw(
      `INSERT INTO events (ts, visit_id, website_id, page_id, name_id, engaged_ms, kind, flags, scroll, props)
       SELECT timestamptz '2026-04-14T12:00:00Z' + n * interval '0.1 seconds', visit_id, website_id, page_id, 0, 0, 0, 0, 0,
         jsonb_build_object('text', repeat('x', 400))
       FROM (SELECT visit_id, website_id, page_id FROM events LIMIT 1) AS one, generate_series(1, ?) AS n`,
      [EVENTS],
    );
  });
  afterAll(() => stats.db.drop());

  const openCursors = async (): Promise<number> => {
    const { rows } = await stats.db.database.raw<{ rows: { count: number }[] }>(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND query ILIKE '%FROM events e LEFT JOIN visits%' AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  };

  it('gives the connection of an export back when its reader has stopped reading', async () => {
    const server = createServer(stats.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const authorization = await stats.identity.bearer();
    const path = '/api/v1/stats/7/events?from=2026-04-14&to=2026-04-14';
    const request = get({ port, path, headers: { authorization } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.pause();
    await eventually(async () => {
      expect(await openCursors()).toBe(1);
    });
    await eventually(async () => {
      expect(await openCursors()).toBe(0);
    });
    // Half an export doesn't look whole.
    const ended = once(response, 'error');
    response.resume();
    expect(String((await ended)[0])).toContain('aborted');
    server.close();
  });
});
