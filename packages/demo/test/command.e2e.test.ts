import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-demo-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const demo = async (...words: string[]): Promise<string> => {
  const env = { ...process.env, DATA_DIR: directory };
  const failed = await run(process.execPath, [MAIN, ...words], { env }).then(
    () => undefined,
    (error: unknown) => error as { stderr: string },
  );
  if (failed === undefined) throw new Error('It did not fail.');
  return failed.stderr;
};

it('says how to start a platform when none runs', async () => {
  expect(await demo()).toContain('There is no running platform in');
});

it('does not take what a killed platform left for a running one', async () => {
  const gone = { url: 'http://127.0.0.1:9', databaseUrl: '', adminUrl: '' };
  await writeFile(join(directory, 'platform.json'), JSON.stringify(gone));
  await writeFile(join(directory, 'platform.pid'), '4194305');
  await writeFile(join(directory, 'api-key'), 'key');
  expect(await demo()).toContain('There is no running platform in');
});

it('refuses a number of days that it cannot fill', async () => {
  expect(await demo('--days', '31')).toContain('--days must be a whole number from 1 to 30.');
});
