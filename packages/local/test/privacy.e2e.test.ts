import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase } from '@platform/database';
import type { Database } from '@platform/database';
import { commandLineOf } from '@platform/runtime';

import { startPlatform } from '../src/index.ts';
import type { Platform } from '../src/index.ts';
import { SERVICE_NAMES } from '../src/services.ts';

const ADDRESS = '203.0.113.77';
const CLIENT = '203.0.113.88';
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.7339.207 Safari/537.36';
const PAGE_PASSWORD = 'a password of this suite';

let platform: Platform;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-privacy-'));
  await chmod(directory, 0o711);
  platform = await startPlatform({
    port: 0,
    dataDirectory: directory,
    env: { ...process.env, LOG_LEVEL: 'error', TRUST_PROXY: '1' },
  });
});
afterAll(async () => {
  await platform.stop();
  await rm(directory, { recursive: true, force: true });
});

const call = async (
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  key = platform.key,
): Promise<Record<string, unknown>> => {
  const response = await fetch(platform.url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return ((await response.json()) as { data: Record<string, unknown> }).data;
};

const asAdministrator = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
  const { adminUrl } = JSON.parse(await readFile(join(directory, 'platform.json'), 'utf8')) as {
    adminUrl: string;
  };
  // All services have one database, and a schema each.
  const url = new URL(adminUrl);
  url.pathname = new URL(platform.databases.analytics).pathname;
  const database = createDatabase({ url: url.href, schema: 'public' });
  return work(database).finally(() => database.destroy());
};

/** Every row of every table of all services, as text, by table. */
const everything = (): Promise<Map<string, string>> =>
  asAdministrator(async (database) => {
    const { rows: tables } = await database.raw<{ rows: { name: string }[] }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await database.raw<{ rows: { row: string }[] }>(
        `SELECT t::text AS row FROM ${name} t`,
      );
      found.set(name, rows.map(({ row }) => row).join('\n'));
    }
    return found;
  });

const tablesWith = (tables: ReadonlyMap<string, string>, text: string): string[] => {
  // Columns of bytes are printed in hexadecimal.
  const hex = Buffer.from(text).toString('hex');
  return [...tables].filter(([, rows]) => rows.includes(text) || rows.includes(hex)).map(([name]) => name);
};

it('stores a visit without the address and the user agent, and no secret in clear', async () => {
  const site = await call('POST', '/api/v1/websites', {
    domain: 'visited.example',
    privacy: 2,
    password: PAGE_PASSWORD,
  });
  const hit = await fetch(`${platform.url}/collect`, {
    method: 'POST',
    headers: { 'User-Agent': AGENT, 'X-Forwarded-For': ADDRESS, 'Content-Type': 'text/plain' },
    body: JSON.stringify({ k: site['site_key'], n: 'pageview', u: 'https://visited.example/a-page-to-find' }),
  });
  expect([hit.status, hit.headers.get('set-cookie')]).toEqual([204, null]);
  const wrong = await fetch(String(site['stats_url']), {
    method: 'POST',
    headers: { 'X-Forwarded-For': ADDRESS, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'password=wrong',
  });
  expect(wrong.status).toBeGreaterThanOrEqual(400);

  const tables = await everything();
  // The visit is stored, so an address would have been found.
  expect(tablesWith(tables, 'a-page-to-find')).not.toEqual([]);
  expect(tables.size).toBeGreaterThan(30);
  for (const secret of [ADDRESS, AGENT, '140.0.7339', PAGE_PASSWORD, platform.key])
    expect([secret, ...tablesWith(tables, secret)]).toEqual([secret]);
});

/** Returns what the page says of each table's contents. */
const documented = async (): Promise<Map<string, string>> => {
  const page = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8');
  const rows = new Map<string, string>();
  for (const [, what = '', service = '', tables = ''] of page.matchAll(/^\| (.+?) +\| (\w+): (`.+?`) +\|/gm))
    for (const [, table = ''] of tables.matchAll(/`(\w+)`/g)) {
      const name = `${service}.${table}`;
      rows.set(name, `${rows.get(name) ?? ''} ${what}`);
    }
  return rows;
};

it('names every table with a column for addresses', async () => {
  const { rows } = await asAdministrator((database) =>
    database.raw<{ rows: { name: string }[] }>(
      `SELECT DISTINCT table_schema || '.' || table_name AS name FROM information_schema.columns
       WHERE table_schema IN (${SERVICE_NAMES.map((name) => `'${name}'`).join(', ')}) AND data_type <> 'smallint'
         AND column_name ~ 'e?mail$|recipient|address|user_agent'
         -- Of a page that doesn't exist.
         AND column_name <> 'unknown_address'`,
    ),
  );
  const page = await documented();
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter(({ name }) => !/address/i.test(page.get(name) ?? ''))).toEqual([]);
});

it('names the tables that hold addresses of clients and members, and how they get out', async () => {
  const email = 'her@example.com';
  const { key } = await call('POST', '/v1/keys', { name: 'One of a client', scopes: ['*'] });
  const from = (method: string, path: string, body?: object) =>
    call(method, path, body, { 'X-Forwarded-For': CLIENT }, String(key));
  const member = await from('POST', '/v1/members', { email, role: 'viewer' });
  await from('DELETE', `/v1/members/${String(member['id'])}`);

  const tables = await everything();
  const page = await documented();
  const holding = tablesWith(tables, email);
  expect(holding).toContain('gateway.key_events');
  for (const name of holding)
    expect([name, page.get(name)]).toEqual([name, expect.stringContaining('e-mail')]);
  for (const name of tablesWith(tables, CLIENT))
    expect([name, page.get(name)]).toEqual([name, expect.stringMatching(/\baddress/i)]);

  const text = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8');
  const [, statements = ''] = /```sql\n([^`]+)```/.exec(text) ?? [];
  await asAdministrator((database) => database.raw(statements));
  expect(tablesWith(await everything(), email)).toEqual([]);
});

it('shows no secret on a command line, which every user of the machine may read', async () => {
  const lines = await Promise.all(platform.children.map(({ pid }) => commandLineOf(pid)));
  expect(lines).toContainEqual(expect.stringContaining('shared_buffers'));
  const password = (await readFile(join(directory, 'postgres-password'), 'utf8')).trim();
  const passwords = Object.values(platform.databases).map((url) => new URL(url).password);
  for (const secret of [password, platform.key, ...passwords]) {
    const spellings = [secret, Buffer.from(secret).toString('base64url')];
    expect(lines.filter((line) => spellings.some((spelling) => line.includes(spelling)))).toEqual([]);
  }
});
