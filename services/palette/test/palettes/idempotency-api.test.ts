import { eventually } from '@platform/testing';
import request from 'supertest';

import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let stranger: PaletteClient;

beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness, 'org_a');
  stranger = await clientOf(harness, 'org_b');
});

afterAll(() => harness.close());

const rows = async (table: string): Promise<number> =>
  Number((await harness.database.database(table).count<{ count: string }[]>())[0]?.count);

describe('access', () => {
  it('requires an identity and the scope', async () => {
    const anonymous = await request(harness.app).post('/v1/palettes').send({ base_color: '#fff' });
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers['www-authenticate']).toBe('Bearer');
    const reader = await clientOf(harness, 'org_a', ['palettes:read']);
    const refused = await reader.post('/v1/palettes', { base_color: '#fff' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('palettes:write');
    expect((await reader.get('/v1/palettes')).status).toBe(200);
    const writer = await clientOf(harness, 'org_a', ['palettes:write']);
    // Writing includes reading.
    expect((await writer.get('/v1/palettes')).status).toBe(200);
    expect((await writer.get('/v1/workspaces?org_id=org_a')).status).toBe(403);
    expect((await writer.post('/v1/palettes', { base_color: '#fff' })).status).toBe(201);
  });

  it('distinguishes a wrong method from an unknown path', async () => {
    const wrong = await request(harness.app).put('/v1/palettes');
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'POST, GET, HEAD']);
    expect((await request(harness.app).get('/v1/pallets')).status).toBe(404);
  });
});

describe('Idempotency-Key', () => {
  const key = (value: string) => ({ 'Idempotency-Key': value });

  it('creates one palette for a repeated request', async () => {
    const before = await rows('palettes');
    const body = { base_color: '#3366cc', harmony: 'square' };
    const first = await client.post('/v1/palettes', body, key('k-1'));
    const again = await client.post(
      '/v1/palettes',
      { harmony: 'square', count: 5, base_color: '#3366cc' },
      key('k-1'),
    );
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers).toMatchObject({ location: first.headers.location, 'idempotency-replayed': 'true' });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(await rows('palettes')).toBe(before + 1);
  });

  it('creates one palette for 50 requests at once', async () => {
    const before = await rows('palettes');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.post('/v1/palettes', { base_color: '#3366cc' }, key('k-2'))),
    );
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await rows('palettes')).toBe(before + 1);
  });

  it('refuses the key with a different body, and lets other organisations use it', async () => {
    await client.post('/v1/palettes', { base_color: '#3366cc' }, key('k-3'));
    const refused = await client.post('/v1/palettes', { base_color: '#3366cd' }, key('k-3'));
    expect(refused.status).toBe(400);
    expect(refused.body.error.code).toBe('idempotency_key_reused');
    expect(refusedFields(refused)).toEqual(['Idempotency-Key']);
    expect((await stranger.post('/v1/palettes', { base_color: '#3366cd' }, key('k-3'))).status).toBe(201);
    expect((await client.post('/v1/workspaces', { name: 'k-3' }, key('k-3'))).status).toBe(201);
  });

  it('does not remember failures', async () => {
    expect((await client.post('/v1/palettes', { base_color: 'nope' }, key('k-4'))).status).toBe(400);
    expect((await client.post('/v1/palettes', { base_color: '#fff' }, key('k-4'))).status).toBe(201);
  });

  it.each(['a b', 'é', 'x'.repeat(256)])('refuses the key %j', async (value) => {
    const answer = await client.post('/v1/palettes', { base_color: '#fff' }, key(value));
    expect(answer.status).toBe(400);
    expect(refusedFields(answer)).toEqual(['Idempotency-Key']);
  });
});

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** How many statements wait for a lock that another transaction holds. */
const waitingForLocks = async (): Promise<number> => {
  const { rows } = await harness.database.database.raw<{ rows: { count: string }[] }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
};

describe('palettes created at the same time', () => {
  it('are all stored as they were answered', async () => {
    const client = await clientOf(harness, 'org_many');
    const made = await times(40, (index) =>
      client.post('/v1/palettes', {
        base_color: `rgb(${index * 5} 102 204)`,
        count: 1 + (index % 8),
        name: index % 2 === 0 ? `“Nº ${index}” \\ {"a": '$1'}` : null,
        ...(index % 3 === 0 ? { scale: { contrast: [3, 4.5], on: '#fff' } } : {}),
      }),
    );
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { body, headers } of made) {
      const kept = await client.get(`/v1/palettes/${body.data.id}`);
      expect(kept.body.data).toEqual(body.data);
      expect(kept.headers['etag']).toBe(headers['etag']);
    }
  });

  it('are 404 if their workspace is deleted meanwhile, and others don’t wait for it', async () => {
    const client = await clientOf(harness, 'org_deletes');
    const doomed = (await client.post('/v1/workspaces', { name: 'Doomed' })).body.data.id as string;
    const deletion = await harness.database.database.transaction();
    await deletion('workspaces').where({ id: doomed }).delete();
    const made = times(5, () => client.post('/v1/palettes', { base_color: '#123', workspace_id: doomed }));
    await eventually(async () => {
      if ((await waitingForLocks()) === 0) throw new Error('No creation waits for the deletion.');
    });
    expect((await client.post('/v1/palettes', { base_color: '#456' })).status).toBe(201);
    await deletion.commit();
    expect((await made).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('are stored once for each Idempotency-Key', async () => {
    const client = await clientOf(harness, 'org_keys');
    const made = await times(12, (index) =>
      client.post('/v1/palettes', { base_color: '#123' }, { 'Idempotency-Key': `key-${index % 4}` }),
    );
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(4);
    expect((await client.get('/v1/palettes')).body.data.items).toHaveLength(4);
  });
});
