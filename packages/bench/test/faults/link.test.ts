import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createLink } from '../../src/faults/link.ts';

const servers: Server[] = [];
const serve = async (name: string): Promise<number> => {
  const server = createServer((_request, response) => response.end(name));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** The answer to a request on a connection of its own, or the code of its failure. */
const ask = (port: number): Promise<string> =>
  new Promise((resolve) => {
    request({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    })
      .on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code ?? 'error');
      })
      .end();
  });

it('takes turns, passes over who is gone, and is whole again after each disturbance', async () => {
  const gone = 1;
  const link = await createLink([await serve('a'), await serve('b'), gone]);
  expect(new Set([await ask(link.port), await ask(link.port), await ask(link.port)])).toEqual(
    new Set(['a', 'b']),
  );
  link.set('cut');
  expect(await ask(link.port)).toBe('ECONNRESET');
  link.set('garbage');
  expect(await ask(link.port)).toMatch(/^HPE_/);
  link.set({ delayMilliseconds: 20 });
  expect(await ask(link.port)).toMatch(/^[ab]$/);
  link.set('frozen');
  const held = ask(link.port);
  expect(await Promise.race([held, new Promise((resolve) => setTimeout(resolve, 100, 'nothing yet'))])).toBe(
    'nothing yet',
  );
  link.set('open');
  expect(await held).toMatch(/^[ab]$/);
  await link.close();
});
