import { typeid } from 'typeid-js';
import request from 'supertest';

import type { ApiKey } from '../src/keys/api-key.ts';
import { bearer } from './harness.ts';
import { useKeys } from './keys-harness.ts';

const { testbed, gateway, admin, organisation, call, uncalled, otherOrganisation, pass } = useKeys();

describe('POST /v1/keys', () => {
  it('creates a working key and shows it once', async () => {
    const answer = await call('post', '/v1/keys', { name: ' CI ', scopes: ['websites:read'] });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(answer.headers['location']).toBe(`/v1/keys/${data.id}`);
    expect(data).toMatchObject({
      name: 'CI',
      scopes: ['websites:read'],
      last_four: data.key.slice(-4),
      rate_limit_per_minute: null,
      expires_at: null,
      revoked_at: null,
      replaces: null,
      last_used_at: null,
    });
    expect(data.id).toMatch(/^key_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    const shown = await call('get', `/v1/keys/${data.id}`);
    expect(shown.body.data.key).toBeUndefined();
    await call('get', '/v1/keys', undefined, data.key).then(({ status }) => {
      expect(status).toBe(403);
    });
    const { rows } = await testbed().database.database.raw('SELECT * FROM keys');
    expect(JSON.stringify(rows)).not.toContain(data.key);
  });

  it('accepts an expiry and a rate limit', async () => {
    const time = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await call('post', '/v1/keys', {
      name: 'short',
      scopes: ['websites:read'],
      expires_at: time,
      rate_limit_per_minute: 5,
    });
    expect(body.data).toMatchObject({ expires_at: time, rate_limit_per_minute: 5 });
  });

  it.each([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 5 }],
    ['name', { name: 'a\0b' }],
    ['name', { name: '\ud800' }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: 'websites:read' }],
    ['scopes.0', { scopes: ['websites:*'] }],
    ['scopes.1', { scopes: ['stats:read', 'stats:read'] }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: 5 }],
    ['expires_at', { expires_at: '+275760-09-13T00:00:00Z' }],
    ['expires_at', { expires_at: '+012026-01-01T00:00:00Z' }],
    ['rate_limit_per_minute', { rate_limit_per_minute: 0 }],
    ['rate_limit_per_minute', { rate_limit_per_minute: 1.5 }],
    ['rate_limit_per_minute', { rate_limit_per_minute: '5' }],
  ])('refuses a bad %s: %j', async (field, body) => {
    const whole =
      field === 'name' ? { scopes: ['stats:read'], ...body } : { name: 'x', scopes: ['stats:read'], ...body };
    const answer = await call('post', '/v1/keys', whole);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('invalid_parameter');
    expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it('refuses scopes that the creating key lacks', async () => {
    for (const scopes of [['*'], ['websites:write'], ['websites:read', 'themes:write']]) {
      const answer = await call('post', '/v1/keys', { name: 'more', scopes });
      expect(answer.status).toBe(403);
    }
  });

  it('requires the scope keys:admin and a JSON body', async () => {
    const { text } = await testbed().issue({ scopes: ['websites:read'] });
    const answer = await call('post', '/v1/keys', { name: 'x', scopes: ['websites:read'] }, text);
    expect(answer.status).toBe(403);
    expect(answer.body.error.message).toContain('keys:admin');
    await request(gateway().url)
      .post('/v1/keys')
      .set(bearer(admin()))
      .type('form')
      .send({ name: 'x' })
      .expect(400);
    await request(gateway().url)
      .post('/v1/keys')
      .set(bearer(admin()))
      .type('json')
      .send('{"name"')
      .expect(400);
    const large = { name: 'x', scopes: Array.from({ length: 20_000 }, () => 'stats:read') };
    await request(gateway().url).post('/v1/keys').set(bearer(admin())).send(large).expect(413);
  });
});

describe('GET /v1/keys', () => {
  it("pages through the organisation's keys, each exactly once", async () => {
    const { id } = await testbed().organisations.ensureOrganisation({
      id: typeid('org').toString(),
      name: 'Walk',
    });
    const first = await testbed().issue({ organisation: id });
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await testbed().issue({ organisation: id, name });
    const seen: string[] = [];
    let path = '/v1/keys?limit=2';
    for (let pages = 0; pages < 5; pages += 1) {
      const { body } = await call('get', path, undefined, first.text);
      seen.push(...body.data.items.map((item: { name: string }) => item.name));
      if (body.data.next_cursor === undefined) break;
      path = `/v1/keys?limit=2&cursor=${body.data.next_cursor}`;
    }
    expect(seen).toEqual(['e', 'd', 'c', 'b', 'a', 'test']);
  });

  it.each(['limit=0', 'limit=101', 'limit=1.5', 'limit=x', 'cursor=x'])('refuses %s', async (query) => {
    const answer = await call('get', `/v1/keys?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe(query.split('=')[0]);
  });

  it('refuses another organisation’s cursor', async () => {
    await call('post', '/v1/keys', { name: 'one more', scopes: ['stats:read'] });
    const { body } = await call('get', '/v1/keys?limit=1');
    const { text } = await otherOrganisation();
    const answer = await call('get', `/v1/keys?cursor=${body.data.next_cursor}`, undefined, text);
    expect(answer.status).toBe(400);
  });
});

describe('one key', () => {
  it.each(['key_x', 'abc', '0', 'pal_01h2xcejqtf2nbrexx3vqjhp41', 'key_01h2xcejqtf2nbrexx3vqjhp41'])(
    'is 404 for %s',
    async (id) => {
      expect((await call('get', `/v1/keys/${id}`)).status).toBe(404);
      expect((await call('delete', `/v1/keys/${id}`)).status).toBe(404);
      expect((await call('post', `/v1/keys/${id}/rotate`, {})).status).toBe(404);
    },
  );

  it('is 404 for another organisation', async () => {
    const { key, text } = await testbed().issue();
    const other = await otherOrganisation();
    expect((await call('get', `/v1/keys/${key.id}`, undefined, other.text)).status).toBe(404);
    expect((await call('delete', `/v1/keys/${key.id}`, undefined, other.text)).status).toBe(404);
    expect((await call('post', `/v1/keys/${key.id}/rotate`, {}, other.text)).status).toBe(404);
    expect((await call('get', '/v1/keys', undefined, text)).status).toBe(200);
  });

  it('answers other methods than GET and DELETE with 405 and Allow', async () => {
    const { key } = await testbed().issue();
    const answer = await request(gateway().url).put(`/v1/keys/${key.id}`).set(bearer(admin())).send({});
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET, DELETE, HEAD');
  });

  it('stays revoked, and the audit log says who did it', async () => {
    const { key, text } = await testbed().issue({ scopes: ['keys:admin'] });
    const answer = await call('delete', `/v1/keys/${key.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data.revoked_at).toEqual(expect.any(String));
    await request(gateway().url).get('/v1/keys').set(bearer(text)).expect(401);
    const again = await call('delete', `/v1/keys/${key.id}`);
    expect(again.body.data.revoked_at).toBe(answer.body.data.revoked_at);
    const events = await testbed().database.database('key_events').where({ key_id: key.id }).orderBy('id');
    expect(events.map(({ action, actor }) => ({ action, actor }))).toEqual([
      { action: 'created', actor: 'cli' },
      { action: 'revoked', actor: expect.stringMatching(/^key_/) },
    ]);
    expect(events[1].request_id).toBe(answer.headers['x-request-id']);
    expect(events[1].organisation_id).toBe(organisation());
  });
});

describe('rotation', () => {
  it('issues a key like the old one, which keeps working for the grace period', async () => {
    const old = await testbed().issue({
      name: 'rotated',
      scopes: ['stats:read', 'keys:admin'],
      rateLimit: 50,
    });
    const answer = await call('post', `/v1/keys/${old.key.id}/rotate`, { grace_seconds: 3_600 });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      name: 'rotated',
      scopes: ['stats:read', 'keys:admin'],
      rate_limit_per_minute: 50,
      replaces: old.key.id,
    });
    const status = async (text: string) =>
      (await request(gateway().url).get('/v1/keys').set(bearer(text))).status;
    expect(await status(old.text)).toBe(200);
    expect(await status(answer.body.data.key)).toBe(200);
    pass(3_600);
    expect(await status(old.text)).toBe(401);
    expect(await status(answer.body.data.key)).toBe(200);
    expect((await call('post', `/v1/keys/${old.key.id}/rotate`, {})).status).toBe(400);
  });

  it('ends the old key at once without a grace period', async () => {
    const old = await testbed().issue({ scopes: ['stats:read'] });
    await call('post', `/v1/keys/${old.key.id}/rotate`, { grace_seconds: 0 });
    await request(gateway().url).get('/api/v1/stats/1').set(bearer(old.text)).expect(401);
  });
});

describe('refused and concurrent rotations', () => {
  it('cannot be used to gain scopes', async () => {
    const { key } = await testbed().issue({ scopes: ['*'] });
    expect((await call('post', `/v1/keys/${key.id}/rotate`, {})).status).toBe(403);
  });

  it('issues one new key for two concurrent requests', async () => {
    const old = await testbed().issue({ scopes: ['stats:read'] });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('post', `/v1/keys/${old.key.id}/rotate`, { grace_seconds: 0 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    const replacements = await testbed().database.database('keys').where({ replaces: old.key.id });
    expect(replacements).toHaveLength(1);
  });

  it.each([-1, 604_801, 0.5, '60', null])('refuses a grace period of %j', async (grace) => {
    const { key } = await testbed().issue({ scopes: ['stats:read'] });
    const answer = await call('post', `/v1/keys/${key.id}/rotate`, { grace_seconds: grace });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe('grace_seconds');
  });

  it('gets along with a revocation of the same key at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { key } = await testbed().issue({ organisation: organisation(), scopes: ['websites:read'] });
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => call('post', `/v1/keys/${key.id}/rotate`, { grace_seconds: 0 })),
        call('delete', `/v1/keys/${key.id}`),
        call('delete', `/v1/keys/${key.id}`),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(answers.slice(3).map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it.each([
    [['127.0.0.1'], null, 403],
    [['127.0.0.1'], ['127.0.0.1', '10.0.0.1'], 403],
    [['127.0.0.0/16'], ['127.0.0.0/8'], 403],
    [['127.0.0.0/8'], ['::ffff:127.0.0.0/100'], 403],
    [['127.0.0.0/8'], ['127.1.0.0/16', '127.0.0.1'], 201],
    [['127.0.0.1', '2001:db8::/32'], ['2001:db8:1::/48', '127.0.0.1'], 201],
    [null, ['10.0.0.1'], 201],
  ])('answers a key bound to %j that rotates one bound to %j with %i', async (own, addresses, status) => {
    const scopes: ApiKey['scopes'] = ['keys:admin'];
    const { key, text } = await testbed().issue({ scopes, allowedAddresses: own });
    const { organisation: owner } = key;
    const other = await testbed().issue({ organisation: owner, scopes, allowedAddresses: addresses });
    const answer = await call('post', `/v1/keys/${other.key.id}/rotate`, {}, text);
    expect(answer.status).toBe(status);
    if (status === 201) expect(answer.body.data.allowed_addresses).toEqual(addresses);
  });

  it('replaces a key once, also during its grace period', async () => {
    const { key } = await testbed().issue({ scopes: ['stats:read'] });
    const rotate = () => call('post', `/v1/keys/${key.id}/rotate`, { grace_seconds: 600 });
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const again = await rotate();
    expect(again.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('replacement'),
    });
  });

  it('exceeds the number of keys by one that is ending, no more', async () => {
    const { text, key } = await otherOrganisation('Full');
    const filler = (index: number) => ({
      id: `${key.id}_${index}`,
      organisation_id: key.organisation,
      name: 'filler',
      hash: `${key.id} ${index}`,
      last_four: 'xxxx',
      scopes: ['stats:read'],
    });
    await testbed()
      .database.database('keys')
      .insert(Array.from({ length: 196 }, (_, index) => filler(index)));
    const made = await Promise.all(
      Array.from({ length: 3 }, () => call('post', '/v1/keys', { name: 'a', scopes: ['stats:read'] }, text)),
    );
    const [one, two, three] = made.map(({ body }) => body.data.id as string);
    const rotate = (id: string | undefined, seconds: number) =>
      call('post', `/v1/keys/${id}/rotate`, { grace_seconds: seconds }, text);
    expect((await rotate(one, 600)).status).toBe(201);
    const refused = await rotate(two, 600);
    expect(refused.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('200 keys'),
    });
    expect((await rotate(three, 0)).status).toBe(201);
  });
});

describe('while no gateway is told of changes', () => {
  // Notifications that take their time, as on a busy machine, are as good as none here.
  beforeAll(() => testbed().database.database.raw('ALTER TABLE keys DISABLE TRIGGER USER'));
  afterAll(() => testbed().database.database.raw('ALTER TABLE keys ENABLE TRIGGER USER'));

  const keyInUse = async (): Promise<{ id: string; key: string }> => {
    const made = await call('post', '/v1/keys', { name: 'Used', scopes: ['keys:admin'] });
    expect((await call('get', '/v1/keys', undefined, made.body.data.key)).status).toBe(200);
    return made.body.data;
  };

  it('a revoked key is refused by the gateway that revoked it from the answer on', async () => {
    const { id, key } = await keyInUse();
    expect((await call('delete', `/v1/keys/${id}`)).status).toBe(200);
    expect((await call('get', '/v1/keys', undefined, key)).status).toBe(401);
  });

  it('so is one that was rotated without a grace period', async () => {
    const { id, key } = await keyInUse();
    const rotated = await call('post', `/v1/keys/${id}/rotate`, { grace_seconds: 0 });
    expect(rotated.status).toBe(201);
    expect((await call('get', '/v1/keys', undefined, key)).status).toBe(401);
    expect((await call('get', '/v1/keys', undefined, rotated.body.data.key)).status).toBe(200);
  });
});

describe('the last use of a key', () => {
  it('is written when the gateway shuts down', async () => {
    const short = await testbed().gateway();
    const { key, text } = await testbed().issue();
    await request(short.url).get('/v1/keys').set(bearer(text)).expect(200);
    await short.close();
    const used = await testbed().store.find(key.organisation, key.id);
    expect(used?.lastUsedAt).toBeInstanceOf(Date);
  });
});

describe('GET /v1/keys/events', () => {
  it('lists what happened to the keys', async () => {
    const { body } = await call('get', '/v1/keys/events?limit=100');
    const actions = body.data.items.map(({ action }: { action: string }) => action);
    expect(new Set(actions)).toEqual(new Set(['created', 'revoked', 'rotated']));
  });
});

it('shows each key itself, whatever it may do, and nobody else', async () => {
  const { key, text } = await testbed().issue({ scopes: ['palettes:read'], name: 'Reader' });
  const { body } = await request(gateway().url).get('/v1/keys/self').set(bearer(text)).expect(200);
  expect(body.data).toMatchObject({
    id: key.id,
    name: 'Reader',
    scopes: ['palettes:read'],
    revoked_at: null,
  });
  expect(JSON.stringify(body)).not.toContain(text);
  await request(gateway().url).get(`/v1/keys/${key.id}`).set(bearer(text)).expect(403);
  expect((await call('get', '/v1/keys/self')).status).toBe(200);
  await request(gateway().url).get('/v1/keys/self').expect(401);
});

it('lets each key revoke itself, whatever it may do, but not the last one that manages keys', async () => {
  const { key, text } = await testbed().issue({ scopes: ['palettes:read'] });
  const revoked = await request(gateway().url).delete('/v1/keys/self').set(bearer(text)).expect(200);
  expect(revoked.body.data).toMatchObject({ id: key.id, revoked_at: expect.any(String) });
  await request(gateway().url).delete('/v1/keys/self').set(bearer(text)).expect(401);
  const last = await otherOrganisation('With one key');
  const refused = await request(gateway().url).delete('/v1/keys/self').set(bearer(last.text)).expect(409);
  expect(refused.body.error.code).toBe('protected');
});

it('documents every operation on keys, and no other', async () => {
  const made = await call('post', '/v1/keys', { name: 'all', scopes: ['websites:read'] });
  const { id } = made.body.data;
  for (const path of ['/v1/keys', '/v1/keys/events', '/v1/keys/self', `/v1/keys/${id}`])
    expect([path, (await call('get', path)).status]).toEqual([path, 200]);
  expect((await call('post', `/v1/keys/${id}/rotate`, {})).status).toBe(201);
  expect((await call('delete', `/v1/keys/${id}`)).status).toBe(200);
  const own = await call('post', '/v1/keys', { name: 'own', scopes: ['websites:read'] });
  expect(own.status).toBe(201);
  expect((await call('delete', '/v1/keys/self', undefined, own.body.data.key)).status).toBe(200);
  expect(await uncalled()).toEqual([]);
});
