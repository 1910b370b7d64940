import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createKey, startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';

/** Parts of the shared platform that a suite needs. */
export type SharedPlatform = Pick<Platform, 'url' | 'key' | 'databases' | 'createKey'>;

const ADDRESS = 'TEST_PLATFORM_URL';

/**
 * Lends one platform to all suites of a run, in Jest's own process. It starts when the first suite asks
 * for it: most runs don't need it, and it takes as long as a dozen suites.
 */
export const lendPlatform = async (): Promise<{ stop(): Promise<void> }> => {
  let starting: Promise<Platform> | undefined;
  const server = createServer((_request, response) => {
    starting ??= startTemporaryPlatform(process.env);
    starting.then(
      ({ url, databases }) => response.end(JSON.stringify({ url, databases })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async stop() {
      server.close();
      await starting?.then(
        (platform) => platform.stop(),
        () => undefined,
      );
    },
  };
};

let joined = 0;

/**
 * The platform of the run, with an organisation of the suite's own and a key that may do everything in
 * it. For suites that change no settings and stop no process.
 */
export const joinPlatform = async (): Promise<SharedPlatform> => {
  const answer = await fetch(process.env[ADDRESS] ?? '');
  if (!answer.ok) throw new Error(await answer.text());
  const { url, databases } = (await answer.json()) as Pick<Platform, 'url' | 'databases'>;
  const keyFor = (organisation: string, scopes?: string): Promise<string> =>
    createKey({ organisation, ...(scopes && { scopes }) }, databases.gateway, process.env);
  joined += 1;
  const key = await keyFor(`Suite ${process.pid}-${joined}`, '*,operators:read');
  return { url, databases, key, createKey: keyFor };
};
