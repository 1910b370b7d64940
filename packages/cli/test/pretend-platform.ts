import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Status and JSON of an answer; undefined to let the request wait for ever. */
export type PretendAnswer = { status?: number; body: object } | undefined;

/** A platform of which a test writes the answers, as a real one can't be made to fail on demand. */
export const startPretendPlatform = async (
  answer: (route: string) => PretendAnswer,
): Promise<{ url: string; routes: string[]; close: () => Promise<void> }> => {
  const routes: string[] = [];
  const server = createServer((request, response) => {
    const route = `${request.method ?? ''} ${request.url?.split('?')[0] ?? ''}`;
    routes.push(route);
    const given = answer(route);
    if (given === undefined) return;
    response.writeHead(given.status ?? 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    routes,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
};
