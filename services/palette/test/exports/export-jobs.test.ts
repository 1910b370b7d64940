import { randomUUID } from 'node:crypto';

import { eventually } from '@platform/testing';

import { createExportsStore } from '../../src/exports/exports-store.ts';
import { createFormatRegistry } from '../../src/formats/export-format.ts';
import { formats } from '../../src/formats/registry.ts';
import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportClient, ExportHarness } from './export-harness.ts';

let harness: ExportHarness;
let client: ExportClient;
let palette: string;

beforeEach(async () => {
  harness = await createExportHarness();
  client = await clientOf(harness);
  palette = await client.palette();
});

afterEach(() => harness.close());

const accept = async (body: object = {}): Promise<string> => {
  const answer = await client.export({ palette_id: palette, format: 'css', ...body });
  expect(answer.status).toBe(202);
  return answer.body.data.id as string;
};

const statusOf = async (id: string) => (await client.get(`/v1/tokens/${id}/status`)).body.data;

/** The registry, with a css that does what the test wants first. */
const withCss = (before: () => void | Promise<void>) => {
  const css = formats.get('css')!;
  return createFormatRegistry([
    {
      ...css,
      render: async (tokens, options) => {
        await before();
        return await css.render(tokens, options);
      },
    },
  ]);
};

describe('a failing export', () => {
  it('is retried until it succeeds, and the client sees one completion', async () => {
    let turns = 0;
    harness.startWorker({
      formats: withCss(() => {
        turns += 1;
        if (turns < 3) throw new Error('the disk is full');
      }),
    });
    const done = await client.ended(await accept());
    expect(done).toMatchObject({ status: 'completed', attempts: 3, error: null });
    expect(await harness.workerMetrics.metrics()).toContain(
      'palette_export_faults_total{format="css",service="palette-worker"} 2',
    );
  });

  it('fails for good on its last attempt, without revealing internals', async () => {
    const id = await accept();
    const broken = withCss(() => {
      throw new Error('secret path /srv/x');
    });
    const process = harness.processor({ formats: broken });
    await expect(process({ id, isLast: false })).rejects.toThrow('secret');
    expect(await statusOf(id)).toMatchObject({ status: 'processing', progress: 50, attempts: 1 });
    await expect(process({ id, isLast: true })).rejects.toThrow('secret');
    expect(await statusOf(id)).toMatchObject({
      status: 'failed',
      attempts: 2,
      completed_at: null,
      download_url: null,
      error: { code: 'export_failed', message: 'The file could not be rendered.', details: [] },
    });
    const file = await client.get(`/v1/tokens/${id}/file`);
    expect([file.status, file.body.error.code]).toEqual([404, 'export_failed']);
    // An equal request starts anew, and now it works.
    const second = await accept();
    expect(second).not.toBe(id);
    harness.startWorker();
    expect((await client.ended(second)).status).toBe('completed');
  });

  it('is given up even when it keeps killing workers', async () => {
    const id = await accept();
    await harness.database.database('exports').where({ id }).update({ attempts: 25, status: 'processing' });
    await harness.processor()({ id, isLast: false });
    expect(await statusOf(id)).toMatchObject({ status: 'failed', error: { code: 'export_failed' } });
  });
});

describe('input that a format cannot represent', () => {
  it('fails the export at once, naming the collision, and an equal request gets the same answer', async () => {
    const { database } = harness.database;
    const id = await accept({ prefix: 'twice' });
    const [row] = await database('exports').where({ id }).select('tokens');
    await database('exports')
      .where({ id })
      .update({ tokens: JSON.stringify([row.tokens[0], { ...row.tokens[0], description: null }]) });
    harness.startWorker();
    const done = await client.ended(id);
    expect(done).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: {
        code: 'name_collision',
        details: [{ field: 'tokens', message: expect.stringContaining('twice-base') }],
      },
    });
    expect(await accept({ prefix: 'twice' })).toBe(id);
    expect(await harness.workerMetrics.metrics()).toMatch(
      /palette_export_failures_total\{format="css",code="name_collision"[^}]*\} 1/,
    );
  });
});

describe('when the queue loses a job', () => {
  it('the cleanup queues the export again', async () => {
    const id = await accept();
    await eventually(async () => {
      const { rows } = await harness.database.database.raw(
        'SELECT count(*)::int AS jobs FROM palette_queue.job',
      );
      expect(rows[0].jobs).toBe(1);
    });
    await harness.database.database.raw('TRUNCATE palette_queue.job CASCADE');
    harness.startWorker();
    await harness.letIdle();
    expect((await statusOf(id)).status).toBe('queued');
    expect(await harness.cleanup.run()).toBe(1);
    expect((await client.ended(id)).status).toBe('completed');
    expect(await harness.workerMetrics.metrics()).toMatch(/palette_exports_recovered_total\{[^}]*\} 1/);
  });

  it('the export of a worker that died is recovered', async () => {
    const id = await accept();
    const store = createExportsStore(harness.database.database);
    expect((await store.claim(id))?.attempts).toBe(1);
    await harness.letIdle();
    await harness.cleanup.run();
    harness.startWorker();
    expect(await client.ended(id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  it('the cleanup adds no second job for an export that is still queued', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((prefix) => accept({ prefix })));
    for (let round = 0; round < 2; round += 1) {
      await harness.letIdle();
      expect(await harness.cleanup.run()).toBe(ids.length);
    }
    harness.startWorker();
    const done = await Promise.all(ids.map((id) => client.ended(id)));
    expect(done.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });
});

describe('a job that somebody put into the queue', () => {
  it('does nothing unless its id is that of an export, which nobody but its owner sees', async () => {
    await harness.queue.add(['made-up', randomUUID(), "x' OR 'a' = 'a"]);
    const id = await accept();
    harness.startWorker();
    expect(await client.ended(id)).toMatchObject({ status: 'completed', attempts: 1 });
    const exports = await harness.database.database('exports').select('id', 'status');
    expect(exports).toEqual([{ id, status: 'completed' }]);
    // The worker has taken those as well: they came first.
    await eventually(async () => {
      expect((await harness.queue.state()).waiting).toBe(0);
    });
    const stranger = await clientOf(harness, 'org_b');
    await stranger.get(`/v1/tokens/${id}/status`).expect(404);
  });
});

describe('an export held by two workers', () => {
  it('is completed once', async () => {
    const id = await accept();
    const outcomes: boolean[] = [];
    const store = createExportsStore(harness.database.database);
    const watched = {
      ...store,
      complete: async (...parameters: Parameters<typeof store.complete>) => {
        const won = await store.complete(...parameters);
        outcomes.push(won);
        return won;
      },
    };
    const process = harness.processor({ store: watched });
    await Promise.all([process({ id, isLast: false }), process({ id, isLast: false })]);
    const done = await statusOf(id);
    await process({ id, isLast: false });
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await statusOf(id)).toEqual(done);
    expect(await harness.workerMetrics.metrics()).toMatch(
      /palette_export_duration_seconds_count\{[^}]*format="css"[^}]*\} 1/,
    );
  });
});

describe('a cancelled export', () => {
  it('is gone, whether it was queued or running, and leaves no file behind', async () => {
    const queued = await accept({ prefix: 'queued' });
    await client.delete(`/v1/tokens/${queued}`);
    const inHand = await accept({ prefix: 'hand' });
    harness.startWorker({
      formats: withCss(async () => {
        await client.delete(`/v1/tokens/${inHand}`);
      }),
    });
    const waiting = await client.get(`/v1/tokens/${inHand}/status?wait=10`);
    expect(waiting.status).toBe(404);
    // The worker takes one at a time: it is done with the others.
    await client.ended(await accept({ prefix: 'later' }));
    for (const id of [queued, inHand]) expect((await client.get(`/v1/tokens/${id}/status`)).status).toBe(404);
    expect(await harness.database.database('export_files').whereIn('export_id', [queued, inHand])).toEqual(
      [],
    );
  });
});

describe('an expired export', () => {
  const expire = (id: string) =>
    harness.database
      .database('exports')
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1_000) });

  it('answers 404 with the code expired before and after the cleanup, and equal requests start anew', async () => {
    harness.startWorker();
    const id = await accept();
    await client.ended(id);
    await expire(id);
    for (const turn of ['before sweeping', 'after it']) {
      for (const path of ['status', 'file']) {
        const answer = await client.get(`/v1/tokens/${id}/${path}`);
        expect([turn, answer.status, answer.body.error.code]).toEqual([turn, 404, 'expired']);
      }
      await harness.cleanup.run();
    }
    expect(await harness.database.database('export_files').select('export_id')).toEqual([]);
    const again = await accept();
    expect(again).not.toBe(id);
    expect((await client.ended(again)).status).toBe('completed');
  });

  it('does not block an equal request before the cleanup', async () => {
    harness.startWorker();
    const id = await accept();
    await client.ended(id);
    await expire(id);
    expect(await accept()).not.toBe(id);
  });

  it('gets a full lifetime again when requested shortly before it expires', async () => {
    harness.startWorker();
    const id = await accept();
    await client.ended(id);
    await harness.database
      .database('exports')
      .where({ id })
      .update({ expires_at: new Date(Date.now() + 5_000) });
    expect(await accept()).toBe(id);
    expect(Date.parse((await statusOf(id)).expires_at)).toBeGreaterThan(Date.now() + 3_000_000);
  });
});

describe('a waiting export', () => {
  it('keeps its tokens even if the palette is deleted in the meantime', async () => {
    const id = await accept();
    expect((await client.delete(`/v1/palettes/${palette}`)).status).toBe(200);
    harness.startWorker();
    expect((await client.ended(id)).status).toBe('completed');
  });

  it('has no file yet and shows up in the gauges', async () => {
    const id = await accept();
    const file = await client.get(`/v1/tokens/${id}/file`);
    expect([file.status, file.body.error.code, file.headers['retry-after']]).toEqual([404, 'not_ready', '1']);
    const metrics = await harness.workerMetrics.metrics();
    expect(metrics).toMatch(/palette_exports_unfinished\{status="queued"[^}]*\} 1/);
    expect(metrics).toMatch(/palette_exports_oldest_seconds\{[^}]*\} 0?\.?\d/);
    expect(await harness.serviceMetrics.metrics()).toMatch(
      /palette_export_requests_total\{format="css",result="new"[^}]*\} 1/,
    );
  });

  it('makes the client wait no longer than requested', async () => {
    const id = await accept();
    const answer = await client.get(`/v1/tokens/${id}/status?wait=1`);
    expect(answer.body.data.status).toBe('queued');
    expect(answer.headers['retry-after']).toBe('1');
  });
});
