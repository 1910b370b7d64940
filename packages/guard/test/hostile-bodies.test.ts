import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { useHostileSites } from './hostile-harness.ts';

const { guardWith, site, tcp, failure } = useHostileSites();

const MEGABYTE = 1024 * 1024;

/** Writes `chunk` forever, as fast as the reader takes it. */
const pour = (response: ServerResponse, chunk: Buffer): void => {
  while (!response.destroyed) if (!response.write(chunk)) break;
  response.once('drain', () => {
    pour(response, chunk);
  });
};

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

  it.each([
    ['plain', undefined, (text: string) => Buffer.from(text)],
    ['gzip', 'gzip', (text: string) => gzipSync(text, { finishFlush: constants.Z_SYNC_FLUSH })],
  ])('whose end never comes is what had come, if asked for (%s)', async (_, encoding, pack) => {
    const url = await site((_request, response) => {
      if (encoding !== undefined) response.setHeader('content-encoding', encoding);
      response.write(pack('<p>Hello</p>'));
    });
    const response = await guardWith().fetch(url, { stallsAfter: 150 });
    expect(response.body.toString()).toBe('<p>Hello</p>');
    expect(response).toMatchObject({ status: 200, stalled: true, truncated: false });
    expect(await failure(url, { signal: AbortSignal.timeout(300) })).toBe('timeout');
  });

  it('whose connection is closed before its end is what had come, if asked for', async () => {
    const url = await site((_request, response) => {
      response.writeHead(200, { 'content-length': '99' }).write('<p>Hello</p>', () => response.destroy());
    });
    const response = await guardWith().fetch(url, { stallsAfter: 5_000 });
    expect(response.body.toString()).toBe('<p>Hello</p>');
    expect(response).toMatchObject({ stalled: true, cut: true });
    expect(await failure(url)).toBe('connect');
  });

  it('that drips for ever ends all the same', async () => {
    const url = await site((_request, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    expect(await guardWith().fetch(url, { stallsAfter: 200 })).toMatchObject({ stalled: true });
  });

  it('that is dropped can do no harm, and leaves its connection to others', async () => {
    const ports = new Set<number | undefined>();
    const url = await site((incoming, response) => {
      ports.add(incoming.socket.remotePort);
      if (incoming.url === '/endless') pour(response, Buffer.alloc(64 * 1024, 'x'));
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end('nonsense');
    });
    const guard = guardWith();
    for (let round = 0; round < 8; round += 1) {
      const answer = await guard.fetch(url, { dropsBody: true });
      expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0), truncated: false });
    }
    // As many as are opened to one origin; had they been closed, each would be a new one.
    expect(ports.size).toBeLessThanOrEqual(6);
    expect((await guard.fetch(`${url}/endless`, { dropsBody: true })).status).toBe(200);
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
    while (server.open() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
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

  it.each(['UTF-8', 'none', '8bit', 'constructor', '__proto__'])(
    'in something that is no encoding, %j, is taken as it is, as browsers do',
    async (encoding) => {
      const origin = await site((_, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end('x'),
      );
      expect(await guardWith().fetch(origin)).toMatchObject({ body: Buffer.from('x'), encoding: null });
    },
  );

  it('in gzip is decompressed, whatever else the header says', async () => {
    const origin = await site((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, constructor' }).end(gzipSync('x')),
    );
    expect(await guardWith().fetch(origin)).toMatchObject({ body: Buffer.from('x'), encoding: 'gzip' });
  });

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
