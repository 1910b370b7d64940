import { execFile, spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createDatabase } from '@platform/database';
import { eventually, startPostgres } from '@platform/testing';

import { adminSecret, openDataFolder } from '../src/data-folder.ts';
import { provideDatabases, startPlatform } from '../src/index.ts';
import type { Platform } from '../src/index.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../start.js', import.meta.url));

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-backup-'));
  await chmod(directory, 0o711);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const env = { ...process.env, LOG_LEVEL: 'error' };
const start = (folder: string): Promise<Platform> =>
  startPlatform({ port: 0, dataDirectory: join(directory, folder), env });
const command = (name: string, file: string, folder: string, more: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, [SCRIPT, name, resolve(directory, file)], {
    env: { ...env, DATA_DIR: join(directory, folder), ...more },
  });

const call = async (platform: Platform, key: string, path: string, body?: object): Promise<string> => {
  const response = await fetch(platform.url + path, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.text())
    .replaceAll(platform.url, '')
    .replace(/"(request_id|timestamp)":"[^"]*"/g, '');
};

/** Everything these tests made, as the API answers it. */
const answers = (platform: Platform, key: string): Promise<string[]> =>
  Promise.all(
    [
      '/api/v1/websites',
      '/api/v1/stats/1?name=page&from=2026-09-01&to=2026-11-30',
      '/api/v1/stats/1?name=pageviews&from=2026-09-01&to=2026-11-30',
      '/v1/palettes',
      '/v1/themes',
      '/v1/workspaces',
      '/v1/keys',
      '/v1/webhooks',
      '/api/v1/websites/1/goals',
    ].map((path) => call(platform, key, path)),
  );

/** The files by which a platform says that it runs, as it leaves them when it is killed. */
const leaveAsKilled = async (folder: string, running: string): Promise<void> => {
  await writeFile(join(directory, folder, 'platform.json'), running);
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(join(directory, folder, 'platform.pid'), String(pid));
};

it('restores a backup of a running platform into an empty one, with the same answers, and refuses bad files', async () => {
  const platform = await start('first');
  const { key } = platform;
  await call(platform, key, '/api/v1/websites', { domain: 'shop.example', exclude_bots: 0 });
  const now = Date.now();
  const hits = Array.from({ length: 300 }, (_, index) => ({
    id: `event-${index}`,
    time: new Date(now - index * 3 * 3_600_000).toISOString(),
    url: `https://shop.example/${index % 7}`,
    ip: `203.0.113.${index % 50}`,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  }));
  const website = JSON.parse(await call(platform, key, '/api/v1/websites/1')) as {
    data: { site_key: string };
  };
  await call(platform, key, '/api/v1/events', {
    events: hits.map((event) => ({ ...event, site_key: website.data.site_key })),
  });
  const made = await call(platform, key, '/v1/palettes', {
    base_color: '#3366cc',
    harmony: 'triadic',
    count: 5,
  });
  const [palette_id] = /pal_\w+/.exec(made) ?? [];
  const tokens = { brand: '{palette.0}' };
  await call(platform, key, '/v1/themes', { palette_id, name: 'Kept', tokens });
  const events = ['report.generated'];
  await call(platform, key, '/v1/webhooks', { url: 'https://hooks.example/kept', events });
  const before = await answers(platform, key);
  expect(before.join()).toMatch(/shop\.example.*"Kept".*hooks\.example/s);
  const { stdout } = await command('backup', 'platform.backup', 'first');
  expect(stdout).toMatch(/\d+ tables are in .*platform\.backup/);
  expect((await stat(join(directory, 'platform.backup'))).mode & 0o777).toBe(0o600);
  // Later changes are not in it.
  await call(platform, key, '/api/v1/websites', { domain: 'later.example' });
  const running = await readFile(join(directory, 'first', 'platform.json'), 'utf8');
  await platform.stop();
  await leaveAsKilled('first', running);
  const { stdout: afterKill } = await command('backup', 'killed.backup', 'first');
  expect(afterKill).toMatch(/\d+ tables are in .*killed\.backup/);

  const { stdout: restored } = await command('restore', 'platform.backup', 'second');
  expect(restored).toContain('is back');
  await expect(command('backup', 'missing/platform.backup', 'first')).rejects.toThrow(
    'Nothing can be written into',
  );
  await expect(command('backup', '.', 'first')).rejects.toThrow('is a folder');
  // Files that are no whole backup are refused, and change nothing.
  const file = join(directory, 'platform.backup');
  await copyFile(file, join(directory, 'half.backup'));
  await truncate(join(directory, 'half.backup'), Math.floor((await stat(file)).size / 2));
  await expect(command('restore', 'half.backup', 'second')).rejects.toThrow(
    /incomplete|damaged|unexpected end/,
  );
  await expect(command('restore', '/proc/self/status', 'second')).rejects.toThrow('not a backup');

  const second = await start('second');
  expect((await readFile(join(directory, 'second', 'api-key'), 'utf8')).trim()).toBe(key);
  // Without it, stored credentials of staging sites could not be read any more.
  const credentialsKey = (folder: string) => readFile(join(directory, folder, 'credentials-key'), 'utf8');
  expect(await credentialsKey('second')).toBe(await credentialsKey('first'));
  expect(await answers(second, key)).toEqual(before);
  // A later version's migrations may change tables only where each partition is the service's own.
  const analytics = createDatabase({ url: second.databases.analytics, schema: 'analytics' });
  const owners = analytics('pg_catalog.pg_tables').where({ schemaname: 'analytics' });
  expect(await owners.clone().where('tablename', 'like', 'events_y%')).not.toEqual([]);
  expect(await owners.whereNot({ tableowner: 'analytics' }).pluck('tablename')).toEqual([]);
  await analytics.destroy();
  // Sequences continue where they were.
  expect(await call(second, key, '/api/v1/websites', { domain: 'next.example' })).toContain('"id":2');
  await expect(command('restore', 'platform.backup', 'second')).rejects.toThrow('Another platform');
  await second.stop();
});

it('restores into a server of one’s own, which instances elsewhere notice, but not while they use it', async () => {
  const postgres = await startPostgres();
  const restore = () => command('restore', 'platform.backup', 'third', { DATABASE_URL: postgres.url });
  const admin = createDatabase({ url: postgres.url, schema: 'public' });
  const history = () => admin('analytics.storage_epoch').pluck<string[]>('epoch');
  try {
    await restore();
    const before = await history();
    await restore();
    expect(await history()).not.toEqual(before);

    // The lock of the data folder says nothing about other machines.
    const folder = await openDataFolder(join(directory, 'fourth'));
    const { analytics } = await provideDatabases(postgres.url, await adminSecret(postgres.url, folder));
    const elsewhere = createDatabase({ url: analytics, schema: 'analytics' });
    await elsewhere.raw('SELECT 1');
    await expect(restore()).rejects.toThrow('A platform uses this database (analytics).');
    await elsewhere.destroy();

    // One that starts after the first look, while the restore waits for a table.
    const present = await history();
    const reader = await admin.transaction();
    await reader.raw('LOCK TABLE analytics.websites IN ACCESS SHARE MODE');
    const refused = expect(restore()).rejects.toThrow('A platform uses this database (analytics).');
    await eventually(async () => {
      const waiting = await admin('pg_stat_activity').where({
        application_name: 'restore',
        wait_event_type: 'Lock',
      });
      expect(waiting).toHaveLength(1);
    });
    const late = createDatabase({ url: analytics, schema: 'analytics' });
    await late.raw('SELECT 1');
    await reader.rollback();
    await refused;
    await late.destroy();
    expect(await history()).toEqual(present);
  } finally {
    await admin.destroy();
    await postgres.stop();
  }
});
