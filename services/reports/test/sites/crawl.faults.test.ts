import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { childEnvironment, eventually, freePort } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';

const PAGES = 120;

let database: TestDatabase;
let service: TestService;
let site: Server;
let origin: string;
/** How often each path was asked for. */
const visits = new Map<string, number>();
const children: ChildProcess[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? '';
    visits.set(path, (visits.get(path) ?? 0) + 1);
    const n = Number(/^\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    response.setHeader('content-type', 'text/html');
    if (Number.isNaN(n)) response.writeHead(404).end();
    else
      response.end(
        `<title>Page ${n}</title><a href="/${(2 * n + 1) % PAGES}">a</a> <a href="/${(2 * n + 2) % PAGES}">b</a>`,
      );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  database = await openTestDatabase();
  service = await startService(database, { worker: false });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.close();
  await database.drop();
  site.closeAllConnections();
  site.close();
});

/** `src/worker.ts` as a process of its own. */
const spawnWorker = async (): Promise<ChildProcess> => {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/worker.ts', import.meta.url))], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: database.url,
      GUARD_ALLOW: '127.0.0.1',
      CRAWL_REQUESTS_PER_SECOND: '5',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: 'inherit',
  });
  children.push(child);
  await eventually(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  });
  return child;
};

it('goes on with a site whose worker was killed, and visits no page in vain', async () => {
  const api = await service.client('org_a');
  const { id } = (await api.post('/sites', { url: `${origin}/0`, max_pages: PAGES })).body.data;
  const progress = async () => (await api.get(`/sites/${id}`)).body.data;
  const first = await spawnWorker();
  await eventually(async () => {
    expect((await progress()).progress.done).toBeGreaterThan(10);
  });
  // Two workers, of which one has the site.
  await spawnWorker();
  first.kill('SIGKILL');
  await new Promise((resolve) => first.once('exit', resolve));
  const { status, progress: left } = await progress();
  expect(status).toBe('running');
  expect(left.done).toBeLessThan(PAGES);
  const killedAt = Date.now();
  const before = Number(left.done);
  await eventually(async () => {
    expect((await progress()).progress.done).toBeGreaterThan(before + 4);
  }, 60_000);
  process.stdout.write(
    `the crawl went on ${Math.round((Date.now() - killedAt) / 100) / 10} s after its worker was killed\n`,
  );
  await eventually(async () => {
    expect(await progress()).toMatchObject({ status: 'completed', progress: { found: PAGES, done: PAGES } });
  }, 120_000);
  const pages = Array.from({ length: PAGES }, (_, n) => visits.get(`/${n}`) ?? 0);
  expect(pages.every((count) => count >= 1)).toBe(true);
  // Only what the dead worker was visiting is asked for again: four pages at most.
  expect(pages.filter((count) => count > 1).length).toBeLessThanOrEqual(4);
});
