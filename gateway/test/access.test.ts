import request from 'supertest';

import { generateKey } from '../src/keys/key-format.ts';
import { bearer, startPlatform, startService } from './harness.ts';
import type { FakeService, Gateway, Platform } from './harness.ts';

let platform: Platform;
let analytics: FakeService;
let palette: FakeService;
let gateway: Gateway;

beforeAll(async () => {
  platform = await startPlatform();
  analytics = await startService();
  palette = await startService();
  gateway = await platform.gateway({
    targets: { analytics: analytics.url, reports: 'http://127.0.0.1:1', palette: palette.url },
  });
});

afterAll(async () => {
  await platform.close();
  await analytics.close();
  await palette.close();
});

const lastOf = (service: FakeService) => service.seen.at(-1)!;

describe('a request with a valid key', () => {
  it('reaches the service with a signed identity instead of the key', async () => {
    const { text, key } = await platform.issue({ scopes: ['websites:read', 'stats:read'] });
    const answer = await request(gateway.url).get('/api/v1/websites?search=a%20b&page=2').set(bearer(text));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ok: true });
    const seen = lastOf(analytics);
    expect(seen.url).toBe('/api/v1/websites?search=a%20b&page=2');
    expect(seen.headers.authorization).toBeUndefined();
    expect(seen.headers['x-request-id']).toBe(answer.headers['x-request-id']);
    const verifier = await platform.verifier('analytics');
    expect(await verifier.verify(String(seen.headers['x-identity']))).toEqual({
      organisation: key.organisation,
      keyId: key.id,
      scopes: ['websites:read', 'stats:read'],
    });
    const other = await platform.verifier('palette');
    expect(await other.verify(String(seen.headers['x-identity']))).toBeUndefined();
  });

  it('uses one identity for requests in a row, and another one for another service', async () => {
    const { text } = await platform.issue();
    const paths = ['/api/v1/websites', '/api/v1/stats/1'];
    for (const path of paths) await request(gateway.url).get(path).set(bearer(text)).expect(200);
    const [first, second] = analytics.seen.slice(-2).map(({ headers }) => headers['x-identity']);
    expect(first).toBe(second);
    await request(gateway.url).get('/v1/palettes/x').set(bearer(text)).expect(200);
    expect(lastOf(palette).headers['x-identity']).not.toBe(first);
  });

  it('takes the scheme in any case', async () => {
    const { text } = await platform.issue();
    await request(gateway.url).get('/v1/workspaces').set('Authorization', `bearer ${text}`).expect(200);
  });
});

describe('a request without a valid key', () => {
  const paths = ['/api/v1/websites', '/api/v1/reports/1', '/v1/palettes', '/v1/anything', '/v1/keys'];

  it.each(paths)('is 401 in the words of the area: %s', async (path) => {
    const before = analytics.seen.length + palette.seen.length;
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer ',
      'Bearer nonsense',
      `Bearer ${generateKey()}`,
      `Bearer ${generateKey()} x`,
      `Basic ${generateKey()}`,
      generateKey(),
    ]) {
      const attempt = request(gateway.url).get(path);
      const answer = await (authorization === undefined
        ? attempt
        : attempt.set('Authorization', authorization));
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.headers['content-type']).toContain('application/json');
      if (path.startsWith('/v1/')) {
        expect(answer.body).toMatchObject({ data: null, error: { code: 'unauthorized' } });
        expect(answer.body.meta.request_id).toBe(answer.headers['x-request-id']);
      } else
        expect(answer.body).toEqual({
          message: expect.any(String),
          status: 401,
          request_id: answer.headers['x-request-id'],
        });
    }
    expect(analytics.seen.length + palette.seen.length).toBe(before);
  });

  it('is refused by the checksum without a look into the database', async () => {
    const text = generateKey();
    const misspelt = text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a');
    const { rows: before } = await platform.database.database.raw(
      "SELECT coalesce(sum(seq_scan + idx_scan), 0)::int AS scans FROM pg_stat_user_tables WHERE relname = 'keys'",
    );
    for (let count = 0; count < 20; count += 1)
      await request(gateway.url).get('/v1/workspaces').set(bearer(misspelt)).expect(401);
    await platform.database.database.raw('SELECT pg_stat_force_next_flush()');
    const { rows: after } = await platform.database.database.raw(
      "SELECT coalesce(sum(seq_scan + idx_scan), 0)::int AS scans FROM pg_stat_user_tables WHERE relname = 'keys'",
    );
    expect(after).toEqual(before);
  });

  it('is 401 once the key has expired, also when it was used before', async () => {
    const { text } = await platform.issue({ expiresAt: new Date(Date.now() + 700) });
    await request(gateway.url).get('/v1/workspaces').set(bearer(text)).expect(200);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await request(gateway.url).get('/v1/workspaces').set(bearer(text)).expect(401);
  });
});

describe('what a client claims to be', () => {
  it('is not passed on', async () => {
    const { text } = await platform.issue();
    await request(gateway.url)
      .get('/api/v1/websites')
      .set(bearer(text))
      .set('X-Identity', 'forged')
      .set('X-Forwarded-For', '6.6.6.6')
      .set('X-Forwarded-Host', 'evil.example')
      .set('X-Real-IP', '6.6.6.6')
      .set('Forwarded', 'for=6.6.6.6')
      .set('X-Organisation', 'org_other')
      .set('Connection', 'keep-alive, X-Secret')
      .set('X-Secret', 'hop')
      .set('Accept-Language', 'de')
      .expect(200);
    const { headers } = lastOf(analytics);
    expect(headers['x-identity']).not.toBe('forged');
    expect(headers['x-forwarded-for']).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
    expect(headers['x-forwarded-host']).toBe(`127.0.0.1:${gateway.port}`);
    expect(headers['accept-language']).toBe('de');
    for (const name of ['x-real-ip', 'forwarded', 'x-organisation', 'x-secret'])
      expect(headers[name]).toBeUndefined();
  });

  it('is no identity on public paths either', async () => {
    await request(gateway.url).get('/t.js').set('X-Identity', 'forged').expect(200);
    expect(lastOf(analytics).headers['x-identity']).toBeUndefined();
    await request(gateway.url).get('/v1/keys').set('X-Identity', 'forged').expect(401);
  });

  it('is believed of as many proxies as are trusted', async () => {
    const behind = await platform.gateway({
      targets: { analytics: analytics.url, reports: analytics.url, palette: analytics.url },
      trustProxy: 1,
    });
    await request(behind.url)
      .get('/t.js')
      .set('X-Forwarded-For', '6.6.6.6, 203.0.113.9')
      .set('X-Forwarded-Proto', 'https')
      .set('X-Forwarded-Host', 'api.example.com')
      .expect(200);
    expect(lastOf(analytics).headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'api.example.com',
    });
    await request(behind.url).get('/t.js').set('X-Forwarded-For', '::ffff:203.0.113.9').expect(200);
    expect(lastOf(analytics).headers['x-forwarded-for']).toBe('203.0.113.9');
    await request(behind.url).get('/t.js').set('X-Forwarded-For', '2001:db8::1').expect(200);
    expect(lastOf(analytics).headers['x-forwarded-for']).toBe('2001:db8::1');
  });
});

describe('public paths', () => {
  it.each(['/t.js', '/collect', '/collect.gif', '/s/abc', '/s/abc/live', '/unsubscribe/x', '/r/abc'])(
    'need no key: %s',
    async (path) => {
      const target = path.startsWith('/r') ? 503 : 200;
      await request(gateway.url).get(path).expect(target);
    },
  );

  it('pass a valid key on as an identity, and refuse an invalid one', async () => {
    const { text, key } = await platform.issue();
    await request(gateway.url).get('/s/abc').set(bearer(text)).expect(200);
    const verifier = await platform.verifier('analytics');
    const caller = await verifier.verify(String(lastOf(analytics).headers['x-identity']));
    expect(caller?.keyId).toBe(key.id);
    await request(gateway.url).get('/s/abc').set(bearer(generateKey())).expect(401);
  });
});

describe('paths', () => {
  it.each([
    '/api/v1/unknown',
    '/api/v2/websites',
    '/API/v1/websites',
    '/metrics',
    '/api/v1/websitesx',
    '/admin',
  ])('that nobody serves are 404: %s', async (path) => {
    const answer = await request(gateway.url).get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ status: 404, request_id: answer.headers['x-request-id'] });
  });

  it('belong to an area by host name where one is configured', async () => {
    const named = await platform.gateway({
      targets: { analytics: analytics.url, reports: 'http://127.0.0.1:1', palette: palette.url },
      hosts: { analytics: 'stats.example.com', palette: 'colours.example.com' },
    });
    const { text } = await platform.issue();
    const get = (path: string, host: string) =>
      request(named.url).get(path).set(bearer(text)).set('Host', host);
    await get('/api/v1/websites', 'stats.example.com').expect(200);
    await get('/api/v1/websites', 'STATS.example.com:8080').expect(200);
    await get('/v1/workspaces', 'stats.example.com').expect(404);
    await get('/v1/workspaces', 'colours.example.com').expect(200);
    await get('/api/v1/websites', 'colours.example.com').expect(404);
    await get('/api/v1/websites', 'api.example.com').expect(200);
    await get('/v1/workspaces', 'api.example.com').expect(200);
  });
});

describe('the request id', () => {
  it("is the client's if it is usable, and made otherwise", async () => {
    const { text } = await platform.issue();
    const send = (id: string) =>
      request(gateway.url).get('/v1/workspaces').set(bearer(text)).set('X-Request-Id', id);
    expect((await send('abc-123')).headers['x-request-id']).toBe('abc-123');
    expect(lastOf(palette).headers['x-request-id']).toBe('abc-123');
    for (const bad of ['a b', 'x'.repeat(65), '<script>'])
      expect((await send(bad)).headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });
});
