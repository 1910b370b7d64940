import request from 'supertest';
import { typeid } from 'typeid-js';

import { printable, textTable } from '../src/keys/cli.ts';
import { isCalendarTime } from '../src/keys/keys-schema.ts';
import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let gateway: Gateway;

beforeAll(async () => {
  testbed = await startTestbed();
  gateway = await testbed.gateway({ limitPerMinute: 600 });
});

afterAll(() => testbed.close());

type Issue = Parameters<Testbed['issue']>[0];

const organisation = async (): Promise<string> =>
  (
    await testbed.organisations.ensureOrganisation({
      id: typeid('org').toString(),
      name: `Organisation ${Math.random()}`,
    })
  ).id;

/** An organisation with one admin key like `input`, and a way to create keys with it. */
const startAdmin = async (input: Issue = {}) => {
  const admin = await testbed.issue({ organisation: await organisation(), ...input });
  const create = (body: object) =>
    request(gateway.url)
      .post('/v1/keys')
      .set(bearer(admin.text))
      .send({ name: 'more', scopes: ['stats:read'], ...body });
  return { ...admin, create };
};

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

describe('a key that creates keys', () => {
  it('cannot exceed its own rate limit', async () => {
    const { create } = await startAdmin({ rateLimit: 50 });
    const refused = await create({ rate_limit_per_minute: 1_000_000 }).expect(403);
    expect(refused.body.error.message).toContain('rate_limit_per_minute');
    await create({ rate_limit_per_minute: 51 }).expect(403);
    const same = await create({ rate_limit_per_minute: 50 }).expect(201);
    expect(same.body.data.rate_limit_per_minute).toBe(50);
    const inherited = await create({}).expect(201);
    expect(inherited.body.data.rate_limit_per_minute).toBe(50);
  });

  it('cannot exceed the default rate limit if it has none of its own', async () => {
    const { create } = await startAdmin();
    await create({ rate_limit_per_minute: 601 }).expect(403);
    await create({ rate_limit_per_minute: 600 }).expect(201);
    const inherited = await create({}).expect(201);
    expect(inherited.body.data.rate_limit_per_minute).toBeNull();
  });

  it('cannot outlive itself', async () => {
    const expiresAt = inDays(1);
    const { create } = await startAdmin({ expiresAt });
    const refused = await create({ expires_at: inDays(2).toISOString() }).expect(403);
    expect(refused.body.error.message).toContain('expires_at');
    const inherited = await create({}).expect(201);
    expect(inherited.body.data.expires_at).toBe(expiresAt.toISOString());
    const sooner = inDays(0.5).toISOString();
    expect((await create({ expires_at: sooner }).expect(201)).body.data.expires_at).toBe(sooner);
  });

  it('cannot escape its own addresses', async () => {
    const { create } = await startAdmin({ allowedAddresses: ['127.0.0.0/8'] });
    await create({ allowed_addresses: ['0.0.0.0/0'] }).expect(403);
    await create({ allowed_addresses: ['127.0.0.1'] }).expect(201);
    const inherited = await create({}).expect(201);
    expect(inherited.body.data.allowed_addresses).toEqual(['127.0.0.0/8']);
  });

  it('cannot create more keys than an organisation may have', async () => {
    const { create, key } = await startAdmin();
    const rows = Array.from({ length: 199 }, (_, index) => ({
      id: typeid('key').toString(),
      organisation_id: key.organisation,
      name: 'filler',
      hash: `${key.id} ${index}`,
      last_four: 'xxxx',
      scopes: ['stats:read'],
    }));
    await testbed.database.database('keys').insert(rows);
    const refused = await create({}).expect(400);
    expect(refused.body.error.code).toBe('conflict');
    await testbed.database.database('keys').where({ id: rows[0]!.id }).update({ revoked_at: new Date() });
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({})));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });
});

describe('the addresses of a key', () => {
  it.each([
    ['::ffff:127.0.0.1', 200],
    ['::FFFF:7f00:1', 200],
    ['0:0:0:0:0:ffff:127.0.0.0/104', 200],
    ['::ffff:0:0/96', 200],
    ['::ffff:10.0.0.1', 403],
    ['::/0', 403],
  ])('are %s, in which 127.0.0.1 gets %i', async (address, status) => {
    const { create } = await startAdmin();
    const { body } = await create({ allowed_addresses: [address] }).expect(201);
    expect(body.data.allowed_addresses).toEqual([address]);
    await request(gateway.url).get('/v1/keys/self').set(bearer(body.data.key)).expect(status);
  });

  it('are bounded whichever way they are written', async () => {
    const { create } = await startAdmin({ allowedAddresses: ['127.0.0.0/8'] });
    await create({ allowed_addresses: ['::ffff:127.0.0.0/104'] }).expect(201);
    await create({ allowed_addresses: ['::ffff:127.0.0.0/103'] }).expect(403);
  });

  it('are none of this machine’s own links', async () => {
    const { create } = await startAdmin();
    const refused = await create({ allowed_addresses: ['fe80::1%eth0'] }).expect(400);
    expect(refused.body.error.details[0].field).toBe('allowed_addresses.0');
  });
});

describe('a key that ends keys', () => {
  const revoke = (id: string, text: string) =>
    request(gateway.url).delete(`/v1/keys/${id}`).set(bearer(text));
  const rotate = (id: string, text: string) =>
    request(gateway.url).post(`/v1/keys/${id}/rotate`).set(bearer(text)).send({ grace_seconds: 0 });

  it('cannot revoke or rotate one with more scopes', async () => {
    const owner = await startAdmin();
    const weak = await owner.create({ scopes: ['keys:admin', 'stats:read'] }).expect(201);
    await revoke(owner.key.id, weak.body.data.key).expect(403);
    await rotate(owner.key.id, weak.body.data.key).expect(403);
    await request(gateway.url).get('/v1/keys').set(bearer(owner.text)).expect(200);
    await revoke(weak.body.data.id, owner.text).expect(200);
  });

  it('cannot obtain a stronger key by rotating one', async () => {
    const owner = await startAdmin();
    const scopes = ['keys:admin'];
    const weak = await owner
      .create({ scopes, rate_limit_per_minute: 5, expires_at: inDays(1).toISOString() })
      .expect(201);
    const fast = await owner.create({ scopes, expires_at: inDays(0.5).toISOString() }).expect(201);
    const lasting = await owner.create({ scopes, rate_limit_per_minute: 5 }).expect(201);
    await rotate(fast.body.data.id, weak.body.data.key).expect(403);
    await rotate(lasting.body.data.id, weak.body.data.key).expect(403);
    await rotate(weak.body.data.id, weak.body.data.key).expect(201);
  });

  it("cannot revoke the organisation's last admin key", async () => {
    const { key, text, create } = await startAdmin();
    await create({}).expect(201);
    const refused = await revoke(key.id, text).expect(409);
    expect(refused.body.error.message).toContain('last key');
    await create({ scopes: ['keys:admin'] }).expect(201);
    await revoke(key.id, text).expect(200);
  });

  it('cannot lock the organisation out together with another one', async () => {
    const first = await startAdmin();
    const second = await first.create({ scopes: ['*'] }).expect(201);
    const answers = await Promise.all([
      revoke(second.body.data.id, first.text),
      revoke(first.key.id, second.body.data.key),
    ]);
    // The later one is refused as the last admin key, or has been revoked before it could ask.
    const [first200, refused] = answers.map(({ status }) => status).sort();
    expect(first200).toBe(200);
    expect([401, 409]).toContain(refused);
  });
});

describe('the addresses of a key', () => {
  it('are enforced, and shown with the last use', async () => {
    const behind = await testbed.gateway({ trustProxy: 1 });
    const { text, key } = await testbed.issue({ allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const ask = (address: string) =>
      request(behind.url).get('/v1/keys').set(bearer(text)).set('X-Forwarded-For', address);
    await ask('203.0.113.7').expect(200);
    await ask('2001:db8::7').expect(200);
    const refused = await ask('198.51.100.7').expect(403);
    expect(refused.body.error.message).toContain('198.51.100.7');
    await ask('rubbish').expect(403);
    await behind.close();
    const used = await testbed.store.find(key.organisation, key.id);
    expect(used?.lastUsedAddress).toBe('2001:db8::7');
  });

  it.each([[[]], [['x']], [['1.2.3.4/33']], ['1.2.3.4'], [[5]]])('are refused: %j', async (addresses) => {
    const { create } = await startAdmin();
    const refused = await create({ allowed_addresses: addresses }).expect(400);
    expect(refused.body.error.details[0].field).toMatch(/^allowed_addresses/);
  });
});

describe('GET /v1/keys/events', () => {
  it('says who did what, when and from where, page by page', async () => {
    const { key, text, create } = await startAdmin({ name: 'first' });
    const second = await create({ scopes: ['keys:admin'], rate_limit_per_minute: 7 }).expect(201);
    await request(gateway.url).delete(`/v1/keys/${second.body.data.id}`).set(bearer(text)).expect(200);
    const get = (query: string) =>
      request(gateway.url).get(`/v1/keys/events${query}`).set(bearer(text)).expect(200);
    const { items, next_cursor: cursor } = (await get('?limit=2')).body.data;
    expect(items).toMatchObject([
      { action: 'revoked', key_id: second.body.data.id, actor: key.id, address: '127.0.0.1' },
      {
        action: 'created',
        key_id: second.body.data.id,
        actor: key.id,
        request_id: second.headers['x-request-id'],
        details: { rate_limit_per_minute: 7, expires_at: null, scopes: ['keys:admin'] },
      },
    ]);
    const rest = (await get(`?limit=2&cursor=${cursor}`)).body.data;
    expect(rest).toEqual({ items: [expect.objectContaining({ action: 'created', actor: 'cli' })] });
    for (const other of [`${cursor}=`, `${cursor}==`, `${cursor}A`])
      await request(gateway.url).get(`/v1/keys/events?cursor=${other}`).set(bearer(text)).expect(400);
  });

  it('hides other organisations’ events', async () => {
    const { text } = await startAdmin();
    const { body } = await request(gateway.url).get('/v1/keys/events').set(bearer(text)).expect(200);
    expect(body.data.items).toHaveLength(1);
    const reader = await testbed.issue({ scopes: ['stats:read'] });
    await request(gateway.url).get('/v1/keys/events').set(bearer(reader.text)).expect(403);
  });
});

describe('user-supplied text', () => {
  it.each([
    ['a terminal sequence', 'a\u001b[2Kb'],
    ['a line of its own', 'a\nkey_forged  …abcd'],
    ['a change of direction', 'a\u202eb'],
    ['nothing visible', '\u200b'],
    ['a C1 control character', 'a\u0085b'],
  ])('is refused as the name of a key when it contains %s', async (_, name) => {
    const { create } = await startAdmin();
    const refused = await create({ name }).expect(400);
    expect(refused.body.error.details[0].field).toBe('name');
  });

  it('cannot break out of its row in a table', () => {
    const table = textTable([
      ['a\u001b[2K\nkey_forged', '\u202eb'],
      ['c', 'ü …'],
    ]);
    expect(table).toBe('a\\u{1b}[2K\\u{a}key_forged  \\u{202e}b\nc                          ü …\n');
    expect(printable('é 名 🙂')).toBe('é 名 🙂');
  });

  it.each([
    ['2027-02-28T23:59:59Z', true],
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2027-02-30T00:00:00Z', false],
    ['2027-04-31T10:00:00+02:00', false],
    ['soon', false],
  ])('%s is a time that exists: %s', async (text, exists) => {
    expect(isCalendarTime(text)).toBe(exists);
    if (exists) return;
    const { create } = await startAdmin();
    const refused = await create({ expires_at: text }).expect(400);
    expect(refused.body.error.details[0].field).toBe('expires_at');
  });
});
