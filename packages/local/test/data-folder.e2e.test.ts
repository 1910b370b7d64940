import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { endProcess } from '@platform/testing';

import { openDataFolder, readRunningPlatform } from '../src/data-folder.ts';

const ownId = process.getuid;
const permissionsOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'platform-folder-'));
});
afterEach(async () => {
  if (ownId) process.getuid = ownId;
  await rm(parent, { recursive: true, force: true });
});

describe.each([
  { who: 'an ordinary user', id: 1_000, permissions: '700' },
  // PostgreSQL runs as another user then and has to pass through. Nobody may list the folder.
  { who: 'root', id: 0, permissions: '711' },
])('the data folder of $who', ({ id, permissions }) => {
  beforeEach(() => {
    process.getuid = () => id;
  });

  it('is closed to all others, and so is every file in it', async () => {
    const path = join(parent, 'data');
    const folder = await openDataFolder(path);
    await folder.secret('api-key', () => 'a secret');
    await folder.write('platform.json', '{}');
    expect(await permissionsOf(path)).toBe(permissions);
    for (const name of ['api-key', 'platform.json', 'platform.pid'])
      expect([name, await permissionsOf(join(path, name))]).toEqual([name, '600']);
  });

  it('is closed when it is used again, whatever was done to it', async () => {
    const folder = await openDataFolder(parent);
    await folder.secret('api-key', () => 'a secret');
    await folder.release();
    await chmod(parent, 0o777);
    await openDataFolder(parent);
    expect(await permissionsOf(parent)).toBe(permissions);
  });
});

const MODULE = new URL('../src/data-folder.ts', import.meta.url).href;

const RUNNING = {
  url: 'http://localhost:1',
  databaseUrl: 'postgres://gateway',
  adminUrl: 'postgres://admin',
};

/**
 * Opens the folder in a process of its own, on a machine that has no other programs, and keeps it as
 * a platform does.
 */
const openElsewhere = (path: string) => {
  const script = `
    const { openDataFolder } = await import(${JSON.stringify(MODULE)});
    const folder = await openDataFolder(${JSON.stringify(path)});
    await folder.announce(${JSON.stringify(RUNNING)});
    console.log('open');
    setInterval(() => undefined, 1_000);`;
  const words = ['--experimental-strip-types', '--no-warnings', '--input-type=module', '-e', script];
  // Only macOS needs a program, `ps`, to see who is there.
  const env = process.platform === 'linux' ? { PATH: '/nowhere' } : process.env;
  return spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
};

describe('the data folder of a running platform', () => {
  it('is refused to another one, on the barest machine too', async () => {
    const first = openElsewhere(parent);
    const second = await once(first.stdout, 'data').then(() => openElsewhere(parent));
    try {
      const opened = once(second.stdout, 'data').then(String);
      const refused = text(second.stderr);
      expect(await Promise.race([opened, refused])).toContain(
        `Another platform (process ${first.pid}) uses ${parent}.`,
      );
    } finally {
      await Promise.all([first, second].map((child) => endProcess(child, 'SIGKILL')));
    }
  });

  it('is free again once that one was killed', async () => {
    const first = openElsewhere(parent);
    await once(first.stdout, 'data');
    await endProcess(first, 'SIGKILL');
    await expect(openDataFolder(parent)).resolves.toMatchObject({ path: parent });
  });

  it('says where the platform is, until that was stopped or killed', async () => {
    const platform = openElsewhere(parent);
    await once(platform.stdout, 'data');
    expect(await readRunningPlatform(parent)).toEqual(RUNNING);
    await endProcess(platform, 'SIGKILL');
    expect(await readRunningPlatform(parent)).toBeUndefined();
    // The next one has yet to say where it is.
    const folder = await openDataFolder(parent);
    expect(await folder.read('platform.json')).toBeUndefined();
  });
});
