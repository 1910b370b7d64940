import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { createGuard } from '@platform/guard';
import type { Guard } from '@platform/guard';

import { selfSigned } from './self-signed.ts';
import { startTcp } from './loopback-site.ts';

describe('over TLS', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  const startSecure = async (names: readonly string[], validTo?: Date) => {
    const { cert, key } = selfSigned(names, validTo);
    const server = createSecureServer({ cert, key, allowHTTP1: true }, (_request, response) =>
      response.end('hello'),
    );
    const sockets = new Set<{ destroy(): void }>();
    server.on('connection', (socket) => sockets.add(socket));
    server.on('sessionError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
      return Promise.resolve();
    });
    return { port: (server.address() as AddressInfo).port, cert };
  };
  const guardFor = (ca: readonly string[] = []): Guard => {
    const guard = createGuard({
      allow: ['127.0.0.1'],
      userAgent: 'guard-test',
      timeouts: { total: 3000, connect: 1000 },
      resolveHost: () => Promise.resolve(['127.0.0.1']),
      ...(ca.length > 0 ? { ca } : {}),
    });
    closers.push(() => guard.close());
    return guard;
  };

  it('fetches a page by name and checks the certificate against it', async () => {
    const { port, cert } = await startSecure(['site.test']);
    const guard = guardFor([cert]);
    expect((await guard.fetch(`https://site.test:${port}/`)).body.toString()).toBe('hello');
    expect((await guard.fetch(`https://127.0.0.1:${port}/`)).body.toString()).toBe('hello');
    await expect(guard.fetch(`https://other.test:${port}/`)).rejects.toMatchObject({ code: 'tls' });
  });

  it.each([
    ['from nobody known', () => startSecure(['site.test']), false],
    ['out of date', () => startSecure(['site.test'], new Date(Date.UTC(2021, 0, 1))), true],
  ])('describes a certificate %s, but fetches no page', async (_name, start, isTrusted) => {
    const { port, cert } = await start();
    const guard = guardFor(isTrusted ? [cert] : []);
    await expect(guard.fetch(`https://site.test:${port}/`)).rejects.toMatchObject({ code: 'tls' });
    const facts = await guard.inspectTls(`https://site.test:${port}/`);
    expect(facts).toMatchObject({ authorized: false, subject: 'site.test' });
    expect(facts.authorizationError).toMatch(isTrusted ? /EXPIRED/ : /SELF_SIGNED|self-signed/);
  });

  it('describes what a server offers: protocol, cipher, HTTP/2 by ALPN, dates', async () => {
    const validTo = new Date(Date.UTC(2099, 0, 1));
    const { port, cert } = await startSecure(['site.test'], validTo);
    expect(await guardFor([cert]).inspectTls(`https://site.test:${port}/`)).toEqual({
      protocol: 'TLSv1.3',
      cipher: expect.stringMatching(/^TLS_/),
      alpn: 'h2',
      authorized: true,
      authorizationError: null,
      issuer: 'site.test',
      subject: 'site.test',
      validFrom: '2020-01-01T00:00:00.000Z',
      validTo: validTo.toISOString(),
    });
  });

  it('times out when a handshake never ends', async () => {
    const server = await startTcp(() => undefined);
    closers.push(() => server.close());
    const url = server.origin.replace('http:', 'https:');
    await expect(guardFor().inspectTls(url)).rejects.toMatchObject({ code: 'timeout' });
    await expect(guardFor().fetch(url)).rejects.toMatchObject({ code: 'timeout' });
    await expect(guardFor().inspectTls(url, AbortSignal.timeout(50))).rejects.toMatchObject({
      code: 'timeout',
    });
    await expect(guardFor().inspectTls(url, AbortSignal.abort())).rejects.toMatchObject({ code: 'timeout' });
  });
});
