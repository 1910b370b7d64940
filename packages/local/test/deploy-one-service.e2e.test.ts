import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createDatabase } from '@platform/database';
import { eventually, freePort, startPostgres } from '@platform/testing';
import type { TestPostgres } from '@platform/testing';

import { paste, pasteAndLeave } from './paste.ts';
import { readBlocks } from './read-blocks.ts';

const PAGE = 'docs/deploy.md';
/** Lists of each service for a caller who may do all. */
const LISTS = {
  analytics: '/api/v1/websites',
  reports: '/api/v1/reports',
  palette: '/v1/workspaces',
} as const;
const PATIENCE_MILLISECONDS = 120_000;

/** The page describes palette; the same holds for each service. */
const asFor = (name: string, text: string): string => text.replaceAll('palette', name);

let postgres: TestPostgres;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await postgres.stop();
});

/** The role and the database that the page has an administrator make. */
const makeDatabase = async (name: string): Promise<string> => {
  const [sql = ''] = readBlocks(PAGE, 'Without Docker', 'sql');
  const database = createDatabase({ url: postgres.url, schema: 'public' });
  // One by one: a database can't be made in a transaction.
  for (const statement of asFor(name, sql).split(';').slice(0, -1)) await database.raw(statement);
  await database.destroy();
  const url = new URL(postgres.url);
  [url.username, url.password, url.pathname] = [name, 'a long random one', `/${name}`];
  return url.href;
};

/** An issuer whose key is fetched when the first caller comes. */
const serveKey = async (): Promise<{ address: string; set(jwks: string): void }> => {
  let jwks = '';
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(jwks);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`,
    set(next) {
      jwks = next;
    },
  };
};

/** The key pair and the token that the page's script prints. */
const makeToken = async (name: string): Promise<{ jwks: string; token: string }> => {
  const [script = ''] = readBlocks(PAGE, 'Tokens', 'js');
  const code = asFor(name, script).replace(`'${name}s:read', '${name}s:write'`, "'*'");
  const words = `cd packages/identity; node --input-type=module -e "$SCRIPT"`;
  const [jwks = '', token = ''] = (await paste(words, { SCRIPT: code })).trim().split('\n');
  return { jwks, token };
};

it.each(Object.entries(LISTS))(
  'the lines of the page run %s by itself on a fresh database, and its token is accepted',
  async (name, path) => {
    const [lines = ''] = readBlocks(PAGE, 'Without Docker', 'sh');
    const own = asFor(name, lines)
      // pnpm comes over the network; Node.js runs the same scripts of the package.
      .replaceAll(/npx pnpm@[\d.]+ run/g, 'node --run')
      .split('\n')
      // The environment provides what the reader fills in.
      .filter((line) => !line.startsWith('export '));
    const until = own.findIndex((line) => line.includes('run migrate'));
    const issuer = await serveKey();
    const port = await freePort();
    const env = {
      DATABASE_URL: await makeDatabase(name),
      IDENTITY_PUBLIC_KEY: issuer.address,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    };

    await paste(own.slice(0, until + 1).join('\n'), env);
    const start = own.find((line) => line.includes('run start')) ?? '';
    ends.push(pasteAndLeave(`cd services/${name}\n${start}`, env));

    await eventually(async () => {
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    }, PATIENCE_MILLISECONDS);
    const ask = (headers: Record<string, string>): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const { jwks, token } = await makeToken(name);
    issuer.set(jwks);
    expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await ask({})).status).toBe(401);
  },
  PATIENCE_MILLISECONDS * 2,
);
