import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportClient, ExportHarness } from './export-harness.ts';

let harness: ExportHarness;
let client: ExportClient;
let palette: string;

beforeAll(async () => {
  harness = await createExportHarness();
  client = await clientOf(harness);
  palette = await client.palette();
});
afterAll(() => harness.close());

const list = (query = '', by = client) => by.get(`/v1/tokens${query}`);
const idsOf = (answer: { body: { data: { items: { id: string }[] } } }) =>
  answer.body.data.items.map(({ id }) => id);

describe('GET /v1/tokens', () => {
  it('lists an organisation’s exports, newest first, by state, format and source', async () => {
    expect(idsOf(await list())).toEqual([]);
    const other = await client.palette({ base_color: '#aa3300' });
    const ids: string[] = [];
    for (const body of [
      { palette_id: palette, format: 'css' },
      { palette_id: palette, format: 'scss' },
      { palette_id: other, format: 'css' },
    ])
      ids.unshift((await client.export(body)).body.data.id);
    const waiting = await list('?status=queued');
    expect(idsOf(waiting)).toEqual(ids);
    expect(waiting.body.data.items[0]).toMatchObject({ status: 'queued', progress: 0, palette_id: other });

    const worker = harness.startWorker();
    for (const id of ids) await client.ended(id);
    await worker.close();
    expect(idsOf(await list('?status=queued'))).toEqual([]);
    expect(idsOf(await list('?status=completed&format=css'))).toEqual([ids[0], ids[2]]);
    expect(idsOf(await list(`?palette_id=${palette}`))).toEqual(ids.slice(1));
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
    const { id } = (await client.export({ palette_id: palette, format: 'json' })).body.data;
    const { id: removed } = (await client.export({ palette_id: palette, format: 'less' })).body.data;
    await harness.database
      .database('exports')
      .where({ id })
      .update({ expires_at: new Date(0) });
    await client.delete(`/v1/tokens/${removed}`);
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
