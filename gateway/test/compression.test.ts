import { once } from 'node:events';
import { request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import request from 'supertest';

import { bearer, startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

const THEME = JSON.stringify({
  data: Array.from({ length: 400 }, (_, at) => ({ id: at, name: `colour ${at}` })),
});

/** The service's answers, by the request's path. */
const ANSWERS: Readonly<Record<string, { status?: number; headers: Record<string, string>; body: string }>> =
  {
    '/v1/themes/json': { headers: { 'content-type': 'application/json', etag: '"v1"' }, body: THEME },
    '/v1/themes/weak': {
      headers: { 'content-type': 'application/json', etag: 'W/"v1"', vary: 'Accept' },
      body: THEME,
    },
    '/v1/themes/short': { headers: { 'content-type': 'application/json' }, body: '{"data":1}' },
    '/v1/themes/refused': {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: THEME,
    },
    '/v1/themes/picture': { headers: { 'content-type': 'image/png' }, body: THEME },
    '/v1/themes/secret': {
      headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store, no-transform' },
      body: THEME,
    },
    '/v1/themes/coded': {
      headers: { 'content-type': 'application/json', 'content-encoding': 'zstd' },
      body: THEME,
    },
    '/v1/themes/file': {
      headers: { 'content-type': 'text/css', 'accept-ranges': 'bytes', etag: '"f"' },
      body: THEME,
    },
    '/v1/themes/part': {
      status: 206,
      headers: { 'content-type': 'text/css', 'content-range': 'bytes 0-9/100' },
      body: THEME,
    },
    '/v1/themes/events': { headers: { 'content-type': 'text/event-stream' }, body: THEME },
    '/v1/themes/a/preview': { headers: { 'content-type': 'text/html' }, body: THEME },
  };

let bed: Testbed;
let palette: FakeService;
let gateway: Gateway;
let key: string;
/** Lets an answer that has begun continue. */
let proceed: (() => void) | undefined;

beforeAll(async () => {
  bed = await startTestbed();
  palette = await startService((incoming, response) => {
    const path = incoming.url ?? '';
    if (path === '/v1/themes/slow') {
      response.setHeader('content-type', 'application/x-ndjson').write('{"line":1}\n');
      proceed = () => response.end('{"line":2}\n');
      return;
    }
    if (path === '/v1/themes/broken') {
      response.setHeader('content-type', 'application/json').setHeader('content-length', THEME.length);
      response.write(THEME.slice(0, 5_000), () => response.destroy());
      return;
    }
    const { status = 200, headers, body } = ANSWERS[path] ?? { status: 404, headers: {}, body: '{}' };
    const isKnown = headers['etag'] !== undefined && incoming.headers['if-none-match'] === headers['etag'];
    response.writeHead(isKnown ? 304 : status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(isKnown || incoming.method === 'HEAD' ? undefined : body);
  });
  gateway = await bed.gateway({ targets: { palette: palette.url } });
  key = (await bed.issue()).text;
});
afterAll(async () => {
  await palette.close();
  await bed.close();
});

/** Asks without decoding what comes back, which supertest would do. */
const ask = async (
  path: string,
  encoding = 'gzip, br',
  more: Record<string, string> = {},
  method = 'GET',
) => {
  const headers = { ...bearer(key), 'accept-encoding': encoding, ...more };
  const sent = send(`${gateway.url}${path}`, { method, headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
};

describe('answers of services', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0.1, gzip;q=1', gunzipSync],
    ['br', '*', brotliDecompressSync],
  ])('are sent in %s to a client that takes %s', async (encoding, accepted, decode) => {
    const { headers, body } = await ask('/v1/themes/json', accepted);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(headers['content-length']).toBeUndefined();
    expect(body.length).toBeLessThan(THEME.length / 4);
    expect(decode(body).toString()).toBe(THEME);
  });

  it.each(['identity', 'zstd', 'gzip;q=0, br;q=0', ''])(
    'stay as they are for a client that takes %j',
    async (given) => {
      const { headers, body } = await ask('/v1/themes/json', given);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: '"v1"' });
      expect(body.toString()).toBe(THEME);
    },
  );

  it('are compressed when they refuse something, too, and vary by what varied before', async () => {
    expect((await ask('/v1/themes/refused')).headers['content-encoding']).toBe('br');
    expect((await ask('/v1/themes/weak')).headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept, Accept-Encoding',
      etag: 'W/"v1"',
    });
  });

  it.each(['short', 'picture', 'secret', 'file', 'part', 'events', 'a/preview'])(
    'stay as they are: %s',
    async (name) => {
      const { headers } = await ask(`/v1/themes/${name}`);
      expect(headers['content-encoding']).toBeUndefined();
      const { body = '' } = ANSWERS[`/v1/themes/${name}`] ?? {};
      expect(Number(headers['content-length'])).toBe(body.length);
    },
  );

  it('keep the coding that the service gave them', async () => {
    const { headers } = await ask('/v1/themes/coded');
    expect(headers['content-encoding']).toBe('zstd');
  });

  it('have a tag for each coding, which names the version that the service knows', async () => {
    const { headers } = await ask('/v1/themes/json');
    expect(headers['etag']).toBe('"v1;br"');
    expect((await ask('/v1/themes/json', 'gzip')).headers['etag']).toBe('"v1;gzip"');
    const again = await ask('/v1/themes/json', 'br', { 'if-none-match': '"v1;br"' });
    expect([again.status, again.headers['etag']]).toEqual([304, '"v1;br"']);
    palette.seen.length = 0;
    await request(gateway.url)
      .patch('/v1/themes/json')
      .set({ ...bearer(key), 'If-Match': '"v1;br"' })
      .send({});
    expect(palette.seen[0]?.headers['if-match']).toBe('"v1"');
  });

  it('have the same head for HEAD as for GET', async () => {
    const [head, get] = [await ask('/v1/themes/json', 'br', {}, 'HEAD'), await ask('/v1/themes/json', 'br')];
    for (const name of ['content-encoding', 'etag', 'vary', 'content-length', 'content-type'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
  });

  it('of unknown length arrive as they are written', async () => {
    const answer = await fetch(`${gateway.url}/v1/themes/slow`, { headers: bearer(key) });
    expect(answer.headers.get('content-encoding')).not.toBeNull();
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const first = await reader.read();
    expect(Buffer.from(first.value ?? []).toString()).toBe('{"line":1}\n');
    proceed?.();
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read())
      rest += Buffer.from(next.value).toString();
    expect(rest).toBe('{"line":2}\n');
  });

  it('that break off break off for the client', async () => {
    const answer = fetch(`${gateway.url}/v1/themes/broken`, { headers: bearer(key) }).then((found) =>
      found.text(),
    );
    await expect(answer).rejects.toThrow();
  });
});

describe("the gateway's own answers", () => {
  it('are compressed beyond 1 KB, but not those that hold a secret', async () => {
    for (let made = 0; made < 5; made += 1) {
      const { headers } = await request(gateway.url)
        .post('/v1/keys')
        .set({ ...bearer(key), 'Accept-Encoding': 'br' })
        .send({
          name: 'x'.repeat(100),
          scopes: ['*'],
          allowed_addresses: Array.from({ length: 50 }, (_, at) => `10.0.0.${at}`),
        })
        .expect(201);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['cache-control']).toBe('private, no-store, no-transform');
    }
    const { headers, body } = await ask('/v1/keys', 'br');
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(JSON.parse(brotliDecompressSync(body).toString()).data.items.length).toBeGreaterThanOrEqual(5);
  });
});
