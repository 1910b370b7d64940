import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import sharp from 'sharp';

import { createPaletteHarness } from './palette-harness.ts';
import type { PaletteHarness } from './palette-harness.ts';

const execute = promisify(execFile);

let harness: PaletteHarness;
let server: Server;
let directory: string;
beforeAll(async () => {
  harness = await createPaletteHarness();
  server = createServer(harness.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  directory = await mkdtemp(join(tmpdir(), 'palette-readme-'));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await harness.close();
  await rm(directory, { recursive: true, force: true });
});

/** Lines for a shell in a document. */
const shellLines = async (path: string): Promise<string> => {
  const text = await readFile(new URL(path, import.meta.url), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines = '']) => lines).join('');
};

it('runs the lines of the README as they stand, on a fresh database', async () => {
  const { port } = server.address() as AddressInfo;
  const lines = await shellLines('../README.md');
  expect(lines.match(/\bcurl /g)).toHaveLength(4);
  // A pasted line tells its reader of an error; here it fails the test.
  const script = `curl() { command curl --fail-with-body --silent --show-error "$@"; }\n${lines}`;
  const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      URL: `http://127.0.0.1:${port}`,
      KEY: (await harness.identity.bearer({ organisation: 'org_reader', scopes: ['*'] })).slice(
        'Bearer '.length,
      ),
    },
  });
  expect(stdout).toContain('"level":"AAA"');
  expect(stdout).toContain('"path":"brand"');
  const picture = await sharp(await readFile(join(directory, 'palette.png'))).metadata();
  expect(picture.format).toBe('png');
});
