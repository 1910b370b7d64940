import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { hasCurl } from '@platform/testing';

import { runDemo } from '../src/run-demo.ts';

const execute = promisify(execFile);
const README = new URL('../../../README.md', import.meta.url);

let platform: Platform;
let directory: string;
const page = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Example</title>');
});

beforeAll(async () => {
  await once(page.listen(0, '127.0.0.1'), 'listening');
  directory = await mkdtemp(join(tmpdir(), 'platform-tour-'));
  await chmod(directory, 0o711);
  const env = { ...process.env, GUARD_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' };
  platform = await startPlatform({ port: 0, dataDirectory: directory, env });
});
afterAll(async () => {
  page.close();
  await platform.stop();
  await rm(directory, { recursive: true, force: true });
});

/**
 * The README's tour as one script. The tests reach no foreign host, so it reports on a local page.
 */
const tour = async (): Promise<string> => {
  const readme = await readFile(README, 'utf8');
  const section = /^## A tour$(.*?)^## /ms.exec(readme)?.[1] ?? '';
  const { port } = page.address() as AddressInfo;
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, code = '']) => code)
    .join('')
    .replace('http://localhost:8080', platform.url)
    .replace('.data/api-key', join(directory, 'api-key'))
    .replace('https://example.com/', `http://127.0.0.1:${port}/example`);
};

const demo = () =>
  runDemo({
    url: platform.url,
    key: platform.key,
    days: 1,
    visitors: 20,
    now: Date.now(),
    reportUrls: [],
    log: () => undefined,
  });

(hasCurl('the tour of the README') ? it : it.skip)(
  'runs the README’s tour to the end, again, and once more after the demo',
  async () => {
    const script = await tour();
    expect(script.match(/^(get|post|\w+=\$\((get|post)) /gm)?.length).toBeGreaterThan(12);
    for (const run of [1, 2, 3]) {
      if (run === 3) expect((await demo()).websites).toHaveLength(3);
      // A second apart, as the tour names its website by the time.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', script], { cwd: directory });
      expect(stdout).toContain('"tracking_code"');
      expect(await readFile(join(directory, 'brand.css'), 'utf8')).toContain('--color-brand');
      const { data } = (await (
        await fetch(`${platform.url}/api/v1/websites?search=shop-`, {
          headers: { Authorization: `Bearer ${platform.key}` },
        })
      ).json()) as { data: object[] };
      expect(data).toHaveLength(run);
    }
  },
);
