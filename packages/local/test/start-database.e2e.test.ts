import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, freePort } from '@platform/testing';

import { openDataFolder } from '../src/data-folder.ts';
import { startDatabase } from '../src/start-database.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-database-'));
  await chmod(directory, 0o711);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Its process id, which PostgreSQL writes before it accepts connections; `initdb` writes one with a negative number. */
const writtenPid = () =>
  eventually(async () => {
    const lock = await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8');
    expect(Number.parseInt(lock, 10)).toBeGreaterThan(0);
    return Number.parseInt(lock, 10);
  });

it('stops PostgreSQL when it is told to while it is starting', async () => {
  const folder = await openDataFolder(directory);
  const { child, url } = await startDatabase(folder, await freePort());
  const pid = await writtenPid();
  await child.stop();
  await child.ended;
  await expect(url).rejects.toThrow(/./);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await folder.release();
});

it.each(['while it is starting', 'when it is up'])(
  'shuts PostgreSQL down in order when its platform is killed %s',
  async (moment) => {
    const start = `
      const { openDataFolder } = await import(${JSON.stringify(import.meta.resolve('../src/data-folder.ts'))});
      const { startDatabase } = await import(${JSON.stringify(import.meta.resolve('../src/start-database.ts'))});
      const folder = await openDataFolder(process.argv[1]);
      const { url } = await startDatabase(folder, Number(process.argv[2]));
      await url;
      console.log('up');`;
    const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', start];
    const platform = spawn(process.execPath, [...flags, directory, String(await freePort())], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await writtenPid();
    if (moment === 'when it is up') await once(platform.stdout, 'data');
    platform.kill('SIGKILL');
    await eventually(() => {
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    });
    // A server that was killed leaves its lock.
    await expect(readFile(join(directory, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  },
);
