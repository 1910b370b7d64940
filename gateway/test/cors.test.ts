import { once } from 'node:events';
import { request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';

import request from 'supertest';

import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let service: FakeService;
let gateway: Gateway;
let targets: { analytics: string; reports: string; palette: string };

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService((_request, response) => {
    response.setHeader('Vary', 'Accept-Encoding').setHeader('content-type', 'application/json');
    response.setHeader('ETag', '"1"').end('{"ok":true}');
  });
  targets = { analytics: service.url, reports: service.url, palette: service.url };
  gateway = await testbed.gateway({ targets, limitPerMinute: 600 });
});

afterAll(async () => {
  await testbed.close();
  await service.close();
});

const ORIGIN = 'https://app.example.com';

const preflight = (path: string, url = gateway.url) =>
  request(url)
    .options(path)
    .set('Origin', ORIGIN)
    .set('Access-Control-Request-Method', 'POST')
    .set('Access-Control-Request-Headers', 'authorization,content-type,idempotency-key');

const exposed = (headers: Record<string, string>): string[] =>
  (headers['access-control-expose-headers'] ?? '').split(', ');

describe('a refusal of the gateway itself', () => {
  it.each([
    ['an ambiguous path', 400, '/v1//palettes'],
    ['a broken escape', 400, '/v1/palettes/%zz'],
    ['no key', 401, '/v1/palettes'],
    ['an unknown path', 404, '/nothing'],
  ])('can be read by a page: %s', async (_, status, path) => {
    const sent = send({ port: gateway.port, path, headers: { origin: ORIGIN }, agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['/openapi.json', '/v1/keys', '/health/live', '/.well-known/jwks.json', '/llms.txt'])(
    'and every other answer of its own say nosniff: %s',
    async (path) => {
      const { text } = await testbed.issue();
      const { headers, status } = await request(gateway.url).get(path).set(bearer(text));
      expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    },
  );
});

describe('a preflight', () => {
  it.each(['/v1/palettes', '/v1/keys', '/api/v1/websites', '/api/v1/reports/1', '/openapi.json'])(
    'is answered without a key: %s',
    async (path) => {
      const answer = await preflight(path).expect(204);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
      const headers = answer.headers['access-control-allow-headers']?.toLowerCase().split(', ');
      expect(headers).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']));
      expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThan(0);
    },
  );

  it('lets pages use MCP, whose clients send their version and get no session', async () => {
    const { headers } = await preflight('/mcp').expect(204);
    expect(headers['access-control-allow-headers']?.split(', ')).toContain('Mcp-Protocol-Version');
  });

  it('does not reach a service or the rate limits', async () => {
    const before = service.seen.length;
    const answer = await preflight('/v1/palettes');
    expect(answer.headers['ratelimit']).toBeUndefined();
    expect(service.seen.length).toBe(before);
  });

  it('of a public path is left to the service', async () => {
    await preflight('/collect').expect(200);
    expect(service.seen.at(-1)).toMatchObject({ method: 'OPTIONS', url: '/collect' });
  });

  it('of an unknown path is a 404 that the page can read', async () => {
    const answer = await preflight('/api/v1/unknown').expect(404);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('OPTIONS without a preflight', () => {
  it('needs a key like any other request', async () => {
    await request(gateway.url).options('/v1/palettes').set('Origin', ORIGIN).expect(401);
  });
});

describe('an answer to a page of another origin', () => {
  it('is readable, with the headers that clients need', async () => {
    const { text } = await testbed.issue();
    const answer = await request(gateway.url).get('/v1/palettes').set(bearer(text)).set('Origin', ORIGIN);
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(exposed(answer.headers)).toEqual(
      expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After', 'Location', 'X-Request-Id']),
    );
  });

  it('is readable even when it is an error', async () => {
    for (const path of ['/v1/palettes', '/api/v1/websites', '/nothing']) {
      const answer = await request(gateway.url).get(path).set('Origin', ORIGIN);
      expect([401, 404]).toContain(answer.status);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    const document = await request(gateway.url).get('/openapi.json').set('Origin', ORIGIN).expect(200);
    expect(document.headers['access-control-allow-origin']).toBe('*');
  });

  it('is unchanged for the same origin', async () => {
    const answer = await request(gateway.url).get('/v1/palettes');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a list of origins', () => {
  it('admits only those, and keeps their answers apart in caches', async () => {
    const strict = await testbed.gateway({ targets, corsOrigins: [ORIGIN, 'https://other.example'] });
    const { text } = await testbed.issue();
    const get = (origin: string) =>
      request(strict.url).get('/v1/palettes').set(bearer(text)).set('Origin', origin);
    const admitted = await get(ORIGIN).expect(200);
    expect(admitted.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(admitted.headers['vary']).toBe('Origin, Accept-Encoding');
    const refused = await get('https://evil.example').expect(200);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    expect(refused.headers['vary']).toContain('Origin');
    await preflight('/v1/palettes', strict.url).expect(204);
    await preflight('/v1/palettes', strict.url).set('Origin', 'https://evil.example').expect(401);
  });
});
