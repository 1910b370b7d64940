import { randomUUID } from 'node:crypto';

import { createDatabase } from '@platform/database';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { startTemporaryPlatform } from '../src/index.ts';
import type { Platform } from '../src/index.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let platform: Platform;

beforeAll(async () => {
  platform = await startTemporaryPlatform({ UPSTREAM_TIMEOUT_SECONDS: '2' });
});

afterAll(() => platform.stop());

const send = (method: 'get' | 'post' | 'delete', path: string) =>
  request(platform.url)[method](path).set('Authorization', `Bearer ${platform.key}`);

const signal = (service: string, name: NodeJS.Signals): void => {
  const pid = platform.children.find((child) => child.name === service)?.pid;
  if (pid === undefined) throw new Error(`${service} isn't running.`);
  process.kill(pid, name);
};

interface Case {
  service: 'analytics' | 'reports' | 'palette';
  path: string;
  table: string;
  body: (name: string) => object;
}

const CASES: Case[] = [
  {
    service: 'analytics',
    path: '/api/v1/websites',
    table: 'websites',
    body: (name) => ({ domain: `${name}.example` }),
  },
  {
    service: 'reports',
    path: '/api/v1/reports',
    table: 'reports',
    body: (name) => ({ url: `http://127.0.0.1:9/${name}` }),
  },
  {
    service: 'palette',
    path: '/v1/palettes',
    table: 'palettes',
    body: (name) => ({ name, base_color: '#3366cc' }),
  },
];

describe.each(CASES)('$service, when it goes on after a freeze', ({ service, path, table, body }) => {
  const create = (name: string) => send('post', path).send(body(name));

  /** Waits until the service has handled what came before. */
  const settle = async (): Promise<void> => {
    for (let count = 0; count < 3; count += 1)
      await eventually(async () => {
        expect((await create(`after-${randomUUID()}`)).status).toBe(201);
      });
  };

  const stored = async (): Promise<string> => JSON.stringify((await send('get', path).expect(200)).body);

  beforeAll(settle);
  afterAll(() => {
    signal(service, 'SIGCONT');
  });

  it('stores nothing that arrived meanwhile and was answered with 504', async () => {
    signal(service, 'SIGSTOP');
    const names = [1, 2, 3].map((number) => `frozen-${number}-${service}`);
    const answers = await Promise.all(names.map(create));
    expect(answers.map(({ status }) => status)).toEqual([504, 504, 504]);
    signal(service, 'SIGCONT');
    await settle();
    expect(await stored()).not.toContain('frozen-');
  });

  it('commits nothing that was under way and was answered with 504', async () => {
    const database = createDatabase({ url: platform.databases[service], schema: service });
    const lock = await database.transaction();
    await lock.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const answer = create(`halfway-${service}`).set('Idempotency-Key', randomUUID());
    const [{ status }] = await Promise.all([
      answer,
      eventually(async () => {
        const { rows } = await database.raw<{ rows: unknown[] }>(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = ?",
          [service],
        );
        expect(rows).not.toEqual([]);
        signal(service, 'SIGSTOP');
      }),
    ]);
    expect(status).toBe(504);
    await lock.rollback();
    signal(service, 'SIGCONT');
    await settle();
    expect(await stored()).not.toContain('halfway-');
    await database.destroy();
  });
});

it('analytics stores no hit that arrived during a freeze and was answered with 504', async () => {
  const { body } = await send('post', '/api/v1/websites').send({ domain: 'hits.example' }).expect(201);
  const { id, site_key: key } = body.data as { id: number; site_key: string };
  const hit = (page: string) =>
    request(platform.url)
      .post('/collect')
      .set('User-Agent', CHROME)
      .set('Content-Type', 'text/plain')
      .send(JSON.stringify({ k: key, u: `https://hits.example/${page}` }));
  await eventually(() => hit('before').expect(204));
  signal('analytics', 'SIGSTOP');
  const answers = await Promise.all(['frozen-1', 'frozen-2', 'frozen-3'].map(hit));
  expect(answers.map(({ status }) => status)).toEqual([504, 504, 504]);
  signal('analytics', 'SIGCONT');
  await eventually(() => hit('after').expect(204));
  await eventually(() => hit('after').expect(204));
  const pages = await send('get', `/api/v1/stats/${id}?name=page`);
  expect(JSON.stringify(pages.body)).not.toContain('frozen-');
  expect(JSON.stringify(pages.body)).toContain('after');
});
