import { startSite, startTcp } from './loopback-site.ts';
import { useHostileSites } from './hostile-harness.ts';

const { closers, guardWith, site, tcp, failure } = useHostileSites();

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
      // Refused for their number, not for their time.
      const patient = guardWith({ total: 60_000, connect: 60_000, headers: 60_000 });
      const server = await tcp((socket) => {
        const flood = setInterval(() => socket.write(`HTTP/1.1 ${status}\r\n\r\n`.repeat(20)), 1);
        socket.on('close', () => {
          clearInterval(flood);
        });
      });
      expect(['invalid_response', 'connect']).toContain(await failure(server.origin, {}, patient));
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
    const six = Promise.withResolvers<undefined>();
    const url = await site((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      // Nothing is answered before six are open, however slow the machine is.
      if (open === 6) six.resolve(undefined);
      void six.promise.then(() =>
        setTimeout(() => {
          open -= 1;
          response.end();
        }, 20),
      );
    });
    const guard = guardWith();
    await Promise.all(Array.from({ length: 30 }, () => guard.fetch(url)));
    expect(most).toBe(6);
  });
});
