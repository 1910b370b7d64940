import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { eventually, freePort } from '@platform/testing';
import request from 'supertest';

import { bearer, startTestbed, startService } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

const MEGABYTE = 1024 * 1024;

let testbed: Testbed;
let key: string;
let service: FakeService;
let gateway: Gateway;

/** A service that misbehaves as its path says. */
const behave = (incoming: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(incoming.url ?? '/', 'http://x');
  switch (url.pathname.split('/').at(-1)) {
    case 'upload':
    case 'events': {
      const hash = createHash('sha256');
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        bytes += chunk.length;
      });
      incoming.on('end', () => response.end(JSON.stringify({ bytes, sha256: hash.digest('hex') })));
      return;
    }
    case 'stream': {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      setTimeout(() => response.end('data: last\n\n'), 400);
      return;
    }
    case 'slow':
      return;
    case 'break':
      incoming.socket.destroy();
      return;
    case 'break-later':
      response.writeHead(200, { 'content-length': 1000 });
      response.write('half');
      setTimeout(() => incoming.socket.destroy(), 50);
      return;
    case 'headers':
      response.writeHead(207, 'Odd', {
        'X-Powered-By': 'PHP',
        Server: 'secret/1.0',
        'X-Request-Id': 'not-yours',
        'RateLimit-Policy': '"x";q=1;w=1',
        Connection: 'close, X-Hop',
        'X-Hop': '1',
        'Keep-Alive': 'timeout=1',
        'Set-Cookie': ['a=1', 'b=2'],
        'Cache-Control': 'max-age=5',
        ETag: '"e"',
        'Retry-After': '7',
      });
      response.end('{}');
      return;
    case 'redirect':
      response.writeHead(302, { location: '/r/elsewhere' }).end();
      return;
    default:
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
  }
};

beforeAll(async () => {
  testbed = await startTestbed();
  service = await startService(behave);
  gateway = await testbed.gateway({
    targets: { analytics: service.url, reports: service.url, palette: service.url },
    upstreamTimeoutMilliseconds: 400,
  });
  key = (await testbed.issue()).text;
});

afterAll(async () => {
  await testbed.close();
  await service.close();
});

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

const readAll = async (response: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString(),
  };
};

/** An upload of `blocks` × 64 KB; chunked unless `announced`. */
const upload = async (path: string, blocks: number, announced = false): Promise<Answer> => {
  const block = randomBytes(64 * 1024);
  const headers: Record<string, string> = { ...bearer(key), 'content-type': 'application/json' };
  if (announced) headers['content-length'] = String(blocks * block.length);
  const outgoing = httpRequest(`${gateway.url}${path}`, { method: 'POST', headers, agent: false });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  const refusal = new AbortController();
  outgoing.on('error', () => undefined);
  void answered.then(
    () => {
      refusal.abort();
    },
    () => undefined,
  );
  for (let index = 0; index < blocks && !refusal.signal.aborted; index += 1)
    if (!outgoing.write(block)) await Promise.race([once(outgoing, 'drain'), answered]);
  outgoing.end();
  const [response] = await answered;
  return readAll(response);
};

describe('streaming', () => {
  it('stops reading from the service when the client stops reading', async () => {
    let sent = 0;
    const endless = await startService((_incoming, response) => {
      const write = (): void => {
        while (response.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024;
        response.once('drain', write);
      };
      write();
    });
    const other = await testbed.gateway({
      targets: { analytics: endless.url, reports: endless.url, palette: endless.url },
    });
    const socket = connect(other.port, '127.0.0.1');
    socket.write(`GET /v1/tokens/x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    socket.pause();
    await sleep(500);
    const halfway = sent;
    await sleep(300);
    expect(sent).toBe(halfway);
    expect(sent).toBeLessThan(20 * MEGABYTE);
    socket.destroy();
    const connections = promisify(endless.server.getConnections.bind(endless.server));
    await eventually(async () => {
      expect(await connections()).toBe(0);
    });
    await endless.close();
  });

  it.each([true, false])('forwards an upload of 4 MB (announced: %s)', async (announced) => {
    const { status, body } = await upload('/api/v1/events', 64, announced);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ bytes: 4 * MEGABYTE });
  });

  it('forwards parts of an answer as they arrive', async () => {
    const outgoing = httpRequest(`${gateway.url}/api/v1/stats/1/stream`, { headers: bearer(key) });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toBe('data: first\n\n');
    expect(response.complete).toBe(false);
    const [last] = (await once(response, 'data')) as [Buffer];
    expect(last.toString()).toBe('data: last\n\n');
  });

  it('aborts the request to the service when the client disconnects', async () => {
    const outgoing = httpRequest(`${gateway.url}/v1/palettes/slow`, { headers: bearer(key) });
    outgoing.on('error', () => undefined);
    outgoing.end();
    const arrived = service.seen.length;
    const closed = new Promise<void>((resolve) => {
      service.server.once('request', (incoming: IncomingMessage) =>
        incoming.once('close', () => {
          resolve();
        }),
      );
    });
    await eventually(() => {
      expect(service.seen.length).toBeGreaterThan(arrived);
    });
    outgoing.destroy();
    await closed;
  });
});

describe('the size of a body', () => {
  it.each([
    ['/v1/palettes/upload', true],
    ['/v1/palettes/upload', false],
    ['/api/v1/websites/upload', true],
    ['/api/v1/websites/upload', false],
  ])('over 100 KB is 413 in the dialect of the area: %s (announced: %s)', async (path, announced) => {
    const { status, body } = await upload(path, 16, announced);
    expect(status).toBe(413);
    const parsed = JSON.parse(body);
    if (path.startsWith('/v1')) expect(parsed.error.code).toBe('payload_too_large');
    else expect(parsed).toMatchObject({ status: 413 });
  });

  it('may be 100 KB and not a byte more', async () => {
    const post = (bytes: number) =>
      request(gateway.url).post('/v1/palettes/upload').set(bearer(key)).type('json').send('x'.repeat(bytes));
    const { text } = await post(100 * 1024).expect(200);
    expect(JSON.parse(text)).toMatchObject({ bytes: 100 * 1024 });
    await post(100 * 1024 + 1).expect(413);
  });

  it('does not cost the connection: the next request on it is answered', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (bytes: number): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest(
          `${gateway.url}/v1/palettes/upload`,
          { method: 'POST', agent, headers: { ...bearer(key), 'transfer-encoding': 'chunked' } },
          (response) => {
            readAll(response).then(resolve, reject);
          },
        );
        outgoing.on('error', reject);
        outgoing.end(Buffer.alloc(bytes));
      });
    expect((await send(300_000)).status).toBe(413);
    expect((await send(1_000)).status).toBe(200);
    agent.destroy();
  });
});

describe("a service's answer", () => {
  it('arrives without headers about the service', async () => {
    const answer = await request(gateway.url).get('/r/headers').set('X-Request-Id', 'mine');
    expect(answer.status).toBe(207);
    for (const name of ['x-powered-by', 'server', 'x-hop', 'keep-alive']) {
      if (name === 'keep-alive') expect(answer.headers[name]).not.toBe('timeout=1');
      else expect(answer.headers[name]).toBeUndefined();
    }
    expect(answer.headers).toMatchObject({
      'x-request-id': 'mine',
      'cache-control': 'max-age=5',
      etag: '"e"',
      'retry-after': '7',
      'set-cookie': ['a=1', 'b=2'],
    });
    expect(answer.headers['ratelimit-policy']).toBeUndefined();
  });

  it('may be a redirect, which the client follows', async () => {
    const answer = await request(gateway.url).get('/r/redirect');
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toBe('/r/elsewhere');
  });

  it('keeps the connection open or closes it, as the client asked', async () => {
    const ask = (connection: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(gateway.port, '127.0.0.1');
        socket.once('data', (chunk: Buffer) => {
          resolve(/^connection: (.*)$/im.exec(chunk.toString())?.[1]?.trim() ?? '');
          socket.destroy();
        });
        socket.write(`GET /t.js HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`);
      });
    expect(await ask('close')).toBe('close');
    expect(await ask('keep-alive')).toBe('keep-alive');
  });
});

describe('a service in trouble', () => {
  const dialects = [
    ['/v1/palettes', 'envelope'],
    ['/api/v1/websites', 'management'],
  ] as const;

  const expectFault = (answer: request.Response, status: number, code: string, dialect: string): void => {
    expect(answer.status).toBe(status);
    const id = answer.headers['x-request-id'];
    if (dialect === 'envelope')
      expect(answer.body).toMatchObject({ data: null, error: { code }, meta: { request_id: id } });
    else expect(answer.body).toEqual({ message: expect.any(String), code, status, request_id: id });
  };

  it.each(dialects)('that is down is 503 with Retry-After: %s', async (path, dialect) => {
    const down = await testbed.gateway();
    const answer = await request(down.url).get(path).set(bearer(key));
    expectFault(answer, 503, 'service_unavailable', dialect);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    const posted = await request(down.url)
      .post(path)
      .set(bearer(key))
      .send({ name: 'x'.repeat(50_000) });
    expectFault(posted, 503, 'service_unavailable', dialect);
  });

  it('does not affect the others, and is used again soon after it returns', async () => {
    const port = await freePort();
    const partly = await testbed.gateway({
      targets: { analytics: service.url, reports: service.url, palette: `http://127.0.0.1:${port}` },
    });
    await request(partly.url).get('/v1/palettes').set(bearer(key)).expect(503);
    await request(partly.url).get('/api/v1/websites').set(bearer(key)).expect(200);
    const late = await startService(undefined, port);
    // On a busy machine a refused connection can look like a hanging one, after which the gateway
    // pauses.
    await eventually(() => request(partly.url).get('/v1/palettes').set(bearer(key)).expect(200));
    await late.close();
  });

  it.each(dialects)('that is too slow is 504: %s', async (path, dialect) => {
    const answer = await request(gateway.url).get(`${path}/slow`).set(bearer(key));
    expectFault(answer, 504, 'gateway_timeout', dialect);
  });

  it.each(dialects)('that hangs up is 502: %s', async (path, dialect) => {
    const answer = await request(gateway.url).post(`${path}/break`).set(bearer(key));
    expectFault(answer, 502, 'bad_gateway', dialect);
  });

  it('that speaks another protocol is 502', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const odd = await testbed.gateway({ targets: { analytics: url, reports: url, palette: url } });
    await request(odd.url).get('/v1/palettes').set(bearer(key)).expect(502);
    server.close();
  });

  it('that hangs up in the middle of an answer truncates it for the client too', async () => {
    const outgoing = httpRequest(`${gateway.url}/v1/tokens/x/break-later`, { headers: bearer(key) });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    await expect(readAll(response)).rejects.toThrow('aborted');
  });

  it('that restarts causes no failures on old connections', async () => {
    const port = await freePort();
    let current = await startService(undefined, port);
    const url = current.url;
    const before = await testbed.gateway({ targets: { analytics: url, reports: url, palette: url } });
    const ask = () => request(before.url).get('/v1/palettes').set(bearer(key));
    await Promise.all(Array.from({ length: 5 }, ask));
    await current.close();
    current = await startService(undefined, port);
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await current.close();
  });

  it('that drops an idle connection is retried on a new one', async () => {
    let requests = 0;
    const flaky = await startService((incoming, response) => {
      requests += 1;
      if (requests === 2) incoming.socket.destroy();
      else response.end('ok');
    });
    const other = await testbed.gateway({
      targets: { analytics: flaky.url, reports: flaky.url, palette: flaky.url },
    });
    const ask = (method: 'get' | 'post') => request(other.url)[method]('/v1/palettes').set(bearer(key));
    await ask('get').expect(200);
    await ask('get').expect(200);
    expect(requests).toBe(3);
    requests = 1;
    // A POST is not repeated: nobody knows whether it arrived.
    await ask('post').expect(502);
    expect(requests).toBe(2);
    await flaky.close();
  });
});

describe('a client in trouble', () => {
  const faults = async (from: Gateway): Promise<string> => {
    const lines = (await from.metrics.metrics()).split('\n');
    return lines.filter((line) => line.startsWith('gateway_upstream_faults_total{')).join('\n');
  };

  it('that stops in the middle of a body is told so, and the service is not blamed', async () => {
    const outgoing = httpRequest(`${gateway.url}/api/v1/events`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-length': '1000' },
    });
    outgoing.on('error', () => undefined);
    outgoing.write('half');
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { status, body } = await readAll(response);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ message: expect.stringContaining('too long'), status: 400 });
    outgoing.destroy();
  });

  it('that disconnects does not count as an error of the service', async () => {
    const own = await testbed.gateway({
      targets: { analytics: service.url, reports: service.url, palette: service.url },
    });
    const before = service.seen.length;
    const outgoing = httpRequest(`${own.url}/v1/palettes/slow`, { headers: bearer(key) });
    outgoing.on('error', () => undefined);
    outgoing.end();
    await eventually(() => {
      expect(service.seen.length).toBeGreaterThan(before);
    });
    outgoing.destroy();
    await request(own.url)
      .get('/v1/palettes/break-later')
      .set(bearer(key))
      .catch(() => undefined);
    await eventually(async () => {
      expect(await faults(own)).toMatch(/area="palette",kind="bad_gateway".* 1$/);
    });
    const late = await testbed.gateway({
      targets: { analytics: service.url, reports: service.url, palette: service.url },
      upstreamTimeoutMilliseconds: 100,
    });
    await request(late.url).get('/v1/palettes/slow').set(bearer(key)).expect(504);
    expect(await faults(late)).toMatch(/^.*area="palette",kind="gateway_timeout".* 1$/);
  });
});

describe('shutdown', () => {
  it('waits for answers in flight and reports not ready meanwhile', async () => {
    const ending = await testbed.gateway({
      targets: { analytics: service.url, reports: service.url, palette: service.url },
    });
    await request(ending.url).get('/health/ready').expect(200);
    const pending = request(ending.url)
      .get('/api/v1/stats/1/stream')
      .set(bearer(key))
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          done(null, text);
        });
      });
    const answer = pending.then((response) => response.body as string);
    await eventually(() => {
      expect(service.seen.at(-1)?.url).toBe('/api/v1/stats/1/stream');
    });
    ending.health.drain();
    await request(ending.url).get('/health/ready').expect(503);
    await request(ending.url).get('/health/live').expect(200);
    const closing = ending.close();
    expect(await answer).toBe('data: first\n\ndata: last\n\n');
    await closing;
    await expect(request(ending.url).get('/health/live')).rejects.toThrow('ECONNREFUSED');
  });
});
