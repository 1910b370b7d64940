import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { childEnvironment, createTestDatabase, eventually, freePort } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

const ANALYTICS = new URL('../../services/analytics/', import.meta.url);
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let testbed: Testbed;
let database: TestDatabase;
let analytics: ChildProcess;
let gateway: Gateway;
let siteKey: string;

/** The real service behind a gateway that waits for it only this long. */
const TIMEOUT_MILLISECONDS = 1_500;

beforeAll(async () => {
  testbed = await startTestbed();
  database = await createTestDatabase({ schema: 'analytics', migrations: new URL('migrations/', ANALYTICS) });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const targets = { analytics: url, reports: url, palette: url };
  const patient = await testbed.gateway({ targets, upstreamTimeoutMilliseconds: 60_000 });
  gateway = await testbed.gateway({ targets, upstreamTimeoutMilliseconds: TIMEOUT_MILLISECONDS });
  const { body: keys } = await request(gateway.url).get('/.well-known/jwks.json').expect(200);
  analytics = spawn(process.execPath, [fileURLToPath(new URL('src/main.ts', ANALYTICS))], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: database.url,
      IDENTITY_PUBLIC_KEY: JSON.stringify(keys),
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
    },
    stdio: 'ignore',
  });
  const { text } = await testbed.issue();
  const site = await eventually(() =>
    request(patient.url)
      .post('/api/v1/websites')
      .set(bearer(text))
      .send({ domain: 'late.example' })
      .expect(201),
  );
  siteKey = site.body.data.site_key;
  // The first hit is slow: it makes the month's tables.
  await hit(patient, '/first').expect(204);
});

afterAll(async () => {
  const ended = once(analytics, 'exit');
  analytics.kill('SIGKILL');
  await ended;
  await testbed.close();
  await database.drop();
});

const hit = (through: Gateway, path: string) =>
  request(through.url)
    .post('/collect')
    .set('User-Agent', CHROME)
    .set('Content-Type', 'text/plain')
    .send(JSON.stringify({ k: siteKey, u: `https://late.example${path}` }));

const storedPages = (): Promise<string[]> =>
  database
    .database('events')
    .join('dictionary', { 'dictionary.id': 'events.page_id', 'dictionary.website_id': 'events.website_id' })
    .pluck<string[]>('dictionary.value');

describe('a service that is late', () => {
  it('stores nothing of a hit whose sender was told that it failed', async () => {
    const lock = await database.database.transaction();
    await lock.raw('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    const refused = await hit(gateway, '/refused');
    expect([503, 504]).toContain(refused.status);
    await lock.rollback();
    // Hits are written in their order: once this one is there, the other one won't come.
    await eventually(() => hit(gateway, '/stored').expect(204));
    const pages = await storedPages();
    expect(pages).toContain('/stored');
    expect(pages).not.toContain('/refused');
  });
});
