import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { eventually } from '@platform/testing';

import { addressName, SERVICE_AREAS } from '../src/routing-table.ts';
import { startService, startTestbed } from './harness.ts';
import type { FakeService, Testbed } from './harness.ts';

const script = fileURLToPath(new URL('../src/health-check.ts', import.meta.url));

let testbed: Testbed;
let area: FakeService;
let url: URL;
beforeAll(async () => {
  testbed = await startTestbed();
  area = await startService();
  url = new URL((await testbed.gateway()).url);
});
afterAll(async () => {
  await testbed.close();
  await area.close();
});

/** Exit code and standard error of the container's health check. */
const check = async (palette: string): Promise<[number, string]> => {
  const env = {
    PATH: process.env['PATH'],
    PORT: url.port,
    ...Object.fromEntries(SERVICE_AREAS.map((name) => [addressName(name), area.url])),
    PALETTE_URL: palette,
  };
  const run = promisify(execFile)(process.execPath, [script], { env });
  return run.then(
    ({ stderr }) => [0, stderr],
    (error: unknown) => {
      const { code, stderr } = error as { code: number; stderr: string };
      return [code, stderr];
    },
  );
};

it('the container is healthy while the gateway and all areas are ready, and names those that are not', async () => {
  // The check gives up after 3 s, which a loaded machine may need to start it.
  await eventually(async () => {
    expect((await check(area.url))[0]).toBe(0);
  });
  // One instance of an area is enough.
  await eventually(async () => {
    expect((await check(`http://127.0.0.1:1,${area.url}`))[0]).toBe(0);
  });
  const [code, message] = await check('http://127.0.0.1:1');
  expect(code).toBe(1);
  expect(message).toContain('not ready: http://127.0.0.1:1');
  const unready = await startService((_request, response) => response.writeHead(503).end());
  expect((await check(unready.url))[0]).toBe(1);
  await unready.close();
});
