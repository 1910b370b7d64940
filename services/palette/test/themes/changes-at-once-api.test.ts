import { clientOf, createPaletteHarness } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let palette: string;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
  palette = (await client.post('/v1/palettes', { base_color: '#3366cc', count: 4 })).body.data.id;
});
afterAll(() => harness.close());

const CHANGES = [
  { tokens: { brand: { $type: 'color', $value: '#cc3366' } } },
  { adjust: true },
  { scheme: 'vibrant' },
  { renamed: { 'old-primary': 'primary' } },
  { name: 'Changed' },
  { description: 'Changed, too' },
];

describe('changes of a theme at the same time', () => {
  it.each([1, 2, 3])('of different fields are all kept, and derived from each other (%i)', async () => {
    const theme = { palette_id: palette, name: 'Theme', tokens: { brand: '#3366cc' } };
    const { id } = (await client.post('/v1/themes', theme)).body.data;
    const answers = await Promise.all(CHANGES.map((change) => client.patch(`/v1/themes/${id}`, change)));
    expect(answers.map(({ status }) => status)).toEqual(CHANGES.map(() => 200));
    const { data } = (await client.get(`/v1/themes/${id}`)).body;
    expect(data).toMatchObject(Object.assign({}, ...CHANGES) as object);
    // What it would be if it were derived from all of them at once.
    const derived = (await client.post(`/v1/themes/${id}/derive`, { adjust: true })).body.data;
    expect(data).toMatchObject(derived);
    const { items } = (await client.get(`/v1/themes/${id}/versions`)).body.data;
    expect(items.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1]);
  });

  it('do not come back when the theme is deleted meanwhile', async () => {
    const theme = { palette_id: palette, name: 'Theme', tokens: {} };
    const { id } = (await client.post('/v1/themes', theme)).body.data;
    const [deleted, ...changed] = await Promise.all([
      client.delete(`/v1/themes/${id}`),
      ...CHANGES.map((change) => client.patch(`/v1/themes/${id}`, change)),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of changed) expect([200, 404]).toContain(status);
    expect((await client.get(`/v1/themes/${id}`)).status).toBe(404);
  });
});
