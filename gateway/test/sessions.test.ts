import { eventually } from '@platform/testing';
import request from 'supertest';

import { generateKey } from '../src/keys/api-key.ts';
import { bearer, startService } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';
import { cookieIn, SAME_ORIGIN, startLoginTestbed } from './login-harness.ts';
import type { LoginTestbed } from './login-harness.ts';

const verified = (name: string) => ({ email: `${name}@example.com`, email_verified: true, name });

let bed: LoginTestbed;
let testbed: Testbed;
let gateway: Gateway;
let service: FakeService;
/** Behind a proxy that says where requests come from. */
let elsewhere: Gateway;
/** The id of a member, who is a viewer. */
let ada: string;

beforeAll(async () => {
  service = await startService();
  const { url } = service;
  const people = { ada: verified('ada'), bob: verified('bob') };
  bed = await startLoginTestbed(people, { analytics: url, reports: url, palette: url });
  ({ testbed, gateway } = bed);
  ada = await bed.invite('ada@example.com', 'viewer');
  await bed.invite('bob@example.com', 'owner');
  elsewhere = await testbed.gateway({ trustProxy: 1 });
});

afterAll(async () => {
  await bed.close();
  await service.close();
});

const start = (key: unknown, url = gateway.url) => request(url).post('/console/session').send({ key });

/** The cookie of a new session, as a browser sends it. */
const cookieOf = async (key: string): Promise<string> => {
  const answer = await start(key).expect(201);
  return String(answer.headers['set-cookie']?.[0]).split(';')[0] ?? '';
};

const get = (path: string, cookie: string, headers: Record<string, string> = SAME_ORIGIN) =>
  request(gateway.url).get(path).set('Cookie', cookie).set(headers);

describe('POST /console/session', () => {
  it('trades a key for a cookie out of reach for scripts and other sites', async () => {
    const { text, key } = await testbed.issue({ name: 'console', scopes: ['workspaces:read'] });
    const answer = await start(text).expect(201);
    const cookie = String(answer.headers['set-cookie']?.[0]);
    expect(cookie).toMatch(/^session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.data).toMatchObject({
      key_id: key.id,
      organisation: key.organisation,
      scopes: ['workspaces:read'],
    });
    const hours = (Date.parse(answer.body.data.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    const secret = /session=([\w-]+)/.exec(cookie)?.[1] ?? '';
    const { rows } = await testbed.database.database.raw('SELECT * FROM sessions');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('ties the cookie to HTTPS and the host when the platform is on HTTPS', async () => {
    const secure = await testbed.gateway({ publicUrl: 'https://api.example.com' });
    const { text } = await testbed.issue();
    const answer = await start(text, secure.url).expect(201);
    expect(String(answer.headers['set-cookie']?.[0])).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('refuses invalid keys, and bodies without one', async () => {
    await start(generateKey()).expect(401);
    await start('nonsense').expect(401);
    const { text, key } = await testbed.issue();
    const past = new Date(Date.now() - 1);
    await testbed.database.database('keys').where({ id: key.id }).update({ expires_at: past });
    await start(text).expect(401);
    for (const body of [{}, { key: '' }, { key: 5 }, []]) {
      const answer = await request(gateway.url).post('/console/session').send(body).expect(422);
      expect(answer.body.errors).toEqual({ key: ['key is required'] });
    }
    await request(gateway.url).post('/console/session').type('form').send('key=x').expect(415);
    await request(gateway.url).post('/console/session').type('json').send('{"key":').expect(400);
    await request(gateway.url).put('/console/session').expect(405);
  });

  it('is refused where the key may not be used, and starts no session', async () => {
    const { text, key } = await testbed.issue({ allowedAddresses: ['203.0.113.7'] });
    const refused = await start(text).expect(403);
    expect(refused.headers['set-cookie']).toBeUndefined();
    await start(text, elsewhere.url).set('X-Forwarded-For', '203.0.113.7').expect(201);
    expect(await testbed.database.database('sessions').where({ key_id: key.id })).toHaveLength(1);
  });

  it('cannot be used by other sites to sign a visitor in', async () => {
    const { text } = await testbed.issue();
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
    ])
      await start(text).set(headers).expect(403);
    await start(text).set(SAME_ORIGIN).expect(201);
    await start(text).set('Origin', gateway.url).expect(201);
    const preflight = await request(gateway.url)
      .options('/console/session')
      .set('Origin', 'https://evil.example')
      .set('Access-Control-Request-Method', 'POST');
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a session', () => {
  it('stands in for its key, which services see, unlike the cookie', async () => {
    const { text, key } = await testbed.issue({ scopes: ['workspaces:read'] });
    const cookie = await cookieOf(text);
    const answer = await get('/v1/workspaces', `theme=dark; ${cookie}; other=1`).expect(200);
    expect(answer.headers['ratelimit']).toContain('"key"');
    const { headers } = service.seen.at(-1)!;
    expect(headers.cookie).toBe('theme=dark; other=1');
    const verifier = await testbed.verifier('palette');
    expect(await verifier.verify(String(headers['x-identity']))).toMatchObject({ keyId: key.id });
    await get('/v1/keys', cookie).expect(403);
    const shown = await get('/console/session', cookie).expect(200);
    expect(shown.body.data).toMatchObject({ key_id: key.id, scopes: ['workspaces:read'] });
  });

  it('works only for pages of the same origin', async () => {
    const { text } = await testbed.issue();
    const cookie = await cookieOf(text);
    const host = new URL(gateway.url).host;
    for (const headers of [
      {},
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'same-site', Origin: `http://${host}` },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://${host}.evil.example` },
    ])
      await get('/v1/workspaces', cookie, headers).expect(401);
    await get('/v1/workspaces', cookie, { Origin: `http://${host}` }).expect(200);
    await get('/v1/workspaces', cookie).expect(200);
  });

  it('reads by its Referer where a browser sends nothing else, as without https', async () => {
    const { text } = await testbed.issue();
    const cookie = await cookieOf(text);
    const Referer = `${gateway.url}/console/keys`;
    await get('/console/session', cookie, { Referer }).expect(200);
    await request(gateway.url).head('/v1/workspaces').set({ Cookie: cookie, Referer }).expect(200);
    for (const headers of [
      { Referer: 'http://evil.example/console/' },
      { Referer: `${gateway.url}.evil.example/` },
      { Referer: 'console' },
      { Referer, Origin: 'http://evil.example' },
      { Referer, 'Sec-Fetch-Site': 'cross-site' },
    ])
      await get('/v1/workspaces', cookie, headers).expect(401);
    await request(gateway.url).delete('/console/session').set({ Cookie: cookie, Referer }).expect(401);
    await request(gateway.url).post('/v1/workspaces').set({ Cookie: cookie, Referer }).expect(401);
  });

  it('yields to a key in the request', async () => {
    const { text } = await testbed.issue();
    const cookie = await cookieOf(text);
    await get('/v1/workspaces', cookie).set(bearer(generateKey())).expect(401);
  });

  it('ends on request', async () => {
    const { text } = await testbed.issue();
    const [first, second] = [await cookieOf(text), await cookieOf(text)];
    await request(gateway.url).delete('/console/session').set('Cookie', first).expect(401);
    const ended = await request(gateway.url)
      .delete('/console/session')
      .set('Cookie', first)
      .set(SAME_ORIGIN)
      .expect(204);
    expect(String(ended.headers['set-cookie']?.[0])).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/);
    await get('/v1/workspaces', first).expect(401);
    await get('/v1/workspaces', second).expect(200);
    await get('/console/session', first).expect(401);
  });

  it('ends with its key', async () => {
    const { text, key } = await testbed.issue();
    const cookie = await cookieOf(text);
    await get('/v1/workspaces', cookie).expect(200);
    await testbed.keys.revoke(key.organisation, key.id, { id: 'cli', scopes: ['*'] });
    await eventually(() => get('/v1/workspaces', cookie).expect(401));
  });

  it('ends after its lifetime', async () => {
    const { text } = await testbed.issue();
    const cookie = await cookieOf(text);
    await testbed.database.database('sessions').update({ expires_at: new Date(Date.now() - 1) });
    await get('/v1/workspaces', cookie).expect(401);
    await cookieOf(text);
    expect(await testbed.database.database('sessions').select('hash')).toHaveLength(1);
  });

  it('cannot be guessed', async () => {
    for (const value of ['x', 'x'.repeat(43), "' OR 1=1 --", '%00'])
      await get('/v1/workspaces', `session=${value}`).expect(401);
  });
});

const as = (cookie: string): Record<string, string> => ({ Cookie: cookie, ...SAME_ORIGIN });
const sessions = (headers: Record<string, string>, url = gateway.url) => ({
  list: (query = '') => request(url).get(`/v1/sessions${query}`).set(headers),
  end: (id: string) => request(url).delete(`/v1/sessions/${id}`).set(headers),
  endAll: (query = '') => request(url).delete(`/v1/sessions${query}`).set(headers),
});
const isSignedIn = async (cookie: string, url = bed.other.url): Promise<boolean> =>
  (await request(url).get('/v1/usage').set(as(cookie))).status === 200;

describe('/v1/sessions', () => {
  it('shows everybody their own, and marks the one that asks', async () => {
    await sessions(bearer(bed.key)).endAll(`?member_id=${ada}`).expect(200);
    const [first, second] = [await bed.signIn('ada'), await bed.signIn('ada')];
    await bed.signIn('bob');
    const { body } = await sessions(as(second)).list().expect(200);
    expect(body.data.items).toHaveLength(2);
    expect(body.data.items.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
    expect(body.data.items[0]).toMatchObject({ member_id: ada, key_id: null, address: '127.0.0.1' });
    expect(JSON.stringify(body)).not.toContain(second.slice('session='.length));
    await sessions(as(first)).end(body.data.items[0].id).expect(200);
    expect(await isSignedIn(second)).toBe(false);
    expect(await isSignedIn(first)).toBe(true);
    await sessions(as(first)).end(body.data.items[0].id).expect(404);
  });

  it('signs a member out everywhere, a thief included', async () => {
    const stolen = await bed.signIn('ada');
    const own = await bed.signIn('ada');
    // A stolen session works for its holder until it is ended, but for no page of another site.
    await request(gateway.url).get('/v1/usage').set({ Cookie: stolen }).expect(401);
    await request(gateway.url)
      .get('/v1/usage')
      .set({ Cookie: stolen, 'Sec-Fetch-Site': 'cross-site' })
      .expect(401);
    expect(await isSignedIn(stolen)).toBe(true);
    const bob = await bed.signIn('bob');
    const answer = await sessions(as(own)).endAll().expect(200);
    expect(answer.body.data.ended).toBeGreaterThanOrEqual(2);
    for (const cookie of [stolen, own])
      for (const url of [gateway.url, bed.other.url]) expect(await isSignedIn(cookie, url)).toBe(false);
    expect(await isSignedIn(bob)).toBe(true);
  });

  it('does not take an empty id for all sessions', async () => {
    const { text } = await testbed.issue();
    const cookie = await cookieOf(text);
    await request(gateway.url).delete('/v1/sessions/').set(bearer(text)).expect(404);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  it('keeps the sessions of others from those who may not manage keys', async () => {
    const [viewer, owner] = [await bed.signIn('ada'), await bed.signIn('bob')];
    const listed = await sessions(as(owner)).list().expect(200);
    const { id, member_id } = listed.body.data.items[0];
    await sessions(as(viewer)).end(id).expect(404);
    await sessions(as(viewer)).list(`?member_id=${member_id}`).expect(403);
    await sessions(as(viewer)).endAll(`?member_id=${member_id}`).expect(403);
    const found = await sessions(as(owner)).list(`?member_id=${ada}`).expect(200);
    expect(found.body.data.items.length).toBeGreaterThan(0);
    await sessions(bearer(bed.key)).endAll(`?member_id=${ada}`).expect(200);
    expect(await isSignedIn(viewer)).toBe(false);
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('ends by itself after its lifetime', async () => {
    const cookie = await bed.signIn('ada');
    await testbed.database
      .database('sessions')
      .where({ member_id: ada })
      .update({ expires_at: new Date(Date.now() - 1) });
    expect(await isSignedIn(cookie)).toBe(false);
  });
});

describe('POST /v1/sign-in-links', () => {
  const trade = (code: unknown, url = gateway.url) =>
    request(url).post('/console/session').set(SAME_ORIGIN).send({ code });
  const make = (headers: Record<string, string>) =>
    request(gateway.url).post('/v1/sign-in-links').set(headers);

  it('makes a code that is traded once for a session of the key, on any gateway', async () => {
    const { text, key } = await testbed.issue({ scopes: ['usage:read'] });
    const { body } = await make(bearer(text)).expect(201);
    expect(body.data.url).toBe(`http://localhost:8080/console/#sign-in=${body.data.code}`);
    const minutes = (Date.parse(body.data.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
    const [one, other] = await Promise.all([trade(body.data.code), trade(body.data.code, bed.other.url)]);
    expect([one.status, other.status].sort()).toEqual([201, 401]);
    const winner = one.status === 201 ? one : other;
    expect(winner.body.data).toMatchObject({ key_id: key.id, scopes: ['usage:read'] });
    expect(await isSignedIn(cookieIn(winner, 'session') ?? '')).toBe(true);
    await trade(body.data.code).expect(401);
  });

  it('makes one that is void after ten minutes, and with its key', async () => {
    const { text, key } = await testbed.issue();
    const late = await make(bearer(text)).expect(201);
    await testbed.database.database('sign_in_codes').update({ expires_at: new Date(Date.now() - 1) });
    await trade(late.body.data.code).expect(401);
    const { body } = await make(bearer(text)).expect(201);
    await testbed.keys.revoke(key.organisation, key.id, { id: 'cli', scopes: ['*'] });
    await trade(body.data.code).expect(401);
  });

  it('is not for a session of a key either, which the new one would outlive', async () => {
    const cookie = await cookieOf((await testbed.issue()).text);
    await make({ Cookie: cookie, ...SAME_ORIGIN }).expect(403);
  });

  it('signs nobody in where the key may not be used', async () => {
    const { text } = await testbed.issue({
      allowedAddresses: ['203.0.113.7', '127.0.0.1', '::1', '::ffff:127.0.0.1'],
    });
    const { body } = await make(bearer(text)).expect(201);
    await trade(body.data.code, elsewhere.url).set('X-Forwarded-For', '203.0.113.8').expect(403);
  });

  it('is for keys only, and no other site can have its visitors use one', async () => {
    await make(as(await bed.signIn('bob'))).expect(403);
    const { body } = await make(bearer(bed.key)).expect(201);
    await trade(body.data.code).set('Sec-Fetch-Site', 'cross-site').expect(403);
    for (const code of ['', 'x', 5, null]) expect((await trade(code)).status).toBeGreaterThanOrEqual(401);
    await trade(body.data.code).expect(201);
  });
});
