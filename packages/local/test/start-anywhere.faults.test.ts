import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, freePort } from '@platform/testing';

import { canUnshare, ROOT, spawnStart } from './run-start-script.ts';
import type { Surroundings } from './run-start-script.ts';

const CHECKOUT = ROOT.replace(/\/$/, '');

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-anywhere-'));
  await chmod(directory, 0o711);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Starts, waits until the platform is up, stops it, and returns what was printed. */
const startAndStop = async (surroundings: Surroundings): Promise<string> => {
  const env = { PORT: String(await freePort()), DATA_DIR: directory, ...surroundings.env };
  const child = spawnStart({ ...surroundings, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    await eventually(() => {
      if (child.exitCode === null) expect(printed).toContain('The platform is up');
    }, 180_000);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  return printed;
};

(canUnshare() ? describe : describe.skip)('npm start in a world of its own', () => {
  it.each([
    ['without a network, where install scripts are turned off', [], { npm_config_ignore_scripts: 'true' }],
    [
      'in a checkout that nobody can write to, without HOME',
      [`mount --bind '${CHECKOUT}' '${CHECKOUT}'`, `mount -o remount,bind,ro '${CHECKOUT}'`],
      { HOME: undefined },
    ],
  ])('starts %s, and finds the data again', async (_, mounts, env) => {
    const printed = await startAndStop({ unshared: ['ip link set lo up', ...mounts], env });
    expect(printed).toContain('The platform is up');
    expect(printed).not.toMatch(/Error|packages could not be installed/);
  });
});
