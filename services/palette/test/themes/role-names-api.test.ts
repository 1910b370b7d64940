import request from 'supertest';

import { clientOf, createPaletteHarness } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let paletteId: string;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
  paletteId = (await client.post('/v1/palettes', { base_color: '#3366cc' })).body.data.id;
});
afterAll(() => harness.close());

/** A theme's warnings about names, and what its style sheet of all modes answers. */
const outcomeOf = async (tokens: object) => {
  const made = await client.post('/v1/themes', { palette_id: paletteId, name: 'T', tokens });
  expect(made.status).toBe(201);
  const { id, warnings: all } = made.body.data as { id: string; warnings: string[] };
  const warnings = all.filter((warning) => warning.includes('name_collision'));
  const link = await client.post(`/v1/themes/${id}/links`, {});
  const { pathname, search } = new URL(link.body.data.url);
  const { status } = await request(harness.pages).get(pathname + search);
  return { warnings, status };
};

it.each([
  [{ dark: { primary: '#112233' } }, 'dark.primary'],
  [{ Dark: { onPrimary: '#112233' } }, 'Dark.onPrimary'],
  [{ 'high contrast dark': { link: { $root: '#112233' } } }, 'high contrast dark.link'],
  [{ 'light-surface': '#112233', brand: '#445566' }, 'light-surface'],
])('warns of %j, with which no style sheet can have all modes', async (tokens, path) => {
  expect(await outcomeOf(tokens)).toEqual({
    warnings: [
      `${path}: has the name of one of the theme’s roles in exports of all modes, which end with name_collision. Rename it.`,
    ],
    status: 400,
  });
});

it.each([
  { primary: '#112233' },
  { dark: { ink: '#112233' } },
  { dark: { primary: { deep: '#112233' } } },
  { brand: { dark: { primary: '#112233' } } },
])('has no warning about %j, whose style sheet has all modes', async (tokens) => {
  expect(await outcomeOf(tokens)).toEqual({ warnings: [], status: 200 });
});

it.each([
  [{ 'a b': '#112233', 'a-b': '#445566' }, 'a-b', 'a b'],
  [{ brandInk: '#112233', brand: { ink: '#445566' } }, 'brand.ink', 'brandInk'],
])('warns of %j, which would have one name', async (tokens, path, other) => {
  const warning = `${path}: has the same name as ${other} in exports, which end with name_collision. Rename one of them.`;
  expect(await outcomeOf(tokens)).toEqual({ warnings: [warning], status: 400 });

  const { id } = (await client.post('/v1/themes', { palette_id: paletteId, name: 'T', tokens: {} })).body
    .data;
  const changed = await client.patch(`/v1/themes/${id}`, { tokens });
  expect(changed.body.data.warnings).toContain(warning);
});

it.each([{ '★': '#112233', '☆': '#445566' }, { brand: { $root: '#112233', root: '#445566' } }])(
  'has no warning about %j, whose names differ',
  async (tokens) => {
    expect(await outcomeOf(tokens)).toEqual({ warnings: [], status: 200 });
  },
);
