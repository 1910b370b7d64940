import { createAllFormat } from '../../src/formats/all.ts';
import { createFormatRegistry } from '../../src/formats/create-format-registry.ts';
import type { ExportFormat } from '../../src/formats/export-format.ts';
import { formats } from '../../src/formats/registry.ts';
import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportClient, ExportHarness } from './export-harness.ts';

let harness: ExportHarness;
let client: ExportClient;
beforeAll(async () => {
  harness = await createExportHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

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

  const palette = await client.palette();
  const { id, progress } = (await client.export({ palette_id: palette, format: 'all' })).body.data;
  expect(progress).toBe(0);
  const work = harness.processor({ formats: createFormatRegistry([all]) })({ id, isLast: true });
  for (const [place, { format, begun }] of steps.entries()) {
    await begun;
    // Recording it may take a moment; it never goes back.
    let seen = await progressOf(id);
    for (let turn = 0; turn < 200 && seen < place * 25; turn += 1) seen = await progressOf(id);
    expect(seen).toBe(place * 25);
    leave[format.id]!();
  }
  await work;
  expect(await progressOf(id)).toBe(100);
});

it('survives a database that can’t record it', async () => {
  const palette = await client.palette();
  const { id } = (await client.export({ palette_id: palette, format: 'all', prefix: 'deaf' })).body.data;
  const progress = () => Promise.reject(new Error('the connection is lost'));
  await harness.processor({ store: { ...harness.store, progress } })({ id, isLast: true });
  expect(await progressOf(id)).toBe(100);
});
