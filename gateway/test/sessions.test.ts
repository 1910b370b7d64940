import { eventually } from '@platform/testing';
import request from 'supertest';

import { generateKey } from '../src/keys/key-format.ts';
import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let service: FakeService;
let gateway: Gateway;

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService();
  gateway = await testbed.gateway({
    targets: { analytics: service.url, reports: service.url, palette: service.url },
    limitPerMinute: 600,
  });
});

afterAll(async () => {
  await testbed.close();
  await service.close();
});

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

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
    const { text } = await testbed.issue({ expiresAt: new Date(Date.now() + 300) });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await start(text).expect(401);
    for (const body of [{}, { key: '' }, { key: 5 }, []]) {
      const answer = await request(gateway.url).post('/console/session').send(body).expect(422);
      expect(answer.body.errors).toEqual({ key: ['key is required'] });
    }
    await request(gateway.url).post('/console/session').type('form').send('key=x').expect(415);
    await request(gateway.url).post('/console/session').type('json').send('{"key":').expect(400);
    await request(gateway.url).put('/console/session').expect(405);
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
