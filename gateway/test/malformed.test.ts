import { connect } from 'node:net';

import { bearer, startTestbed, startService } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

let testbed: Testbed;
let service: FakeService;
let gateway: Gateway;
let key: string;

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService();
  gateway = await testbed.gateway({
    targets: { analytics: service.url, reports: service.url, palette: service.url },
  });
  key = (await testbed.issue()).text;
});

afterAll(async () => {
  await testbed.close();
  await service.close();
});

/**
 * Sends raw bytes that no HTTP client would send, and reads until the gateway closes the
 * connection.
 */
const send = (text: string, port = gateway.port): Promise<{ status: number; body: string; head: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body });
    });
  });

const get = (path: string, ...headers: string[]) =>
  send(
    [
      `GET ${path} HTTP/1.1`,
      'Host: api',
      `Authorization: Bearer ${key}`,
      'Connection: close',
      ...headers,
      '',
      '',
    ].join('\r\n'),
  );

describe('an ambiguous path', () => {
  it.each([
    '//api/v1/websites',
    '/api//v1/websites',
    '/api/v1/websites//1',
    '/api/v1/websites/../reports',
    '/api/v1/./websites',
    '/api/v1/websites/..',
    '/api/v1/websites/%2e%2e/reports',
    '/api/v1/websites/%2E/1',
    '/api/v1/websites%2f1',
    '/api/v1/websites%2F1',
    '/api/v1\\websites',
    '/api/v1/websites/%5c1',
    '/api/v1/websites/%00',
    '/api/v1/websites#/../reports',
    '/api/v1/websites#',
    '/api/v1/websites/%0d%0aX-Evil:1',
    '/api/v1/websites/%zz',
    '/api/v1/websites/%',
    '/api/v1/websites/%c3%28',
    '/v1/keys/..%2f..%2fapi',
    '/v1/palettes/%E0%A4%A',
  ])('is 400 and goes nowhere: %s', async (path) => {
    const before = service.seen.length;
    const { status, body } = await get(path);
    expect(status).toBe(400);
    const parsed = JSON.parse(body);
    if (path.startsWith('/v1')) expect(parsed.error.code).toBe('bad_request');
    else expect(parsed).toMatchObject({ status: 400, request_id: expect.any(String) });
    expect(service.seen.length).toBe(before);
  });

  it('is not one with legal escapes', async () => {
    for (const path of ['/s/caf%C3%A9', "/s/a;b=c,d'(e)~f@g:h!i*j", '/s/a%20b?x=%zz//../'])
      expect((await get(path)).status).toBe(200);
    expect(service.seen.at(-1)?.url).toBe('/s/a%20b?x=%zz//../');
  });

  it('is not one in absolute form', async () => {
    const { status } = await get('http://api/api/v1/websites?page=2');
    expect(status).toBe(200);
    expect(service.seen.at(-1)?.url).toBe('/api/v1/websites?page=2');
    expect(service.seen.at(-1)?.headers['x-forwarded-host']).toBe('api');
    const credentials = await get('http://user:pass@api/api/v1/websites');
    expect(credentials.status).toBe(400);
    expect((await send('OPTIONS * HTTP/1.1\r\nHost: api\r\nConnection: close\r\n\r\n')).status).toBe(400);
  });
});

describe('headers', () => {
  it('must not repeat the credentials or the host', async () => {
    const before = service.seen.length;
    expect((await get('/v1/workspaces', `authorization: Bearer ${key}`)).status).toBe(400);
    expect((await get('/v1/workspaces', 'hOsT: other')).status).toBe(400);
    expect(service.seen.length).toBe(before);
  });

  it('must not exceed the size limit', async () => {
    const { status, body, head } = await get('/v1/workspaces', `X-Long: ${'x'.repeat(20_000)}`);
    expect(status).toBe(431);
    expect(JSON.parse(body)).toEqual({
      message: 'The request headers are too large.',
      code: 'bad_request',
      status: 431,
      request_id: expect.any(String),
    });
    expect(head).toContain('X-Request-Id');
    expect(head).toContain('X-Content-Type-Options: nosniff');
    expect(head).toContain('Access-Control-Allow-Origin: *');
  });

  it('must name the host, and may expect what there is not', async () => {
    const missing = await send('GET /v1/workspaces HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(missing.status).toBe(400);
    expect(missing.head).toContain('X-Request-Id');
    expect(missing.body).toContain('"code":"bad_request","message":"The header host is missing."');
    const before = service.seen.length;
    expect((await get('/v1/workspaces', 'Expect: the-impossible')).status).toBe(200);
    expect(service.seen.length).toBe(before + 1);
  });

  it('may be numerous', async () => {
    const headers = Array.from({ length: 200 }, (_, index) => `X-Header-${index}: 1`);
    expect((await get('/v1/workspaces', ...headers)).status).toBe(200);
    expect(Object.keys(service.seen.at(-1)!.headers).some((name) => name.startsWith('x-header'))).toBe(false);
  });
});

describe('invalid HTTP and request smuggling', () => {
  const smuggled = 'GET /v1/keys HTTP/1.1\r\nHost: api\r\n\r\n';
  const authorization = () => bearer(key).Authorization;

  it.each([
    ['nonsense', () => 'nonsense\r\n\r\n'],
    ['a missing host', () => 'GET /t.js HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'two lengths',
      () =>
        `POST /v1/palettes HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization()}\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\nabcde`,
    ],
    [
      'a length and chunks',
      () =>
        `POST /v1/palettes HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization()}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'an unknown transfer coding',
      () =>
        `POST /v1/palettes HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization()}\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a bare line feed in a header', () => 'GET /t.js HTTP/1.1\r\nHost: a\r\nX: a\nY: b\0\r\n\r\n'],
  ])('is 400: %s', async (_name, text) => {
    const before = service.seen.length;
    const { status } = await send(text());
    expect(status).toBe(400);
    expect(service.seen.length).toBe(before);
  });

  it('allows HTTP/1.0, which needs no host', async () => {
    const named = await testbed.gateway({
      targets: { analytics: service.url, reports: service.url, palette: service.url },
      hosts: { analytics: 'stats.example.com' },
    });
    for (const [{ port }, expected] of [
      [gateway, 200],
      [named, 404],
    ] as const) {
      const { status, head } = await send('GET /t.js HTTP/1.0\r\n\r\n', port);
      expect(status).toBe(expected);
      expect(head.toLowerCase()).toContain('connection: close');
    }
  });

  it('allows an empty host, from a client or a proxy', async () => {
    const targets = { analytics: service.url, reports: service.url, palette: service.url };
    const named = await testbed.gateway({
      targets,
      hosts: { analytics: 'stats.example.com' },
      trustProxy: 1,
    });
    for (const [{ port }, expected] of [
      [named, 404],
      [gateway, 200],
    ] as const)
      for (const headers of ['Host:', 'Host: a\r\nX-Forwarded-Host: ,b']) {
        const { status } = await send(`GET /t.js HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`, port);
        expect(status).toBe(expected);
      }
    expect(service.seen.at(-1)?.headers['x-forwarded-host']).toBe('a');
  });

  it('does not write into another answer', async () => {
    const streaming = await startService((_request, response) => {
      response.writeHead(200, { 'content-length': 6 }).write('abc');
    });
    const { port } = await testbed.gateway({
      targets: { analytics: service.url, reports: service.url, palette: streaming.url },
    });
    const received = await new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET /v1/palettes HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization()}\r\n\r\n`),
      );
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString();
        if (answer.endsWith('abc')) socket.write('nonsense\r\n\r\n');
      });
      // The connection may be reset; only what came before matters.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        resolve(answer);
      });
    });
    await streaming.close();
    expect(received.split('\r\n\r\n').slice(1)).toEqual(['abc']);
  });

  it('leaves the gateway working', async () => {
    expect((await get('/v1/workspaces')).status).toBe(200);
  });
});
