import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { eventually } from '../src/eventually.ts';

const RUNNER = fileURLToPath(new URL('../src/nightly/citus.ts', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-runner-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Runs the command with a script in place of a cluster's, which notes what it was called with.
 * @param up what the script does to start one
 */
const runWith = async (up: string, environment: Record<string, string> = {}) => {
  const script = join(folder, 'cluster.sh');
  const lines = ['#!/bin/sh', `echo "$1 $$" >> ${folder}/calls`, `if [ "$1" = up ]; then ${up}; fi`];
  await writeFile(script, `${lines.join('\n')}\n`);
  await chmod(script, 0o700);
  const child = spawn(process.execPath, [RUNNER, 'no-such-suite'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, CITUS_CLUSTER: script, TMPDIR: folder, ...environment },
  });
  const printing = text(child.stderr);
  return { child, end: async () => ({ code: await exitOf(child), printed: await printing }) };
};

const exitOf = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
};

const calls = async (): Promise<{ verb: string; pid: number }[]> =>
  (await readFile(join(folder, 'calls'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => ({ verb: line.split(' ')[0] ?? '', pid: Number(line.split(' ')[1]) }));

/** The cluster was taken down, nothing of the script runs on, and its folder is gone. */
const expectNothingIsLeft = async (): Promise<void> => {
  const made = await calls();
  expect(made.map(({ verb }) => verb)).toEqual(['up', 'down']);
  // A killed process is gone a moment later.
  for (const { pid } of made)
    await eventually(() => {
      expect(() => process.kill(-pid, 0)).toThrow('ESRCH');
    });
  expect((await readdir(folder)).toSorted()).toEqual(['calls', 'cluster.sh']);
};

describe('npm run test:nightly citus', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('takes everything down when it gets %s', async (signal, expected) => {
    const { child, end } = await runWith('sleep 600 & sleep 600');
    await eventually(async () => {
      expect(await calls()).toHaveLength(1);
    });
    child.kill(signal);
    expect((await end()).code).toBe(expected);
    await expectNothingIsLeft();
  });

  it('takes everything down when it has taken too long, and fails', async () => {
    const { end } = await runWith('sleep 600', { CITUS_LIMIT_SECONDS: '1' });
    const { code, printed } = await end();
    expect([code, printed]).toEqual([1, expect.stringContaining('took longer than 1 seconds')]);
    await expectNothingIsLeft();
  });

  it.each([
    ['ends with a failure', 'exit 3', 'exit code 3'],
    ['prints no address', 'exit 0', 'printed no address'],
    ['starts nothing that answers', 'echo postgres://postgres@127.0.0.1:1/platform', 'ECONNREFUSED'],
  ])('fails, and says why, where the script %s', async (_, up, reason) => {
    const { end } = await runWith(up);
    const { code, printed } = await end();
    expect([code, printed]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^the analytics suite on .*: The cluster did not start: .*${reason}`, 'm'),
      ),
    ]);
    await expectNothingIsLeft();
  });

  it('says that it is skipped without a script', async () => {
    const { end } = await runWith('exit 3', { CITUS_CLUSTER: '' });
    expect(await end()).toEqual({
      code: 0,
      printed: expect.stringMatching(/^Skipped: .*CITUS_CLUSTER names no script/m),
    });
  });

  it('says that it is skipped where the script is not there', async () => {
    const { end } = await runWith('exit 3', { CITUS_CLUSTER: join(folder, 'elsewhere.sh') });
    expect(await end()).toEqual({
      code: 0,
      printed: expect.stringMatching(/^Skipped: .*elsewhere\.sh, which is not there/m),
    });
  });
});
