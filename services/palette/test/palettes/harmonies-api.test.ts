import { HARMONIES } from '../../src/color/harmonies/registry.ts';
import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

interface Shown {
  harmony: string;
  title: string;
  colors: { hex: string }[];
}

let harness: PaletteHarness;
let client: PaletteClient;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

const ask = (query: Record<string, string>, of = client) =>
  of.get(`/v1/harmonies?${new URLSearchParams(query).toString()}`);

describe('GET /v1/harmonies', () => {
  it('shows every harmony of a colour as the palette that it would make', async () => {
    const { status, body } = await ask({ base_color: '#3366cc', count: '4' });
    expect(status).toBe(200);
    const { items } = body.data as { items: Shown[] };
    expect(items.map(({ harmony }) => harmony)).toEqual([...HARMONIES.keys()]);
    for (const { harmony, title, colors } of items) {
      expect(title).toMatch(/^[A-Z]/);
      const made = await client.post('/v1/palettes', { base_color: '#3366cc', harmony, count: 4 });
      const { colors: expected } = made.body.data as { colors: { hex: string }[] };
      expect(colors.map(({ hex }) => hex)).toEqual(expected.map(({ hex }) => hex));
    }
  });

  it('keeps nothing', async () => {
    const before = (await client.get('/v1/palettes?limit=100')).body.data as { items: unknown[] };
    await ask({ base_color: 'rebeccapurple' });
    const after = (await client.get('/v1/palettes?limit=100')).body.data as { items: unknown[] };
    expect(after.items).toHaveLength(before.items.length);
  });

  it.each([
    [{ base_color: 'nothing' }, ['base_color']],
    [{}, ['base_color']],
    [{ base_color: '#000', count: '0' }, ['count']],
    [{ base_color: '#000', count: '33' }, ['count']],
  ])('refuses %j', async (query, fields) => {
    const answer = await ask(query);
    expect([answer.status, refusedFields(answer)]).toEqual([400, fields]);
  });

  it('requires its scope', async () => {
    const stranger = await clientOf(harness, 'org_a', ['tokens:write']);
    expect((await ask({ base_color: '#000' }, stranger)).status).toBe(403);
  });
});
