import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { provision } from '@platform/database';
import { createTestIdentity, eventually, freePort, startPostgres } from '@platform/testing';
import type { TestPostgres } from '@platform/testing';

import { servePage } from './contract/serve-page.ts';
import { paste, pasteAndLeave } from './paste.ts';
import { readBlocks } from './read-blocks.ts';

const PATIENCE_MILLISECONDS = 120_000;

let postgres: TestPostgres;
let folder: string;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), 'platform-renderer-'));
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

it(
  'the lines of the README run the reports service on a fresh database',
  async () => {
    const [block = ''] = readBlocks('services/reports/README.md', 'Running it', 'sh');
    const [path = '', migrate = '', main = '', ...workers] = block.trim().split('\n');
    await provision(postgres.url, [{ name: 'reports', password: 'secret' }]);
    const url = new URL(postgres.url);
    [url.username, url.password] = ['reports', 'secret'];
    const [identity, site] = [await createTestIdentity('reports'), await servePage()];
    ends.push(() => {
      site.close();
    });
    const env = {
      ...identity.environment,
      DATABASE_URL: url.href,
      GUARD_ALLOW: '127.0.0.1',
      RENDERER_FOLDER: folder,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    };
    const here = (line: string): string => `cd services/reports\n${path}\n${line}`;
    const run = async (line: string): Promise<number> => {
      const port = await freePort();
      ends.push(pasteAndLeave(here(line), { ...env, PORT: String(port) }));
      return port;
    };

    await paste(here(migrate), env);
    const port = await run(main);
    const worker = await run(workers[0] ?? '');
    await run(workers[1] ?? '');
    await eventually(async () => {
      for (const each of [port, worker])
        expect((await fetch(`http://127.0.0.1:${each}/health/ready`)).status).toBe(200);
      expect(await readdir(folder)).toContain('tasks.sock');
    }, PATIENCE_MILLISECONDS);

    const made = await fetch(`http://127.0.0.1:${port}/api/v1/reports`, {
      method: 'POST',
      headers: { Authorization: await identity.bearer() },
      body: new URLSearchParams({ url: site.page }),
    });
    expect(made.status).toBe(201);
    const { data } = (await made.json()) as { data: { id: number } };
    await eventually(async () => {
      const shown = await fetch(`http://127.0.0.1:${port}/api/v1/reports/${data.id}`, {
        headers: { Authorization: await identity.bearer() },
      });
      expect(await shown.json()).toMatchObject({ data: { status: 'generated' } });
    }, PATIENCE_MILLISECONDS);
  },
  PATIENCE_MILLISECONDS * 3,
);
