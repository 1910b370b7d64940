import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { generateKey } from '../src/keys/api-key.ts';
import { bearer } from './harness.ts';
import { lastOf, useAccess } from './access-harness.ts';

const { testbed, analytics, palette, gateway } = useAccess();

describe('public paths', () => {
  it.each(['/t.js', '/collect', '/collect.gif', '/s/abc', '/s/abc/live', '/unsubscribe/x', '/r/abc'])(
    'need no key: %s',
    async (path) => {
      const target = path.startsWith('/r') ? 503 : 200;
      await request(gateway().url).get(path).expect(target);
    },
  );

  it('forward a valid key as an identity, and refuse an invalid one', async () => {
    const { text, key } = await testbed().issue();
    await request(gateway().url).get('/s/abc').set(bearer(text)).expect(200);
    const verifier = await testbed().verifier('analytics');
    const caller = await verifier.verify(String(lastOf(analytics()).headers['x-identity']));
    expect(caller?.keyId).toBe(key.id);
    await request(gateway().url).get('/s/abc').set(bearer(generateKey())).expect(401);
  });

  it('ignore other schemes, so that a staging site behind Basic auth keeps its tracker', async () => {
    for (const path of ['/t.js', '/collect', '/s/abc']) {
      await request(gateway().url).get(path).set('Authorization', 'Basic dXNlcjpwYXNz').expect(200);
      expect(lastOf(analytics()).headers['x-identity']).toBeUndefined();
      expect(lastOf(analytics()).headers.authorization).toBeUndefined();
    }
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
  ])('are 404 where no service has them: %s', async (path) => {
    const answer = await request(gateway().url).get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ status: 404, request_id: answer.headers['x-request-id'] });
  });

  it('belong to an area by host name, if one is configured', async () => {
    const named = await testbed().gateway({
      targets: { analytics: analytics().url, reports: 'http://127.0.0.1:1', palette: palette().url },
      hosts: { analytics: 'stats.example.com', palette: 'colours.example.com' },
      publicUrl: 'https://api.example.com',
    });
    const { text } = await testbed().issue();
    const get = (path: string, host: string) =>
      request(named.url).get(path).set(bearer(text)).set('Host', host);
    await get('/api/v1/websites', 'stats.example.com').expect(200);
    await get('/api/v1/websites', 'STATS.example.com:8080').expect(200);
    await get('/v1/workspaces', 'stats.example.com').expect(404);
    await get('/v1/workspaces', 'colours.example.com').expect(200);
    await get('/api/v1/websites', 'colours.example.com').expect(404);
    await get('/api/v1/websites', 'stats.example.com.').expect(200);
    await get('/v1/workspaces', 'stats.example.com.').expect(404);
    await get('/api/v1/websites', 'api.example.com').expect(200);
    await get('/v1/workspaces', 'api.example.com').expect(200);
    for (const host of ['other.example.com', '127.0.0.1', '', 'stats.example.com.evil.example'])
      await get('/api/v1/websites', host).expect(404);
  });
});

describe('the request id', () => {
  it("is the client's if it is valid, and generated otherwise", async () => {
    const { text } = await testbed().issue();
    const send = (id: string) =>
      request(gateway().url).get('/v1/workspaces').set(bearer(text)).set('X-Request-Id', id);
    expect((await send('abc-123')).headers['x-request-id']).toBe('abc-123');
    expect(lastOf(palette()).headers['x-request-id']).toBe('abc-123');
    for (const bad of ['a b', 'x'.repeat(65), '<script>'])
      expect((await send(bad)).headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });
});

describe('the request log', () => {
  it('has no query, no link by which somebody unsubscribes, and no key for servers', async () => {
    const lines: { path?: string }[] = [];
    const logger = silentLogger();
    for (const level of ['info', 'error'] as const)
      logger[level] = (line: unknown) => void lines.push(line as { path?: string });
    const { url } = await testbed().gateway({ logger });
    const link = `${Buffer.from('7 her@example.com').toString('base64url')}~1900000000.signature`;
    await request(url).get(`/unsubscribe/${link}`);
    await request(url).post(`/r/unsubscribe/${link}`);
    await request(url).get('/s/7?link=secret');
    await request(url).post('/c/key.secret/api/send');
    await eventually(() => {
      expect(lines.map(({ path }) => path)).toEqual([
        '/unsubscribe/…',
        '/r/unsubscribe/…',
        '/s/7',
        '/c/key.…/api/send',
      ]);
    });
  });
});
