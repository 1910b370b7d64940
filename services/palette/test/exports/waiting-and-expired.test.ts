import { setTimeout as sleep } from 'node:timers/promises';
import { createFormatRegistry } from '../../src/formats/create-format-registry.ts';
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
    await sleep(100);
    for (const id of [queued, inHand]) expect((await client.get(`/v1/tokens/${id}/status`)).status).toBe(404);
    expect(await harness.database.database('export_files').select('export_id')).toEqual([]);
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
