import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fileDigest, lockedSource } from '../src/tokens/token-files.ts';
import { startPretendPlatform } from './pretend-platform.ts';
import { runDap } from './run-dap.ts';

/** A platform whose palette worker doesn't run: every export stays in its queue. */
const startWithoutWorker = () =>
  startPretendPlatform(() => ({ body: { data: { id: 'exp_1', status: 'queued' } } }));

describe('dap tokens, without anything that makes the files', () => {
  let cwd: string;

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'platform-cli-'));
    const file = { palette: 'pal_1', format: 'css', path: 'a.css' } as const;
    await writeFile(join(cwd, 'dap.config.json'), JSON.stringify({ tokens: [file] }));
    // Pulled before: otherwise the check wouldn't ask the platform.
    await writeFile(join(cwd, 'a.css'), 'pulled');
    const sha256 = await fileDigest(join(cwd, 'a.css'));
    const files = { 'a.css': { ...lockedSource(file), sha256 } };
    await writeFile(join(cwd, 'dap.lock.json'), JSON.stringify({ version: 1, files }));
  });
  afterAll(() => rm(cwd, { recursive: true }));

  it.each(['pull', 'check'])('%s gives up after --wait seconds with exit code 3', async (name) => {
    const platform = await startWithoutWorker();
    const env = { DAP_URL: platform.url, DAP_KEY: 'dak_test' };
    const ran = await runDap(['tokens', name, '--wait', '1', '--json'], { cwd, env });
    expect(ran.exitCode).toBe(3);
    expect(ran.json()).toEqual({
      error: { code: 'still_pending', message: 'Export exp_1 is still queued. Ask for it later.' },
    });
    await platform.close();
  });

  it.each(['pull', 'check'])('%s refuses a time that is none', async (name) => {
    const ran = await runDap(['tokens', name, '--wait', 'long'], { cwd, env: { DAP_KEY: 'dak_test' } });
    expect(ran).toMatchObject({ exitCode: 2, err: expect.stringContaining('--wait takes a number from 1') });
  });
});
