import { createIdentityVerifier, generateIdentityKey } from '@platform/identity';
import request from 'supertest';

import { generateKey } from '../src/keys/api-key.ts';
import { bearer, startTestbed, untilListening } from './harness.ts';
import { lastOf, useAccess } from './access-harness.ts';

const { testbed, analytics, palette, gateway } = useAccess();

describe('a request with a valid key', () => {
  it('reaches the service with a signed identity instead of the key', async () => {
    const { text, key } = await testbed().issue({ scopes: ['websites:read', 'stats:read'] });
    const answer = await request(gateway().url).get('/api/v1/websites?search=a%20b&page=2').set(bearer(text));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ok: true });
    const seen = lastOf(analytics());
    expect(seen.url).toBe('/api/v1/websites?search=a%20b&page=2');
    expect(seen.headers.authorization).toBeUndefined();
    expect(seen.headers['x-request-id']).toBe(answer.headers['x-request-id']);
    const verifier = await testbed().verifier('analytics');
    expect(await verifier.verify(String(seen.headers['x-identity']))).toEqual({
      organisation: key.organisation,
      keyId: key.id,
      scopes: ['websites:read', 'stats:read'],
    });
    const other = await testbed().verifier('palette');
    expect(await other.verify(String(seen.headers['x-identity']))).toBeUndefined();
  });

  it('reuses an identity per service', async () => {
    const { text } = await testbed().issue();
    const paths = ['/api/v1/websites', '/api/v1/stats/1'];
    for (const path of paths) await request(gateway().url).get(path).set(bearer(text)).expect(200);
    const [first, second] = analytics()
      .seen.slice(-2)
      .map(({ headers }) => headers['x-identity']);
    expect(first).toBe(second);
    await request(gateway().url).get('/v1/palettes/x').set(bearer(text)).expect(200);
    expect(lastOf(palette()).headers['x-identity']).not.toBe(first);
  });

  it('may be sent as the password of Basic authentication where clients of other products ask', async () => {
    const { text, key } = await testbed().issue();
    const ask = (path: string, password: string) =>
      request(gateway().url).get(path).auth('shop.example', password);
    await ask('/c/key/api/plugins/v1/goals', text).expect(200);
    const { headers } = lastOf(analytics());
    const verifier = await testbed().verifier('analytics');
    expect(await verifier.verify(String(headers['x-identity']))).toMatchObject({ keyId: key.id });
    expect(headers.authorization).toBeUndefined();
    await request(gateway().url)
      .put('/c/key/api/plugins/v1/goals')
      .auth('shop.example', text)
      .send({ goal_type: 'Goal.Pageview' })
      .expect(200);
    expect(lastOf(analytics())).toMatchObject({ method: 'PUT', url: '/c/key/api/plugins/v1/goals' });
    await ask('/c/key/api/plugins/v1/goals', generateKey()).expect(401);
    // A browser sends a password again by itself.
    await ask('/api/v1/websites', text).expect(401);
    await ask('/c/key/api/plugins/v1/goals', 'of the page').expect(200);
    expect(lastOf(analytics()).headers['x-identity']).toBeUndefined();
  });

  it('accepts the scheme in any case', async () => {
    const { text } = await testbed().issue();
    await request(gateway().url).get('/v1/workspaces').set('Authorization', `bearer ${text}`).expect(200);
  });
});

describe('a request without a valid key', () => {
  const paths = ['/api/v1/websites', '/api/v1/reports/1', '/v1/palettes', '/v1/anything', '/v1/keys'];

  it.each(paths)('is 401 in the dialect of the area: %s', async (path) => {
    const before = analytics().seen.length + palette().seen.length;
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
      const attempt = request(gateway().url).get(path);
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
          code: 'unauthorized',
          status: 401,
          request_id: answer.headers['x-request-id'],
        });
    }
    expect(analytics().seen.length + palette().seen.length).toBe(before);
  });

  it('is refused by its checksum without reading the database', async () => {
    // A separate database, because PostgreSQL counts scans with a delay.
    const fresh = await startTestbed();
    const quiet = await fresh.gateway();
    const text = generateKey();
    const misspelt = text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a');
    const { rows: before } = await fresh.database.database.raw(
      "SELECT coalesce(sum(seq_scan + idx_scan), 0)::int AS scans FROM pg_stat_user_tables WHERE relname = 'keys'",
    );
    for (let count = 0; count < 20; count += 1)
      await request(quiet.url).get('/v1/workspaces').set(bearer(misspelt)).expect(401);
    await fresh.database.database.raw('SELECT pg_stat_force_next_flush()');
    const { rows: after } = await fresh.database.database.raw(
      "SELECT coalesce(sum(seq_scan + idx_scan), 0)::int AS scans FROM pg_stat_user_tables WHERE relname = 'keys'",
    );
    expect(after).toEqual(before);
    await fresh.close();
  });

  it('is 401 once the key has expired, even if the key is cached', async () => {
    const end = Date.now() + 3_600_000;
    const { text } = await testbed().issue({ expiresAt: new Date(end) });
    let time = end - 1;
    const other = await testbed().gateway({
      targets: { palette: palette().url },
      now: () => new Date(time),
    });
    await untilListening(other);
    await request(other.url).get('/v1/workspaces').set(bearer(text)).expect(200);
    time = end;
    await request(other.url).get('/v1/workspaces').set(bearer(text)).expect(401);
  });
});

describe('headers that a client forges', () => {
  it('are not forwarded', async () => {
    const { text } = await testbed().issue();
    await request(gateway().url)
      .get('/api/v1/websites')
      .set(bearer(text))
      .set('X-Identity', 'forged')
      .set('X-Forwarded-For', '6.6.6.6')
      .set('X-Forwarded-Host', 'evil.example')
      .set('X-Real-IP', '6.6.6.6')
      .set('Forwarded', 'for=6.6.6.6')
      .set('X-Organisation', 'org_other')
      .set('X-Timeout-Ms', '999999')
      .set('Connection', 'keep-alive, X-Secret')
      .set('X-Secret', 'hop')
      .set('Accept-Language', 'de')
      .expect(200);
    const { headers } = lastOf(analytics());
    expect(headers['x-identity']).not.toBe('forged');
    expect(headers['x-forwarded-for']).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
    expect(headers['x-forwarded-host']).toBe(`127.0.0.1:${gateway().port}`);
    expect(headers['accept-language']).toBe('de');
    // How long the gateway waits, by which a service decides what it may still begin.
    expect(headers['x-timeout-ms']).toBe('5000');
    for (const name of ['x-real-ip', 'forwarded', 'x-organisation', 'x-secret'])
      expect(headers[name]).toBeUndefined();
  });

  it('do not become an identity on public paths either', async () => {
    await request(gateway().url).get('/t.js').set('X-Identity', 'forged').expect(200);
    expect(lastOf(analytics()).headers['x-identity']).toBeUndefined();
    await request(gateway().url).get('/v1/keys').set('X-Identity', 'forged').expect(401);
  });

  it('are believed from proxies by their addresses, behind those that are counted', async () => {
    const behind = await testbed().gateway({
      targets: { analytics: analytics().url, reports: analytics().url, palette: analytics().url },
      trustProxy: { hops: 1, blocks: ['203.0.113.0/24', '2001:db8::/32'] },
    });
    const read = async (chain: string, path = '/c/key/api/event') => {
      await request(behind.url).post(path).set('X-Forwarded-For', chain).send('{}').expect(200);
      const { headers } = lastOf(analytics());
      return [headers['x-forwarded-for'], headers['x-claimed-for']];
    };
    // A website without a proxy of its own, one behind one, and one behind two.
    expect(await read('198.51.100.1')).toEqual(['198.51.100.1', undefined]);
    expect(await read('198.51.100.1, 203.0.113.7')).toEqual(['198.51.100.1', undefined]);
    expect(await read('198.51.100.1, 2001:db8::7, 203.0.113.7:80')).toEqual(['198.51.100.1', undefined]);
    // Addresses further left are claims, which only hits take along.
    expect(await read('6.6.6.6, nonsense, 198.51.100.1, 203.0.113.7')).toEqual(['198.51.100.1', '6.6.6.6']);
    expect(await read('6.6.6.6, 198.51.100.1', '/unsubscribe/x')).toEqual(['198.51.100.1', undefined]);
    await request(behind.url).post('/c/key/api/event').set('X-Claimed-For', '6.6.6.6').expect(200);
    expect(lastOf(analytics()).headers['x-claimed-for']).toBeUndefined();
  });

  it('are not believed about protocol and host from a proxy that has none of the addresses', async () => {
    const behind = await testbed().gateway({
      targets: { analytics: analytics().url, reports: analytics().url, palette: analytics().url },
      trustProxy: { hops: 0, blocks: ['203.0.113.0/24'] },
    });
    await request(behind.url)
      .get('/t.js')
      .set('X-Forwarded-For', '203.0.113.9')
      .set('X-Forwarded-Proto', 'https')
      .set('X-Forwarded-Host', 'api.example.com')
      .expect(200);
    expect(lastOf(analytics()).headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': expect.stringMatching(/^127\.0\.0\.1:/),
    });
  });

  it('are believed from as many proxies as are configured as trusted', async () => {
    const behind = await testbed().gateway({
      targets: { analytics: analytics().url, reports: analytics().url, palette: analytics().url },
      trustProxy: 1,
    });
    await request(behind.url)
      .get('/t.js')
      .set('X-Forwarded-For', '6.6.6.6, 203.0.113.9')
      .set('X-Forwarded-Proto', 'https')
      .set('X-Forwarded-Host', 'api.example.com')
      .expect(200);
    expect(lastOf(analytics()).headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'api.example.com',
    });
    await request(behind.url).get('/t.js').set('X-Forwarded-For', '::ffff:203.0.113.9').expect(200);
    expect(lastOf(analytics()).headers['x-forwarded-for']).toBe('203.0.113.9');
    await request(behind.url).get('/t.js').set('X-Forwarded-For', '2001:db8::1').expect(200);
    expect(lastOf(analytics()).headers['x-forwarded-for']).toBe('2001:db8::1');
    for (const [sent, read] of [
      ['203.0.113.9:4711', '203.0.113.9'],
      ['[2001:db8::1]:4711', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['unknown', '127.0.0.1'],
      ['203.0.113.9.example', '127.0.0.1'],
      ['300.1.1.1:5', '127.0.0.1'],
    ] as const) {
      await request(behind.url).get('/t.js').set('X-Forwarded-For', sent).expect(200);
      expect(lastOf(analytics()).headers['x-forwarded-for']).toBe(read);
    }
  });
});

it('rotates the key that signs callers while services accept the one before it', async () => {
  const { url } = palette();
  const targets = { analytics: url, reports: url, palette: url };
  const [old, fresh] = [generateIdentityKey(), generateIdentityKey()];
  const { text, key } = await testbed().issue();
  const callerBy = async (gatewayUrl: string): Promise<string> => {
    await request(gatewayUrl).get('/v1/workspaces').set(bearer(text)).expect(200);
    return String(lastOf(palette()).headers['x-identity']);
  };

  // First the new key is published, then it signs, and the old one is no longer published.
  const published = await testbed().gateway({ targets, identityKey: old, otherIdentityKey: fresh });
  const rotated = await testbed().gateway({ targets, identityKey: fresh, otherIdentityKey: old });
  const done = await testbed().gateway({ targets, identityKey: fresh });
  const keysOf = async (gatewayUrl: string): Promise<string[]> => {
    const { body } = await request(gatewayUrl).get('/.well-known/jwks.json').expect(200);
    return body.keys.map(({ kid, d }: { kid: string; d?: string }) => [kid, d].join()).sort();
  };
  expect(await keysOf(published.url)).toHaveLength(2);
  expect(await keysOf(rotated.url)).toEqual(await keysOf(published.url));
  expect(await keysOf(done.url)).toHaveLength(1);

  const verifier = await createIdentityVerifier({
    publicKey: `${published.url}/.well-known/jwks.json`,
    audience: 'palette',
  });
  for (const signing of [published, rotated, done, published])
    expect(await verifier.verify(await callerBy(signing.url))).toMatchObject({ keyId: key.id });
  const stranger = await testbed().gateway({ targets, identityKey: generateIdentityKey() });
  expect(await verifier.verify(await callerBy(stranger.url))).toBeUndefined();
});
