import { clientOf, createPaletteHarness } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let address: string;

beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness, 'org_a');
  const palette = (await client.post('/v1/palettes', { base_color: '#3366cc' })).body.data.id as string;
  const made = await client.post('/v1/themes', { palette_id: palette, name: 'Brand', tokens: {} });
  address = `/v1/themes/${String(made.body.data.id)}`;
});
afterAll(() => harness.close());

describe('POST /v1/themes/{id}/derive', () => {
  it('answers what a change would make of the theme, and stores nothing', async () => {
    const before = (await client.get(address)).body.data;
    const tokens = { primary: '#00aa55' };
    const tried = await client.post(`${address}/derive`, { tokens });
    expect(tried.status).toBe(200);
    expect(tried.body.data.modes.light.primary.hex).toBe('#00aa55');
    expect((await client.get(address)).body.data).toEqual(before);
    const { modes, warnings } = (await client.patch(address, { tokens })).body.data;
    expect(tried.body.data).toEqual({ modes, warnings });
  });

  it('leaves what is not given as it is stored', async () => {
    const { modes, warnings } = (await client.get(address)).body.data;
    expect((await client.post(`${address}/derive`, {})).body.data).toEqual({ modes, warnings });
  });

  it('names every fault of the tokens', async () => {
    const tokens = { first: '{nowhere}', second: '{elsewhere}' };
    const { status, body } = await client.post(`${address}/derive`, { tokens });
    expect(status).toBe(400);
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'tokens.first',
      'tokens.second',
    ]);
  });

  it('is 404 for a theme of somebody else', async () => {
    const stranger = await clientOf(harness, 'org_b');
    expect((await stranger.post(`${address}/derive`, {})).status).toBe(404);
  });
});
