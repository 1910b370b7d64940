import { OUTBOX_SCOPE } from '@platform/identity';
import request from 'supertest';

import { formats } from '../../src/formats/registry.ts';
import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportHarness } from './export-harness.ts';

let harness: ExportHarness;
beforeAll(async () => {
  harness = await createExportHarness();
});
afterAll(() => harness.close());

const outbox = async (scopes: readonly string[]) =>
  request(harness.app)
    .get('/outbox')
    .set('Authorization', await harness.identity.bearer({ scopes }));

it('writes an event with the end of each export, until the gateway has taken it', async () => {
  const client = await clientOf(harness);
  const palette = await client.palette();
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
