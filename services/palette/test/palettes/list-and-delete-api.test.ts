import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;

let client: PaletteClient;

let stranger: PaletteClient;

beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness, 'org_a');
  stranger = await clientOf(harness, 'org_b');
});

afterAll(() => harness.close());

describe('GET /v1/palettes', () => {
  it('lists the newest first, page by page', async () => {
    const lister = await clientOf(harness, 'org_list');
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.unshift(
        (await lister.post('/v1/palettes', { base_color: '#3366cc', count: n + 1 })).body.data.id as string,
      );
    const first = await lister.get('/v1/palettes?limit=2');
    expect(first.body.data.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    const second = await lister.get(`/v1/palettes?limit=2&cursor=${first.body.data.next_cursor}`);
    expect(second.body.data.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 4));
    const third = await lister.get(`/v1/palettes?limit=2&cursor=${second.body.data.next_cursor}`);
    expect(third.body.data).toEqual({ items: [expect.objectContaining({ id: ids[4] })] });
    const all = await lister.get('/v1/palettes?limit=5');
    expect(all.body.data.items).toHaveLength(5);
    expect(all.body.data).not.toHaveProperty('next_cursor');
  });

  it('lists a single workspace', async () => {
    const owner = await clientOf(harness, 'org_shelves');
    const shelf = (await owner.post('/v1/workspaces', { name: 'Shelf' })).body.data.id as string;
    const { id } = (await owner.post('/v1/palettes', { base_color: '#111', workspace_id: shelf })).body.data;
    await owner.post('/v1/palettes', { base_color: '#222' });
    const listed = await owner.get(`/v1/palettes?workspace_id=${shelf}`);
    expect(listed.body.data.items.map((item: { id: string }) => item.id)).toEqual([id]);
    expect((await owner.get('/v1/palettes')).body.data.items).toHaveLength(2);
    expect((await owner.get('/v1/palettes?workspace_id=wsp_x')).status).toBe(404);
    expect((await stranger.get(`/v1/palettes?workspace_id=${shelf}`)).status).toBe(404);
  });

  it('refuses cursors that were not issued for this list', async () => {
    const owner = await clientOf(harness, 'org_cursor');
    for (let n = 0; n < 2; n += 1) await owner.post('/v1/palettes', { base_color: '#3366cc' });
    const cursor = (await owner.get('/v1/palettes?limit=1')).body.data.next_cursor as string;
    const flipped = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
    for (const bad of [
      'nonsense',
      'AAAA',
      flipped,
      `${cursor}A`,
      cursor.slice(0, -1),
      'a'.repeat(513),
      '%00',
    ]) {
      const answer = await owner.get(`/v1/palettes?cursor=${bad}`);
      expect([bad, answer.status, refusedFields(answer)]).toEqual([bad, 400, ['cursor']]);
    }
    expect((await stranger.get(`/v1/palettes?cursor=${cursor}`)).status).toBe(400);
    expect((await owner.get(`/v1/themes?cursor=${cursor}`)).status).toBe(400);
    expect((await owner.get(`/v1/palettes?cursor=${cursor}`)).status).toBe(200);
  });

  it.each(['0', '101', '-1', '1.5', 'abc', '1e9', '5&limit=6'])('refuses limit=%s', async (limit) => {
    const answer = await client.get(`/v1/palettes?limit=${limit}`);
    expect(answer.status).toBe(400);
    expect(refusedFields(answer)).toEqual(['limit']);
  });
});

describe('DELETE /v1/palettes/:id', () => {
  it('deletes once', async () => {
    const { id } = (await client.post('/v1/palettes', { base_color: '#fff' })).body.data;
    const gone = await client.delete(`/v1/palettes/${id}`);
    expect(gone.body.data).toEqual({ id, object: 'palette', deleted: true });
    expect((await client.delete(`/v1/palettes/${id}`)).status).toBe(404);
    expect((await client.get(`/v1/palettes/${id}`)).status).toBe(404);
    expect((await client.get(`/v1/palettes/${id}/contrast`)).status).toBe(404);
  });

  it('keeps a palette that a theme uses, unless told to delete the theme as well', async () => {
    const { id } = (await client.post('/v1/palettes', { base_color: '#fff' })).body.data;
    const theme = (await client.post('/v1/themes', { palette_id: id, name: 'T', tokens: {} })).body.data
      .id as string;
    const refused = await client.delete(`/v1/palettes/${id}`);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      code: 'palette_in_use',
      message: expect.stringContaining('cascade=true'),
    });
    expect((await client.get(`/v1/themes/${theme}`)).status).toBe(200);
    expect(refusedFields(await client.delete(`/v1/palettes/${id}?cascade=perhaps`))).toEqual(['cascade']);
    expect((await client.delete(`/v1/palettes/${id}?cascade=false`)).status).toBe(400);
    expect((await client.delete(`/v1/palettes/${id}?cascade=true`)).status).toBe(200);
    expect((await client.get(`/v1/themes/${theme}`)).status).toBe(404);
  });

  it('never leaves a theme without its palette, whichever request comes first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = (await client.post('/v1/palettes', { base_color: '#fff' })).body.data;
      const answers = await Promise.all([
        client.delete(`/v1/palettes/${id}?cascade=true`),
        ...Array.from({ length: 4 }, () =>
          client.post('/v1/themes', { palette_id: id, name: 'T', tokens: {} }),
        ),
        client.delete(`/v1/palettes/${id}`),
      ]);
      for (const { status } of answers) expect([200, 201, 400, 404]).toContain(status);
      const themes = await harness.database.database('themes').where({ palette_id: id });
      const palettes = await harness.database.database('palettes').where({ id });
      if (palettes.length === 0) expect(themes).toEqual([]);
    }
  });
});
