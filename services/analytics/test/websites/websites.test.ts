import { eventually } from '@platform/testing';
import request from 'supertest';

import { JSON_TYPE, useWebsites } from './websites-harness.ts';

const { platform, owner, send } = useWebsites();

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
    await send('post', '/websites', { domain: 'bücher-müller.test' });
    expect(await domains(`search=${encodeURIComponent('R-MÜLL')}`)).toEqual(['xn--bcher-mller-thbg.test']);
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
    const created = new Date('2026-01-01T00:00:00Z');
    await platform().db.database('websites').where({ id: website.id }).update({ updated_at: created });
    const put = await send('put', `/websites/${website.id}`, { exclude_ips: '::1', email: 1 });
    expect(put.body).toMatchObject({
      status: 200,
      data: { exclude_ips: '::1', email: 1, exclude_params: 'a', privacy: 0 },
    });
    expect(Date.parse(put.body.data.updated_at as string)).toBeGreaterThan(created.getTime());
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
    const website = await platform().createWebsite({ email: 1 });
    expect(website).toMatchObject({
      email_goes_to: [],
      email_note: expect.stringMatching(/^Nobody gets the e-mails/) as unknown,
    });
    const owned = await platform().startInstance({ ownerEmail: 'owner@example.com' });
    const auth = { Authorization: await platform().identity.bearer() };
    const path = `/api/v1/websites/${website.id}`;
    const show = await request(owned.server).get(path).set(auth);
    expect(show.body.data).toMatchObject({ email_goes_to: ['owner@example.com'], email_note: null });
    const own = { email_recipients: 'a@example.com\nb@example.com' };
    const changed = await request(platform().server).put(path).set(auth).send(own);
    expect(changed.body.data.email_goes_to).toEqual(['a@example.com', 'b@example.com']);
    const nobody = await request(platform().server).put(path).set(auth).send({ email_recipients: '' });
    expect(nobody.body.data.email_note).toMatch(/^Nobody gets/);
    const off = await request(platform().server).put(path).set(auth).send({ email: 0 });
    expect(off.body.data.email_note).toBeNull();
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
    const as = await platform().identity.bearer({ organisation: 'org_stranger' });
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
      const answer = await request(platform().server)
        .get(`/api/v1/websites/${encodeURI(id).replace('%2500', '%00')}`)
        .set('Authorization', owner());
      expect(answer.status).toBe(404);
    },
  );

  it('requires a key with the right scope', async () => {
    expect((await request(platform().server).get('/api/v1/websites')).status).toBe(401);
    const reader = await platform().identity.bearer({ scopes: ['websites:read'] });
    const answer = await send('post', '/websites', { domain: 'q.example' }, { as: reader, type: 'form' });
    expect(answer.status).toBe(403);
    expect(answer.body.message).toContain('websites:write');
    const patch = await request(platform().server).post('/api/v1/websites/1').set('Authorization', owner());
    expect([patch.status, patch.headers['allow']]).toEqual([405, 'GET, PUT, PATCH, DELETE, HEAD']);
  });
});

describe('the version of a website', () => {
  const sendTo = async (
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const sent = request(platform().server)
      [method](path)
      .set('Authorization', await platform().identity.bearer())
      .set(headers);
    return body === undefined ? sent : sent.send(body);
  };

  it('has one version in every answer that shows a website', async () => {
    const made = await sendTo('post', '/api/v1/websites', {
      domain: 'versions.example',
      exclude_params: 'a\nb',
    });
    const address = `/api/v1/websites/${made.body.data.id}`;
    const version = made.headers['etag'] ?? '';
    expect((await sendTo('get', address)).headers['etag']).toBe(version);
    expect((await sendTo('get', address, undefined, { 'If-None-Match': version })).status).toBe(304);
    const changed = await sendTo('put', address, { email: 1 }, { 'If-Match': version });
    expect([changed.status, changed.headers['etag'] === version]).toEqual([200, false]);
    expect((await sendTo('get', address)).headers['etag']).toBe(changed.headers['etag']);
    expect((await sendTo('get', address, undefined, { 'If-None-Match': version })).status).toBe(200);
  });

  it('refuses a change of a version that is gone, and changes nothing', async () => {
    const made = await sendTo('post', '/api/v1/websites', { domain: 'stale.example' });
    const address = `/api/v1/websites/${made.body.data.id}`;
    const stale = { 'If-Match': made.headers['etag'] ?? '' };
    const answers = await Promise.all(
      [0, 1, 2].map((privacy) => sendTo('patch', address, { privacy }, stale)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const refused = answers.find(({ status }) => status === 412);
    expect(refused?.body).toMatchObject({ code: 'precondition_failed', status: 412 });
    expect((await sendTo('delete', address, undefined, stale)).status).toBe(412);
    expect((await sendTo('get', address)).status).toBe(200);
  });

  it('links to the other pages of a list by absolute addresses', async () => {
    for (let count = 0; count < 11; count += 1) await platform().createWebsite();
    const { headers, body } = await sendTo('get', '/api/v1/websites?sort=asc&page=1');
    expect(headers['link']).toContain(`<http://localhost:8080${body.links.next}>; rel="next"`);
    expect(headers['link']).not.toContain('rel="prev"');
  });
});

it('refuses most of 120 passwords that are set at once, without a timeout, and answers others', async () => {
  // On a loaded machine the first request may be refused, too: 503, try again.
  const site = await eventually(async () => {
    const made = await send('post', '/websites', 'domain=flood.example&privacy=2');
    expect([made.status, made.body]).toMatchObject([201, { data: { domain: 'flood.example' } }]);
    return made.body.data as { id: number };
  });
  const flood = Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      send('patch', `/websites/${site.id}`, `password=secret+number+${index}`),
    ),
  );
  const ready = await request(platform().server).get('/health/ready');
  expect([ready.status, ready.text]).toEqual([200, expect.any(String)]);
  expect((await send('get', `/websites/${site.id}`)).status).toBe(200);
  const answers = await flood;
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 429]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  expect(refused.length).toBeGreaterThan(60);
});
