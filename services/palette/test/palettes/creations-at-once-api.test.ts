import { eventually } from '@platform/testing';

import { clientOf, createPaletteHarness } from '../palette-harness.ts';
import type { PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
beforeAll(async () => {
  harness = await createPaletteHarness();
});
afterAll(() => harness.close());

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** How many statements wait for a lock that another transaction holds. */
const waitingForLocks = async (): Promise<number> => {
  const { rows } = await harness.database.database.raw<{ rows: { count: string }[] }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
};

describe('palettes created at the same time', () => {
  it('are all stored as they were answered', async () => {
    const client = await clientOf(harness, 'org_many');
    const made = await times(40, (index) =>
      client.post('/v1/palettes', {
        base_color: `rgb(${index * 5} 102 204)`,
        count: 1 + (index % 8),
        name: index % 2 === 0 ? `“Nº ${index}” \\ {"a": '$1'}` : null,
        ...(index % 3 === 0 ? { scale: { contrast: [3, 4.5], on: '#fff' } } : {}),
      }),
    );
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { body, headers } of made) {
      const kept = await client.get(`/v1/palettes/${body.data.id}`);
      expect(kept.body.data).toEqual(body.data);
      expect(kept.headers['etag']).toBe(headers['etag']);
    }
  });

  it('are 404 if their workspace is deleted meanwhile, and others don’t wait for it', async () => {
    const client = await clientOf(harness, 'org_deletes');
    const doomed = (await client.post('/v1/workspaces', { name: 'Doomed' })).body.data.id as string;
    const deletion = await harness.database.database.transaction();
    await deletion('workspaces').where({ id: doomed }).delete();
    const made = times(5, () => client.post('/v1/palettes', { base_color: '#123', workspace_id: doomed }));
    await eventually(async () => {
      if ((await waitingForLocks()) === 0) throw new Error('No creation waits for the deletion.');
    });
    expect((await client.post('/v1/palettes', { base_color: '#456' })).status).toBe(201);
    await deletion.commit();
    expect((await made).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('are stored once for each Idempotency-Key', async () => {
    const client = await clientOf(harness, 'org_keys');
    const made = await times(12, (index) =>
      client.post('/v1/palettes', { base_color: '#123' }, { 'Idempotency-Key': `key-${index % 4}` }),
    );
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(4);
    expect((await client.get('/v1/palettes')).body.data.items).toHaveLength(4);
  });
});
