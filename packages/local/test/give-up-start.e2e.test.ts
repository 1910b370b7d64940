import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlatform } from '../src/index.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-given-up-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it.each(['starts PostgreSQL', 'migrates the databases and starts the services'])(
  'stops what it has started when it is given up while it %s',
  async (last) => {
    const dataDirectory = join(directory, last.replaceAll(' ', '-'));
    const steps: string[] = [];
    const pids: number[] = [];
    const given = new AbortController();
    const start = startPlatform({
      port: 0,
      dataDirectory,
      env: { ...process.env, LOG_LEVEL: 'silent' },
      signal: given.signal,
      onStep: (step) => {
        steps.push(step);
        if (step === 'makes roles and schemas')
          void readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').then((lock) =>
            pids.push(Number.parseInt(lock, 10)),
          );
        // Half-way through the step.
        if (step === last)
          setTimeout(() => {
            given.abort();
          }, 300);
      },
    });
    await expect(start).rejects.toThrow();
    expect(steps.filter((step) => !step.startsWith('waits')).at(-1)).toBe(last);
    expect(pids).toHaveLength(last === 'starts PostgreSQL' ? 0 : 1);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    // The folder is free for another platform.
    await expect(readFile(join(dataDirectory, 'platform.pid'))).rejects.toThrow('ENOENT');
  },
);
