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
