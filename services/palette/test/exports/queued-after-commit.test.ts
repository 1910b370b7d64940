import { spawnSync } from 'node:child_process';

import { createMetrics, silentLogger } from '@platform/runtime';
import request from 'supertest';

import { createApp } from '../../src/app.ts';
import { createExportWaiters } from '../../src/exports/export-waiters.ts';
import { createPaletteHarness } from '../palette-harness.ts';
import type { PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
beforeAll(async () => {
  harness = await createPaletteHarness();
});
afterAll(() => harness.close());

/**
 * How many rows another session sees. It blocks this process meanwhile, which so can't commit what
 * it has begun.
 */
const seenElsewhere = (id: string): number => {
  const script = `
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: process.env.URL });
    await client.connect();
    const { rowCount } = await client.query('SELECT FROM palette.exports WHERE id = $1', [process.env.ID]);
    await client.end();
    process.stdout.write(String(rowCount));`;
  const cwd = new URL('../../../../packages/database/', import.meta.url);
  const environment = { ...process.env, URL: harness.database.url, ID: id };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd,
    env: environment,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return Number(stdout);
};

it.each([{ headers: {} }, { headers: { 'Idempotency-Key': 'export-1' } }])(
  'a worker that looks at once sees the export of a request with the headers $headers',
  async ({ headers }) => {
    const seen: number[] = [];
    const app = createApp({
      database: harness.database.database,
      identity: harness.identity.verifier,
      logger: silentLogger(),
      metrics: createMetrics({ service: 'palette', withProcess: false }),
      secret: Buffer.alloc(32, 7),
      publicUrl: 'https://api.example.com',
      trustProxy: 0,
      fetchImage: () => Promise.reject(new Error('These suites fetch no image.')),
      exports: {
        queue: {
          addSoon: (id) => void seen.push(seenElsewhere(id)),
          state: () => Promise.reject(new Error('There is none.')),
        },
        waiters: createExportWaiters(),
        lifetime: 3_600,
      },
    });
    const bearer = await harness.identity.bearer({ organisation: 'org_a', scopes: ['*'] });
    const post = (path: string, body: object) =>
      request(app).post(path).set('Authorization', bearer).set(headers).send(body);
    const palette = await post('/v1/palettes', { base_color: '#336699' });
    const wanted = {
      palette_id: palette.body.data.id,
      format: 'css',
      prefix: `p${Object.keys(headers).length}`,
    };
    const answer = await post('/v1/tokens/export', wanted);
    expect(answer.status).toBe(202);
    const again = await post('/v1/tokens/export', wanted);
    expect(again.body.data.id).toBe(answer.body.data.id);
    expect(seen).toEqual([1]);
  },
);
