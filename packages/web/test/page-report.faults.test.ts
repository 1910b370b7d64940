import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Http2SecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPlatform } from '@platform/client';
import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { describeInIsolatedBrowser, hasOpenssl, makeCertificates, sayIsSkipped } from '@platform/testing';

const TITLE = 'the page report of the console';

/** Without `:authority` and its like, which only HTTP/2 has. */
const withoutPseudo = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));

const canRun = hasOpenssl();
if (!canRun) sayIsSkipped(TITLE, 'It takes openssl.');

// Alone on the machine: it is rated by how fast it is, too.
await (canRun ? describeInIsolatedBrowser : describe.skip)(TITLE, () => {
  let directory: string;
  let platform: Platform;
  let address: string;
  let front: Http2SecureServer;
  const sockets = new Set<Socket>();

  // As in production: TLS ends in front of the gateway, which sees who asked and how.
  beforeAll(async () => {
    directory = await mkdtemp(join(await realpath(tmpdir()), 'console-tls-'));
    await chmod(directory, 0o711);
    await makeCertificates(directory);
    const [cert, key] = await Promise.all(
      ['server.pem', 'server.key'].map((name) => readFile(join(directory, name))),
    );
    front = createSecureServer({ cert, key, allowHTTP1: true }, (incoming, outgoing) => {
      const headers = { ...withoutPseudo(incoming.headers), 'x-forwarded-proto': 'https' };
      const passedOn = request(platform.url + incoming.url, { method: incoming.method, headers });
      passedOn.on('response', (answer) => {
        const { connection: _1, 'keep-alive': _2, 'transfer-encoding': _3, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(outgoing);
      });
      passedOn.on('error', () => outgoing.destroy());
      incoming.pipe(passedOn);
    });
    front.on('connection', (socket: Socket) => sockets.add(socket));
    await once(front.listen(0, '127.0.0.1'), 'listening');
    address = `https://localhost:${(front.address() as AddressInfo).port}`;
    platform = await startTemporaryPlatform({
      ...process.env,
      PUBLIC_URL: address,
      TRUST_PROXY: '1',
      NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem'),
    });
  });
  afterAll(async () => {
    await platform.stop();
    for (const socket of sockets) socket.destroy();
    front.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('is good, also in a browser', async () => {
    const report = await createPlatform(platform).reports.run(`${address}/console/`, { render: 1 });
    expect([report.result, report.error_message]).toEqual(['good', null]);
    // A form to sign in is no article, and nobody shares it.
    const isAdvice = /^(content-length|open-graph|structured-data)$/;
    const faulty = report.checks.filter(
      ({ id, status }) => (status === 'fail' || status === 'warn') && !isAdvice.test(id),
    );
    expect(faulty.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  });
});
