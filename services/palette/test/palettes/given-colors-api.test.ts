import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

interface Color {
  role: string;
  hex: string;
}
const make = async (body: object) => (await client.post('/v1/palettes', body)).body.data;
const hexes = ({ colors }: { colors: Color[] }) => colors.map(({ hex }) => hex);

describe('POST /v1/palettes with colors', () => {
  it('keeps every given colour in its place, and fills the rest', async () => {
    const colors = ['#c8102e', 'rgb(1 33 105)', '#F4E9CD'];
    const { status, body } = await client.post('/v1/palettes', { colors, harmony: 'triadic', count: 6 });
    expect(status).toBe(201);
    expect(hexes(body.data).slice(0, 3)).toEqual(['#c8102e', '#012169', '#f4e9cd']);
    expect(body.data.colors.map(({ role }: Color) => role).slice(0, 3)).toEqual([
      'base',
      'given-1',
      'given-2',
    ]);
    expect(new Set(hexes(body.data)).size).toBe(6);
    expect(body.data.base_color).toMatchObject({ input: '#c8102e', hex: '#c8102e' });
    expect((await client.get(`/v1/palettes/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it('puts them after base_color, and says when two hardly differ', async () => {
    const data = await make({ base_color: '#336699', colors: ['#336698'], count: 3 });
    expect(hexes(data).slice(0, 2)).toEqual(['#336699', '#336698']);
    expect(data.warnings).toEqual(['The colours 0 and 1 were given and hardly differ.']);
  });

  it.each([
    [{}, 'base_color'],
    [{ colors: [] }, 'colors'],
    [{ colors: ['#fff', 'nope'] }, 'colors.1'],
    [{ colors: ['#fff', '#000', '#888'], count: 2 }, 'count'],
    [{ colors: '#fff' }, 'colors'],
    [{ colors: Array.from({ length: 33 }, () => '#fff') }, 'colors'],
  ])('refuses %j', async (body, field) => {
    const answer = await client.post('/v1/palettes', body);
    expect([answer.status, refusedFields(answer)]).toEqual([400, [field]]);
  });
});
