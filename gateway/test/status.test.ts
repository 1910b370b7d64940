import { createDatabase } from '@platform/database';
import { grants } from '@platform/identity';
import type { Scope } from '@platform/identity';
import { processVersions, versionsName } from '@platform/runtime';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { ROLES, scopesOf } from '../src/members/member.ts';
import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

const VERSIONS = {
  version: '9.8.7',
  node: '24.0.1',
  started_at: '2026-11-01T00:00:00.000Z',
  schema: '0042_last',
};
const queue = (isShared: boolean, waiting: number, workers: object[]) => ({
  isShared,
  waiting,
  active: 1,
  delayed: 2,
  workers,
});

let testbed: Testbed;
let operator: string;
const services: FakeService[] = [];

/** A service that answers as these say. */
const startInstance = async (readiness: object, queues: object, status = 200): Promise<FakeService> => {
  const service = await startService((incoming, response) => {
    const isReady = incoming.url === '/health/ready';
    response.writeHead(isReady ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isReady ? readiness : { ...VERSIONS, queues }));
  });
  services.push(service);
  return service;
};

const ask = async (gateway: Gateway, key = operator) =>
  request(gateway.url).get('/v1/status').set(bearer(key));

beforeAll(async () => {
  testbed = await startTestbed();
  operator = (await testbed.issue({ scopes: ['*', 'operators:read'] })).text;
});
afterAll(async () => {
  await testbed.close();
  await Promise.all(services.map((service) => service.close()));
});

const WORKER = { version: '9.8.7', node: '24.0.1' };

describe('GET /v1/status', () => {
  it('shows what every instance says of itself, and what the gateway makes of it', async () => {
    const well = await startInstance({ status: 'ok' }, { collect: queue(false, 3, [WORKER]) });
    const half = await startInstance(
      { status: 'degraded', failing: [], degraded: ['writes'] },
      { collect: queue(false, 4, [WORKER]) },
    );
    const unready = await startInstance(
      { status: 'unavailable', failing: ['database'] },
      { jobs: null },
      503,
    );
    const gone = 'http://127.0.0.1:1';
    const gateway = await testbed.gateway({
      targets: { analytics: `${well.url},${half.url}`, reports: unready.url, palette: gone },
    });
    // Changes of keys are announced on a connection that a busy machine makes a moment later.
    await eventually(() => request(gateway.url).get('/health/ready').expect({ status: 'ok', failing: [] }));
    const { status, body } = await ask(gateway);
    expect(status).toBe(200);
    expect(body.data.status).toBe('down');
    const [own, ...others] = body.data.instances;
    expect(own).toMatchObject({
      area: 'gateway',
      address: null,
      status: 'ok',
      circuit: null,
      version: processVersions.version,
      node: process.versions.node,
    });
    expect(own.schema).toMatch(/^2026/);
    const asked = { circuit: 'closed', pending: 0, failing: [], degraded: [], ...VERSIONS };
    const silent = { version: null, node: null, schema: null, started_at: null };
    expect(others).toEqual([
      { ...asked, area: 'analytics', address: well.url, status: 'ok' },
      { ...asked, area: 'analytics', address: half.url, status: 'degraded', degraded: ['writes'] },
      { ...asked, area: 'reports', address: unready.url, status: 'unavailable', failing: ['database'] },
      { ...asked, ...silent, area: 'palette', address: gone, status: 'unreachable' },
    ]);
    // Numbers that each keeps in its memory are added up.
    const { waiting, workers } = body.data.queues[1];
    expect(body.data.queues[1].name).toBe('collect');
    expect([waiting, workers]).toEqual([7, [WORKER, WORKER]]);
    const unread = { waiting: null, active: null, delayed: null, workers: null };
    expect(body.data.queues[2]).toEqual({ area: 'reports', name: 'jobs', ...unread });
  });

  it('shows a queue that instances share once, and finds the workers of webhooks', async () => {
    const jobs = queue(true, 5, []);
    const [one, two] = [await startInstance({}, { jobs }), await startInstance({}, { jobs })];
    const target = `${one.url},${two.url}`;
    const gateway = await testbed.gateway({
      targets: { analytics: one.url, reports: target, palette: one.url },
    });
    const before = await ask(gateway);
    const named = ({ area, name }: { area: string; name: string }) => `${area} ${name}`;
    expect(before.body.data.queues.map(named)).toEqual([
      'gateway webhooks',
      'analytics jobs',
      'reports jobs',
      'palette jobs',
    ]);
    expect(before.body.data.queues[2]).toMatchObject({ waiting: 5, active: 1, delayed: 2 });
    expect(before.body.data.queues[0]).toMatchObject({ waiting: 0, workers: [] });
    // Nobody works on them.
    expect(before.body.data.status).toBe('degraded');

    const worker = createDatabase({
      url: testbed.database.url,
      schema: 'gateway',
      applicationName: `webhook-worker:w:${versionsName()}:1`,
    });
    await worker.raw('SELECT 1');
    const { version, node } = processVersions;
    const after = await ask(gateway);
    expect(after.body.data.queues[0].workers).toEqual([{ version, node }]);
    await worker.destroy();
  });

  it('counts the deliveries of webhooks that are due, under way and put off', async () => {
    const { database } = testbed.database;
    const [{ id: organisation }] = (await database('organisations').select('id').limit(1)) as [
      { id: string },
    ];
    const hook = {
      organisation_id: organisation,
      url: 'https://example.com/',
      events: ['ping'],
      secret: 's',
    };
    await database('webhooks').insert({ id: 'whk_1', ...hook });
    await database('webhook_events').insert(
      ['due', 'running', 'later', 'done'].map((id) => ({
        id,
        organisation_id: organisation,
        type: 'ping',
        occurred_at: new Date(),
        data: '{}',
      })),
    );
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 600_000)];
    const delivery = (
      event: string,
      status: string,
      attempt: number,
      attempts: object[],
      at: Date | null,
    ) => ({
      id: `dlv_${event}`,
      webhook_id: 'whk_1',
      event_id: event,
      status,
      attempt,
      attempts: JSON.stringify(attempts),
      next_attempt_at: at,
    });
    await database('webhook_deliveries').insert([
      delivery('due', 'pending', 0, [], past),
      delivery('running', 'pending', 2, [{}], future),
      delivery('later', 'pending', 1, [{}], future),
      delivery('done', 'delivered', 1, [{}], null),
    ]);
    const gateway = await testbed.gateway();
    const { body } = await ask(gateway);
    expect(body.data.queues[0]).toMatchObject({ name: 'webhooks', waiting: 1, active: 1, delayed: 1 });
  });

  it.each<{ scopes: (Scope | '*')[] }>([{ scopes: ['*'] }, { scopes: ['usage:read', 'keys:admin'] }])(
    'is 403 for a key with $scopes: it shows more than one organisation',
    async ({ scopes }) => {
      const { text } = await testbed.issue({ scopes });
      const { status, body } = await ask(await testbed.gateway(), text);
      expect([status, body.error.code]).toEqual([403, 'forbidden']);
      expect(body.error.message).toContain('operators:read');
    },
  );

  it.each(ROLES)('is no scope of a member who is %s', (role) => {
    expect(grants(scopesOf(role), 'operators:read')).toBe(false);
  });

  it('can be passed on by those who have it only', async () => {
    const gateway = await testbed.gateway();
    const make = (key: string) =>
      request(gateway.url)
        .post('/v1/keys')
        .set(bearer(key))
        .send({ name: 'Screen on the wall', scopes: ['operators:read'] });
    const { text: owner } = await testbed.issue({ scopes: ['*'] });
    expect((await make(owner)).status).toBe(403);
    const made = await make(operator);
    expect(made.status).toBe(201);
    expect((await ask(gateway, made.body.data.key)).status).toBe(200);
  });
});

describe('GET /v1/status/checks', () => {
  const examine = (gateway: Gateway, headers: Record<string, string> = {}, key = operator) =>
    request(gateway.url)
      .get('/v1/status/checks')
      .set({ ...bearer(key), ...headers });

  it('says what was examined, what was found, and what to do, in the language asked for', async () => {
    const well = await startInstance({ status: 'ok' }, {});
    const gateway = await testbed.gateway({
      targets: { analytics: well.url, reports: well.url, palette: well.url },
      smtpUrl: 'smtp://someone:a-secret@127.0.0.1:1',
      publicUrl: 'http://platform.example',
      limitPerMinute: 0,
      guardAllow: ['10.0.0.0/8', '192.0.2.7'],
    });
    const { status, body } = await examine(gateway);
    expect(status).toBe(200);
    expect(body.data.status).toBe('failed');
    const found = Object.fromEntries(
      body.data.checks.map(({ check, ...rest }: { check: string }) => [check, rest]),
    ) as Record<string, { status: string; message: string; remedy: string | null }>;
    expect(found['database']).toMatchObject({ status: 'ok', remedy: null });
    expect(found['clock']).toMatchObject({ status: 'ok' });
    expect(found['mail']).toMatchObject({ status: 'failed', remedy: expect.stringContaining('SMTP_URL') });
    expect(JSON.stringify(body)).not.toContain('a-secret');
    // The services say that they run another version.
    expect(found['versions']).toMatchObject({ status: 'warning', message: expect.stringContaining('9.8.7') });
    const unsafe = body.data.checks.filter(({ check }: { check: string }) => check === 'safety');
    expect(unsafe.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('http://platform.example'),
      expect.stringContaining('limits'),
      expect.stringMatching(/10\.0\.0\.0\/8\.$/),
    ]);
    const german = await examine(gateway, { 'Accept-Language': 'de' });
    expect(german.headers).toMatchObject({ 'content-language': 'de' });
    expect(
      german.body.data.checks.find(({ check }: { check: string }) => check === 'mail').message,
    ).toContain('Mailserver');
  });

  it('says which servers can not be reached, within seconds, however many ask', async () => {
    const gateway = await testbed.gateway({ redisUrl: 'redis://127.0.0.1:1' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => examine(gateway)));
    for (const { body } of answers)
      expect(body.data.checks).toContainEqual(
        expect.objectContaining({
          check: 'redis',
          status: 'failed',
          message: expect.stringContaining('ECONNREFUSED'),
        }),
      );
    expect(new Set(answers.map(({ body }) => body.data.checked_at.slice(0, 16))).size).toBeLessThanOrEqual(2);
  });

  it('is for operators only', async () => {
    const gateway = await testbed.gateway();
    const { text } = await testbed.issue({ scopes: ['*'] });
    const { status, body } = await examine(gateway, {}, text);
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('operators:read')]);
  });
});
