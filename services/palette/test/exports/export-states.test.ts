import { createWaits } from '@platform/database';
import { spawnSync } from 'node:child_process';

import { OUTBOX_SCOPE } from '@platform/identity';
import { createMetrics, silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { createApp } from '../../src/app.ts';
import { createAllFormat } from '../../src/formats/all.ts';
import { createFormatRegistry } from '../../src/formats/export-format.ts';
import type { ExportFormat } from '../../src/formats/export-format.ts';
import { formats } from '../../src/formats/registry.ts';
import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportClient, ExportHarness } from './export-harness.ts';

let harness: ExportHarness;
let client: ExportClient;
let palette: string;

// No worker runs, unless a test starts one.
beforeAll(async () => {
  harness = await createExportHarness();
  client = await clientOf(harness);
  palette = await client.palette();
});
afterAll(() => harness.close());

describe('GET /v1/tokens', () => {
  let lister: ExportClient;
  let listed: string;
  beforeAll(async () => {
    lister = await clientOf(harness, 'org_list');
    listed = await lister.palette();
  });

  const list = (query = '', by = lister) => by.get(`/v1/tokens${query}`);
  const idsOf = (answer: { body: { data: { items: { id: string }[] } } }) =>
    answer.body.data.items.map(({ id }) => id);

  it('lists an organisation’s exports, newest first, by state, format and source', async () => {
    expect(idsOf(await list())).toEqual([]);
    const other = await lister.palette({ base_color: '#aa3300' });
    const ids: string[] = [];
    for (const body of [
      { palette_id: listed, format: 'css' },
      { palette_id: listed, format: 'scss' },
      { palette_id: other, format: 'css' },
    ])
      ids.unshift((await lister.export(body)).body.data.id);
    const waiting = await list('?status=queued');
    expect(idsOf(waiting)).toEqual(ids);
    expect(waiting.body.data.items[0]).toMatchObject({ status: 'queued', progress: 0, palette_id: other });

    const worker = harness.startWorker();
    for (const id of ids) await lister.ended(id);
    await worker.close();
    expect(idsOf(await list('?status=queued'))).toEqual([]);
    expect(idsOf(await list('?status=completed&format=css'))).toEqual([ids[0], ids[2]]);
    expect(idsOf(await list(`?palette_id=${listed}`))).toEqual(ids.slice(1));
    expect(idsOf(await list('', await clientOf(harness, 'org_b')))).toEqual([]);

    const first = await list('?limit=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const cursor = first.body.data.next_cursor as string;
    const second = await list(`?limit=2&cursor=${cursor}`);
    expect(idsOf(second)).toEqual(ids.slice(2));
    expect(second.body.data.next_cursor).toBeUndefined();
    expect((await list(`?limit=2&status=failed&cursor=${cursor}`)).status).toBe(400);
  });

  it('leaves out those that have expired or were removed', async () => {
    const { id } = (await lister.export({ palette_id: listed, format: 'json' })).body.data;
    const { id: removed } = (await lister.export({ palette_id: listed, format: 'less' })).body.data;
    await harness.database
      .database('exports')
      .where({ id })
      .update({ expires_at: new Date(0) });
    await lister.delete(`/v1/tokens/${removed}`);
    const ids = idsOf(await list('?limit=100'));
    expect(ids).not.toContain(id);
    expect(ids).not.toContain(removed);
  });

  it.each(['status=done', 'format=docx', 'limit=0', 'limit=101', 'cursor=abc'])(
    'refuses %s and names the field',
    async (query) => {
      const { status, body } = await list(`?${query}`);
      expect(status).toBe(400);
      expect(body.error.details[0].field).toBe(query.split('=')[0]);
    },
  );
});

describe('the progress of an export', () => {
  const progressOf = async (id: string): Promise<number> =>
    (await client.get(`/v1/tokens/${id}/status`)).body.data.progress as number;

  it('of all formats advances with each of them', async () => {
    const reached: Record<string, () => void> = {};
    const leave: Record<string, () => void> = {};
    const css = formats.get('css')!;
    // Each waits until it is released, so the test sees what a client sees in the meantime.
    const slow = (id: string): { format: ExportFormat; begun: Promise<void> } => {
      const begun = new Promise<void>((resolve) => (reached[id] = resolve));
      const end = new Promise<void>((resolve) => (leave[id] = resolve));
      const render: ExportFormat['render'] = async (...given) => {
        reached[id]!();
        await end;
        return css.render(...given);
      };
      return { format: { ...css, id, render }, begun };
    };
    const steps = ['a', 'b', 'c', 'd'].map(slow);
    const all = createAllFormat(steps.map(({ format }) => format));

    const { id, progress } = (await client.export({ palette_id: palette, format: 'all' })).body.data;
    expect(progress).toBe(0);
    const work = harness.processor({ formats: createFormatRegistry([all]) })({ id, isLast: true });
    for (const [place, { format, begun }] of steps.entries()) {
      await begun;
      // Recording it may take a moment.
      await eventually(async () => {
        expect(await progressOf(id)).toBe(place * 25);
      });
      leave[format.id]!();
    }
    await work;
    expect(await progressOf(id)).toBe(100);
  });

  it('survives a database that can’t record it', async () => {
    const { id } = (await client.export({ palette_id: palette, format: 'all', prefix: 'deaf' })).body.data;
    const progress = () => Promise.reject(new Error('the connection is lost'));
    await harness.processor({ store: { ...harness.store, progress } })({ id, isLast: true });
    expect(await progressOf(id)).toBe(100);
  });
});

describe('the outbox', () => {
  const outbox = async (scopes: readonly string[]) =>
    request(harness.app)
      .get('/outbox')
      .set('Authorization', await harness.identity.bearer({ scopes }));

  it('writes an event with the end of each export, until the gateway has taken it', async () => {
    await harness.database.database('outbox').delete();
    const made = (await client.export({ palette_id: palette, format: 'css' })).body.data.id as string;
    const broken = (await client.export({ palette_id: palette, format: 'json' })).body.data.id as string;
    await harness.processor()({ id: made, isLast: false });
    const withoutFormats = harness.processor({ formats: { ...formats, get: () => undefined } });
    await expect(withoutFormats({ id: broken, isLast: true })).rejects.toThrow('no format json');

    const { events } = (await outbox([OUTBOX_SCOPE])).body;
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^evt_[\da-f]{32}$/),
        organisation: 'org_a',
        type: 'export.completed',
        occurred_at: expect.stringMatching(/Z$/),
        data: { id: made, format: 'css' },
      },
      expect.objectContaining({
        type: 'export.failed',
        data: { id: broken, format: 'json', error: expect.objectContaining({ code: 'export_failed' }) },
      }),
    ]);
    const taken = await request(harness.app)
      .post('/outbox/taken')
      .set('Authorization', await harness.identity.bearer({ scopes: [OUTBOX_SCOPE] }))
      .send({ ids: [events[0].id] });
    expect(taken.status).toBe(204);
    const left = (await outbox([OUTBOX_SCOPE])).body.events.map(({ id }: { id: string }) => id);
    expect(left).toEqual([events[1].id]);
  });

  it('shows the outbox to nobody else, not even to a key with all scopes', async () => {
    for (const scopes of [['*'], ['tokens:write']]) expect((await outbox(scopes)).status).toBe(403);
    expect((await request(harness.app).get('/outbox')).status).toBe(401);
  });
});

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
      pages: () => Promise.reject(new Error('There are none.')),
      database: harness.database.database,
      identity: harness.identity.verifier,
      logger: silentLogger(),
      metrics: createMetrics({ service: 'palette', withProcess: false }),
      secret: Buffer.alloc(32, 7),
      publicUrl: 'https://api.example.com',
      trustProxy: 0,
      fetchImage: () => Promise.reject(new Error('These suites fetch no image.')),
      fetchStyles: () => Promise.reject(new Error('These suites fetch no page.')),
      exports: {
        queue: {
          addSoon: (id) => void seen.push(seenElsewhere(id)),
          state: () => Promise.reject(new Error('There is none.')),
        },
        waiters: createWaits(),
        lifetime: 3_600,
      },
    });
    const bearer = await harness.identity.bearer({ organisation: 'org_a', scopes: ['*'] });
    const post = (path: string, body: object) =>
      request(app).post(path).set('Authorization', bearer).set(headers).send(body);
    const own = await post('/v1/palettes', { base_color: '#336699' });
    const wanted = {
      palette_id: own.body.data.id,
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
