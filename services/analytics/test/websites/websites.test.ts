import { createContract } from '@platform/testing';
import type { Contract } from '@platform/testing';
import request from 'supertest';

import { startPlatform } from '../harness.ts';
import type { Platform } from '../harness.ts';

let platform: Platform;
let contract: Contract;
let owner: string;
beforeAll(async () => {
  platform = await startPlatform();
  contract = createContract((await request(platform.server).get('/openapi.json')).body as object);
});
beforeEach(async () => {
  owner = await platform.identity.bearer({ organisation: `org_${Math.random()}` });
});
afterAll(() => platform.stop());

const send = async (
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body?: object | string,
  { type = 'application/x-www-form-urlencoded', as = owner } = {},
) => {
  const call = request(platform.server)[method](`/api/v1${path}`).set('Authorization', as);
  const answer = await (body === undefined ? call : call.type(type).send(body));
  contract.check(method, `/api/v1${path}`, {
    status: answer.status,
    body: answer.body,
    type: answer.headers['content-type'] ?? '',
  });
  return answer;
};

const JSON_TYPE = { type: 'application/json' };

describe('creating a website', () => {
  it('applies the interface’s defaults to a form', async () => {
    const answer = await send('post', '/websites', { domain: 'Example.COM' });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(answer.headers['location']).toBe(`/api/v1/websites/${data.id}`);
    expect(data).toEqual({
      id: expect.any(Number),
      domain: 'example.com',
      site_key: expect.stringMatching(/^[\w-]{16}$/),
      privacy: 1,
      has_password: false,
      email: 0,
      email_frequency: 'weekly',
      email_recipients: null,
      email_goes_to: [],
      exclude_bots: 1,
      exclude_params: null,
      exclude_ips: null,
      embed_origins: null,
      timezone: 'UTC',
      retention_months: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: data.created_at,
      stats_url: `http://localhost:8080/s/${data.site_key}`,
      tracking_code: `<script defer src="http://localhost:8080/t.js" data-site="${data.site_key}"></script>`,
    });
    expect(answer.body.status).toBe(201);
  });

  it('accepts every field, from a form and from JSON', async () => {
    const fields = {
      privacy: 2,
      password: 'open sesame',
      email: 1,
      email_frequency: 'monthly',
      email_recipients: 'a@example.com\n b@example.com ',
      exclude_bots: 0,
      exclude_params: ' session* \r\n\r\nutm_term\nutm_term',
      exclude_ips: '10.0.0.1\n10.1.0.0/16\n2001:db8::/32\n192.0.2.1 - 192.0.2.9',
      embed_origins: 'https://intranet.example.com',
      timezone: 'Asia/Kathmandu',
      retention_months: 24,
    };
    const expected = {
      privacy: 2,
      has_password: true,
      email: 1,
      email_frequency: 'monthly',
      email_recipients: 'a@example.com\nb@example.com',
      exclude_bots: 0,
      exclude_params: 'session*\nutm_term',
      exclude_ips: fields.exclude_ips,
      embed_origins: 'https://intranet.example.com',
      timezone: 'Asia/Kathmandu',
      retention_months: 24,
    };
    const form = await send('post', '/websites', { domain: 'a.example', ...fields });
    expect(form.body.data).toMatchObject(expected);
    const json = await send('post', '/websites', { domain: 'b.example', ...fields }, JSON_TYPE);
    expect(json.body.data).toMatchObject(expected);
    expect(json.body.data).not.toHaveProperty('password');
    const shown = await send('get', `/websites/${json.body.data.id}`);
    expect(shown.body.data).toEqual(json.body.data);
    const row = await platform.db
      .database('websites')
      .where({ id: json.body.data.id })
      .first('password_hash');
    expect(row.password_hash).toMatch(/^scrypt\$/);
  });

  it.each([
    ['https://User.Example.com:8080/path?q#f', 'user.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['example.com.', 'example.com'],
    ['  www.example.com  ', 'www.example.com'],
    ['localhost', 'localhost'],
  ])('normalises the domain %s', async (domain, expected) => {
    expect((await send('post', '/websites', { domain }, JSON_TYPE)).body.data.domain).toBe(expected);
  });

  it.each([
    ['domain', {}],
    ['domain', { domain: '' }],
    ['domain', { domain: 'no domain' }],
    ['domain', { domain: 'nodots' }],
    ['domain', { domain: '192.0.2.1' }],
    ['domain', { domain: '[::1]' }],
    ['domain', { domain: 'user@example.com' }],
    ['domain', { domain: '-a.example' }],
    ['domain', { domain: `${'a'.repeat(64)}.example` }],
    ['domain', { domain: 'a\0b.example' }],
    ['domain', { domain: '\ud800.example' }],
    ['domain', { domain: 5 }],
    ['domain', { domain: ['a.example'] }],
    ['privacy', { privacy: 3 }],
    ['privacy', { privacy: -1 }],
    ['privacy', { privacy: 0.5 }],
    ['privacy', { privacy: '1' }],
    ['privacy', { privacy: true }],
    ['password', { privacy: 2, password: 'x'.repeat(201) }],
    ['email', { email: 2 }],
    ['email_frequency', { email_frequency: 'daily' }],
    ['email_recipients', { email_recipients: 'nobody' }],
    ['exclude_bots', { exclude_bots: 2 }],
    ['exclude_params', { exclude_params: 'a b' }],
    ['exclude_params', { exclude_params: 'x\0' }],
    ['exclude_ips', { exclude_ips: '10.0.0.256' }],
    ['exclude_ips', { exclude_ips: '10.0.0.0/33' }],
    ['exclude_ips', { exclude_ips: '10.0.0.9-10.0.0.1' }],
    ['exclude_ips', { exclude_ips: '::/129' }],
    ['embed_origins', { embed_origins: 'https://a.example/path' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { timezone: '+05:30' }],
    ['retention_months', { retention_months: 0 }],
    ['retention_months', { retention_months: 1.5 }],
    ['retention_months', { retention_months: 121 }],
  ])('refuses a bad %s: %j', async (field, fields) => {
    const body = field === 'domain' ? fields : { domain: 'fine.example', ...fields };
    const answer = await send('post', '/websites', JSON.stringify(body), JSON_TYPE);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await send('get', '/websites')).body.meta.total).toBe(0);
  });

  it('refuses a number that is too large', async () => {
    const answer = await send('post', '/websites', '{"domain":"fine.example","privacy":1e400}', JSON_TYPE);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['privacy']]);
  });

  it('reads numbers in forms, and refuses anything else', async () => {
    expect((await send('post', '/websites', 'domain=c.example&privacy=0&email=1')).body.data).toMatchObject({
      privacy: 0,
      email: 1,
    });
    const bad = await send('post', '/websites', 'domain=d.example&privacy=zero&email=1e999&exclude_bots=-1');
    expect(Object.keys(bad.body.errors).sort()).toEqual(['email', 'exclude_bots', 'privacy']);
  });

  it('refuses a body of another type, a huge one, and a missing one', async () => {
    expect((await send('post', '/websites', 'domain: a', { type: 'text/yaml' })).status).toBe(415);
    expect((await send('post', '/websites', { domain: 'x'.repeat(1_000_000) })).status).toBe(413);
    expect((await send('post', '/websites', '{"domain":', JSON_TYPE)).status).toBe(400);
    const none = await send('post', '/websites');
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['domain']]);
  });

  it('creates one website and refuses the rest of 200 identical requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => send('post', '/websites', { domain: 'once.example' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(199);
    expect((await send('get', '/websites')).body.meta.total).toBe(1);
    const other = await platform.identity.bearer({ organisation: 'org_other' });
    expect(
      (await send('post', '/websites', { domain: 'once.example' }, { as: other, type: 'form' })).status,
    ).toBe(201);
  });
});

describe('listing websites', () => {
  const domains = async (query: string) =>
    ((await send('get', `/websites?${query}`)).body.data as { domain: string }[]).map(({ domain }) => domain);

  it('searches, sorts and pages', async () => {
    for (let index = 1; index <= 12; index += 1)
      await send('post', '/websites', { domain: `s${String(index).padStart(2, '0')}.example` });
    await send('post', '/websites', { domain: 'a-b.test' });
    const first = await send('get', '/websites');
    expect(first.body.data).toHaveLength(10);
    expect(first.body.data[0].domain).toBe('a-b.test');
    expect(first.body.meta).toMatchObject({
      current_page: 1,
      from: 1,
      to: 10,
      total: 13,
      last_page: 2,
      per_page: 10,
    });
    expect(first.body.links.next).toContain('page=2');
    expect(await domains('page=2&sort_by=id&sort=desc')).toEqual([
      's03.example',
      's02.example',
      's01.example',
    ]);
    expect((await domains('sort_by=domain&sort=asc&per_page=25')).slice(0, 3)).toEqual([
      'a-b.test',
      's01.example',
      's02.example',
    ]);
    expect((await domains('sort_by=domain&sort=desc&per_page=100'))[0]).toBe('s12.example');
    expect(await domains('search=S1&search_by=domain&sort=asc')).toEqual([
      's10.example',
      's11.example',
      's12.example',
    ]);
    expect(await domains('search=%25')).toEqual([]);
    expect(await domains('search=_')).toEqual([]);
    expect(await domains('page=99&per_page=50')).toEqual([]);
    expect(await domains('page=2147483647')).toEqual([]);
  });

  it.each([
    'per_page=11',
    'per_page=-10',
    'sort=up',
    'sort_by=email',
    'search_by=id',
    'page=0',
    'page=1.5',
    'page=x',
  ])('refuses %s', async (query) => {
    const answer = await send('get', `/websites?${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([query.split('=')[0]]);
  });
});

describe('one website', () => {
  const create = async (fields: object = {}) =>
    (await send('post', '/websites', { domain: `x${Math.random()}.example`, ...fields }, JSON_TYPE)).body
      .data as {
      id: number;
      domain: string;
      updated_at: string;
    };

  it('is updated field by field, with PUT and with PATCH', async () => {
    const website = await create({ exclude_params: 'a', privacy: 0 });
    const put = await send('put', `/websites/${website.id}`, { exclude_ips: '::1', email: 1 });
    expect(put.body).toMatchObject({
      status: 200,
      data: { exclude_ips: '::1', email: 1, exclude_params: 'a', privacy: 0 },
    });
    expect(put.body.data.updated_at > website.updated_at).toBe(true);
    const patch = await send('patch', `/websites/${website.id}`, 'exclude_params=&exclude_bots=0');
    expect(patch.body.data).toMatchObject({ exclude_params: null, exclude_bots: 0, exclude_ips: '::1' });
    expect((await send('put', `/websites/${website.id}`, {}, JSON_TYPE)).status).toBe(200);
  });

  it('accepts privacy 2 without a password, and says that there is none', async () => {
    const website = await create({ privacy: 2 });
    expect(website).toMatchObject({ privacy: 2, has_password: false });
    const path = `/websites/${website.id}`;
    expect((await send('put', path, { password: 'secret' })).body.data.has_password).toBe(true);
    expect((await send('put', path, 'privacy=2&password=')).body.data.has_password).toBe(true);
    expect((await send('put', path, { password: null }, JSON_TYPE)).body.data).toMatchObject({
      privacy: 2,
      has_password: false,
    });
  });

  it('accepts its own domain in an update, in any spelling', async () => {
    const website = await create();
    const same = { domain: `https://${website.domain.toUpperCase()}/`, email: 1 };
    const answer = await send('put', `/websites/${website.id}`, same);
    expect([answer.status, answer.body.data.email]).toEqual([200, 1]);
  });

  it('says who gets the digests: its own recipients, or else the owner', async () => {
    const website = await platform.createWebsite({ email: 1 });
    expect(website).toMatchObject({ email_goes_to: [] });
    const owned = await platform.startInstance({ ownerEmail: 'owner@example.com' });
    const auth = { Authorization: await platform.identity.bearer() };
    const path = `/api/v1/websites/${website.id}`;
    const show = await request(owned.server).get(path).set(auth);
    expect(show.body.data.email_goes_to).toEqual(['owner@example.com']);
    const own = { email_recipients: 'a@example.com\nb@example.com' };
    const changed = await request(platform.server).put(path).set(auth).send(own);
    expect(changed.body.data.email_goes_to).toEqual(['a@example.com', 'b@example.com']);
  });

  it.each([
    ['domain', { domain: 'other.example' }],
    ['privacy', { privacy: 9 }],
    ['exclude_ips', { exclude_ips: 'x' }],
  ])('refuses a bad update of %s', async (field, fields) => {
    const website = await create();
    const answer = await send('patch', `/websites/${website.id}`, fields, JSON_TYPE);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect((await send('get', `/websites/${website.id}`)).body.data.updated_at).toBe(website.updated_at);
  });

  it('is deleted with an answer that says so, and is gone', async () => {
    const website = await create();
    const answer = await send('delete', `/websites/${website.id}`);
    expect(answer.body).toEqual({ id: website.id, object: 'website', deleted: true, status: 200 });
    for (const method of ['get', 'delete'] as const)
      expect((await send(method, `/websites/${website.id}`)).status).toBe(404);
    expect((await send('put', `/websites/${website.id}`, { email: 1 })).status).toBe(404);
    expect((await send('post', '/websites', { domain: website.domain })).status).toBe(201);
  });

  it('is hidden from other organisations', async () => {
    const website = await create();
    const as = await platform.identity.bearer({ organisation: 'org_stranger' });
    const options = { as, type: 'form' };
    expect((await send('get', `/websites/${website.id}`, undefined, options)).status).toBe(404);
    expect((await send('put', `/websites/${website.id}`, { email: 1 }, options)).status).toBe(404);
    expect((await send('delete', `/websites/${website.id}`, undefined, options)).status).toBe(404);
    expect((await send('get', '/websites', undefined, options)).body.meta.total).toBe(0);
    expect((await send('get', `/websites/${website.id}`)).status).toBe(200);
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999', '2147483647', '1e3', '%00', '٣'])(
    'is not found under the id %s',
    async (id) => {
      const answer = await request(platform.server)
        .get(`/api/v1/websites/${encodeURI(id).replace('%2500', '%00')}`)
        .set('Authorization', owner);
      expect(answer.status).toBe(404);
    },
  );

  it('requires a key with the right scope', async () => {
    expect((await request(platform.server).get('/api/v1/websites')).status).toBe(401);
    const reader = await platform.identity.bearer({ scopes: ['websites:read'] });
    const answer = await send('post', '/websites', { domain: 'q.example' }, { as: reader, type: 'form' });
    expect(answer.status).toBe(403);
    expect(answer.body.message).toContain('websites:write');
    const patch = await request(platform.server).post('/api/v1/websites/1').set('Authorization', owner);
    expect([patch.status, patch.headers['allow']]).toEqual([405, 'GET, PUT, PATCH, DELETE, HEAD']);
  });
});
