import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

import { createGuard, GuardError } from '@platform/guard';
import type { FetchRequest, Guard } from '@platform/guard';

import { startSite, startTcp } from './loopback-site.ts';

const MEGABYTE = 1024 * 1024;
const closers: (() => Promise<void>)[] = [];

const guardWith = (timeouts = { total: 1500, connect: 500, headers: 700 }): Guard => {
  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'guard-test', timeouts });
  closers.push(() => guard.close());
  return guard;
};
const site = async (listener: Parameters<typeof startSite>[0]) => {
  const started = await startSite(listener);
  closers.push(() => started.close());
  return started.origin;
};
/** Answers each connection once its request has arrived. */
const tcp = async (onRequest: (socket: Socket) => void) => {
  const started = await startTcp((socket) =>
    socket.once('data', () => {
      onRequest(socket);
    }),
  );
  closers.push(() => started.close());
  return started;
};
const failure = async (url: string, request?: FetchRequest, guard = guardWith()): Promise<string> => {
  const error: unknown = await guard.fetch(url, request).then(
    () => 'answered',
    (reason: unknown) => reason,
  );
  return error instanceof GuardError ? error.code : String(error);
};
/** Writes `chunk` for ever, as fast as the reader takes it. */
const pour = (response: ServerResponse, chunk: Buffer): void => {
  while (!response.destroyed) if (!response.write(chunk)) break;
  response.once('drain', () => {
    pour(response, chunk);
  });
};

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

describe('a body', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
    ['x-gzip', gzipSync],
  ])('in %s is decompressed, and measured before and after', async (encoding, compress) => {
    const text = 'All work and no play. '.repeat(5000);
    const packed = compress(Buffer.from(text));
    const url = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(packed),
    );
    const response = await guardWith().fetch(url);
    expect(response.body.toString()).toBe(text);
    expect(response).toMatchObject({ transferBytes: packed.length, encoding, truncated: false });
  });

  it.each([
    ['gzip', (zeros: Buffer) => gzipSync(zeros, { level: 1 })],
    ['br', (zeros: Buffer) => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', (zeros: Buffer) => zstdCompressSync(zeros)],
    ['gzip, gzip', (zeros: Buffer) => gzipSync(gzipSync(zeros, { level: 1 }))],
  ])('that is a %s bomb is stopped at the limit, not in memory', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(200 * MEGABYTE));
    expect(bomb.length).toBeLessThan(MEGABYTE);
    const url = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    const guard = guardWith({ total: 10_000, connect: 500, headers: 5000 });
    expect(await failure(url, {}, guard)).toBe('too_large');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
    const cut = await guard.fetch(url, { maxBytes: 1000, overflow: 'truncate' });
    expect(cut).toMatchObject({ truncated: true, status: 200 });
    expect(cut.body).toHaveLength(1000);
  });

  it('without an end is truncated or refused at the limit', async () => {
    const url = await site((_request, response) => {
      pour(response, Buffer.alloc(64 * 1024, 'x'));
    });
    expect(await failure(url, { maxBytes: 300_000 })).toBe('too_large');
    const cut = await guardWith().fetch(url, { maxBytes: 300_000, overflow: 'truncate' });
    expect(cut.body).toHaveLength(300_000);
    expect(cut.truncated).toBe(true);
  });

  it('of endless empty compressed blocks is stopped', async () => {
    const empty = gzipSync('');
    const url = await site((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      pour(response, Buffer.concat(Array.from({ length: 1000 }, () => empty)));
    });
    expect(await failure(url, { maxBytes: 100_000 })).toBe('too_large');
  });

  it('of exactly the limit is complete', async () => {
    const url = await site((_request, response) => response.end('x'.repeat(5000)));
    const response = await guardWith().fetch(url, { maxBytes: 5000 });
    expect(response.truncated).toBe(false);
    expect(response.body).toHaveLength(5000);
  });

  it('that drips is cut off at the deadline, along with its connection', async () => {
    const server = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => {
        clearInterval(drip);
      });
    });
    expect(await failure(server.origin)).toBe('timeout');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.open()).toBe(0);
  });

  it('can be aborted by the caller', async () => {
    const url = await site((_request, response) => response.write('x'));
    expect(await failure(url, { signal: AbortSignal.timeout(100) })).toBe('timeout');
    expect(await failure(url, { signal: AbortSignal.abort() })).toBe('timeout');
  });

  it.each([
    ['an unknown encoding', 'sdch', Buffer.from('x')],
    ['broken gzip', 'gzip', Buffer.from('this is not gzip')],
    ['broken brotli', 'br', Buffer.alloc(50, 0xff)],
    ['too many encodings', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('x')))],
  ])('with %s is an invalid response', async (_name, encoding, body) => {
    const url = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(await failure(url)).toBe('invalid_response');
  });

  it.each(['constructor', '__proto__', 'gzip, constructor'])(
    'in an encoding named %j, which JavaScript knows, is an invalid response',
    async (encoding) => {
      const origin = await site((_, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end('x'),
      );
      expect(await failure(origin)).toBe('invalid_response');
    },
  );

  it.each(['gzip', 'br', 'none', 'constructor'])('of a redirect is not decoded: %s', async (encoding) => {
    const origin = await site((request, response) => {
      if (request.url === '/')
        response.writeHead(301, { location: '/new', 'content-encoding': encoding }).end('Moved');
      else response.end('found');
    });
    expect((await guardWith().fetch(origin)).body.toString()).toBe('found');
  });

  it('whose compression ends early keeps what it contained, as in browsers', async () => {
    const packed = gzipSync(Buffer.from('hello '.repeat(1000))).subarray(0, -9);
    const url = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    );
    expect((await guardWith().fetch(url)).body.toString()).toContain('hello hello');
  });

  it('shorter than its Content-Length is an error', async () => {
    const server = await tcp((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'));
    expect(['connect', 'invalid_response']).toContain(await failure(server.origin));
  });
});

describe('headers', () => {
  it('are returned as pairs in their order', async () => {
    const url = await site((_request, response) =>
      response
        .writeHead(
          200,
          [
            ['Set-Cookie', 'a=1'],
            ['X-B', '2'],
            ['Set-Cookie', 'c=3'],
          ].flat(),
        )
        .end(),
    );
    const { headers } = await guardWith().fetch(url);
    expect(headers.slice(0, 3)).toEqual([
      ['set-cookie', 'a=1'],
      ['x-b', '2'],
      ['set-cookie', 'c=3'],
    ]);
  });

  it.each([
    ['one endless header', 'y'.repeat(1000)],
    ['endless headers', 'X-Flood: y\r\n'.repeat(50)],
  ])('as %s are refused', async (_name, chunk) => {
    const server = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      const flood = setInterval(() => socket.write(chunk), 1);
      socket.on('close', () => {
        clearInterval(flood);
      });
    });
    expect(['invalid_response', 'timeout']).toContain(await failure(server.origin));
  });

  it('of 70 KB are too many', async () => {
    const server = await tcp((socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`));
    expect(await failure(server.origin)).toBe('invalid_response');
  });

  it('of 40 KB are read', async () => {
    const server = await tcp((socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`));
    expect(await failure(server.origin)).toBe('answered');
  });

  it('that drip are cut off at the time limit for headers', async () => {
    const server = await tcp((socket) => {
      const drip = setInterval(() => socket.write('H'), 50);
      socket.on('close', () => {
        clearInterval(drip);
      });
    });
    expect(['timeout', 'invalid_response']).toContain(await failure(server.origin));
  });

  it('that never come time out before the total time is up', async () => {
    const server = await tcp(() => undefined);
    // The total time would outlast the test.
    expect(
      await failure(server.origin, {}, guardWith({ total: 3_600_000, connect: 500, headers: 300 })),
    ).toBe('timeout');
  });

  it.each(['100 Continue', '103 Early Hints', '102 Processing'])(
    'of endless %s are refused',
    async (status) => {
      const server = await tcp((socket) => {
        const flood = setInterval(() => socket.write(`HTTP/1.1 ${status}\r\n\r\n`.repeat(20)), 1);
        socket.on('close', () => {
          clearInterval(flood);
        });
      });
      expect(['invalid_response', 'connect']).toContain(await failure(server.origin));
    },
  );

  it.each([
    'SSH-2.0-OpenSSH_9.6\r\n',
    '\u0000\u0001\u0002',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ])('such as %j are not HTTP', async (bytes) => {
    const server = await tcp((socket) => socket.end(bytes));
    expect(await failure(server.origin)).toBe('invalid_response');
  });
});

describe('a connection', () => {
  it('that is refused or closed at once is reported as such', async () => {
    const server = await startTcp((socket) => socket.destroy());
    expect(await failure(server.origin)).toBe('connect');
    await server.close();
    expect(await failure(server.origin)).toBe('connect');
  });

  it('to a plain server over HTTPS is a TLS failure', async () => {
    const server = await tcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await failure(server.origin.replace('http:', 'https:'))).toBe('tls');
    await expect(guardWith().inspectTls(server.origin.replace('http:', 'https:'))).rejects.toMatchObject({
      code: 'tls',
    });
  });

  it('is reused for the next request, even after HEAD', async () => {
    const server = await startSite((_request, response) => response.end('hello'));
    closers.push(() => server.close());
    const guard = guardWith();
    const ports = new Set<number | undefined>();
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD'] as const) {
      const response = await guard.fetch(server.origin, { method });
      expect(response.body.toString()).toBe(method === 'GET' ? 'hello' : '');
      ports.add(server.requests.at(-1)?.socket.remotePort);
      // undici takes a turn of the event loop before it uses a connection again.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(ports.size).toBe(1);
  });

  it('is one of at most six to the same origin', async () => {
    let open = 0;
    let most = 0;
    const url = await site((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 20);
    });
    const guard = guardWith();
    await Promise.all(Array.from({ length: 30 }, () => guard.fetch(url)));
    expect(most).toBe(6);
  });
});
