import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '@platform/testing';

import { randomTraffic } from './random-traffic.ts';
import { storeTraffic } from './store-traffic.ts';
import { createStatsApp } from './stats-app.ts';
import type { StatsApp } from './stats-app.ts';

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
