import request from 'supertest';

import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
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

describe('old names in a theme', () => {
  const TOKENS = { color: { brand: '#123456', deep: { $root: '#111111', er: '#000000' } } };
  const create = (renamed: unknown, tokens: object = TOKENS) =>
    client.post('/v1/themes', { palette_id: paletteId, name: 'T', tokens, renamed });

  it('keeps old names in a theme and in its versions', async () => {
    const renamed = { cta: 'action', action: 'primary', 'color.old': 'color.brand' };
    const made = await create(renamed);
    expect([made.status, made.body.data.renamed]).toEqual([201, renamed]);
    const path = `/v1/themes/${made.body.data.id}`;
    expect((await client.get(path)).body.data.renamed).toEqual(renamed);

    const changed = (await client.patch(path, { renamed: { cta: 'secondary' } })).body.data;
    expect([changed.renamed, changed.version]).toEqual([{ cta: 'secondary' }, 2]);
    expect((await client.get(`${path}/versions/1`)).body.data.renamed).toEqual(renamed);
    const { body } = await client.get(`${path}/diff?from=1&to=2`);
    expect(body.data.renamed).toEqual([{ from: 'cta', to: 'secondary' }]);
    expect((await client.patch(path, { renamed: null })).body.data.renamed).toEqual({});
  });

  it('has none unless given', async () => {
    for (const renamed of [undefined, null, {}])
      expect((await create(renamed)).body.data.renamed).toEqual({});
  });

  it.each([
    [{ cta: 'nothing' }, 'leads to nothing, which the theme does not have'],
    [{ a: 'b', b: 'a' }, 'leads in a circle: a → b → a'],
    [{ a: 'a' }, 'leads in a circle: a → a'],
    [{ primary: 'secondary' }, 'has the name of primary, which is there'],
    [{ OnPrimary: 'primary' }, 'has the name of on-primary, which is there'],
    [{ 'color-brand': 'primary' }, 'has the name of color.brand, which is there'],
    [{ 'color.deep': 'primary' }, 'has the name of color.deep, which is there'],
    [{ color: 'primary' }, 'is a group, which has color.deep.er'],
    [{ 'primary.old': 'primary' }, 'would make a group of primary'],
    [{ 'palette.base': 'primary' }, 'is the name of a colour of the palette'],
    [{ $x: 'primary' }, 'cannot be the name of a token'],
    [{ 'a..b': 'primary' }, 'cannot be the name of a token'],
    [{ 'a{b}': 'primary' }, 'cannot be the name of a token'],
  ])('refuses %j', async (renamed, reason) => {
    const answer = await create(renamed);
    const [name = ''] = Object.keys(renamed);
    expect([answer.status, refusedFields(answer)[0]]).toEqual([400, `renamed.${name}`]);
    expect(answer.body.error.details[0].message).toBe(`renamed.${name} ${reason}`);
  });

  it('refuses anything but a map of names, and lists every fault', async () => {
    for (const renamed of ['cta', ['cta'], { cta: 5 }, { cta: '' }, { cta: { to: 'primary' } }])
      expect((await create(renamed)).status).toBe(400);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`old-${n}`, 'primary']));
    expect((await create(many)).status).toBe(400);
    const two = { 'my old': 'primary', my_old: 'primary', gone: 'nothing' };
    expect(refusedFields(await create(two))).toEqual(['renamed.my_old', 'renamed.gone']);
  });

  it('refuses tokens without a name that old ones lead to', async () => {
    const { id } = (await create({ old: 'color.brand' })).body.data;
    const answer = await client.patch(`/v1/themes/${id}`, { tokens: {} });
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['renamed.old']]);
    expect((await client.patch(`/v1/themes/${id}`, { tokens: {}, renamed: {} })).status).toBe(200);
  });

  it('takes a long chain of names', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`old-${n}`, n === 999 ? 'primary' : `old-${n + 1}`]),
    );
    const made = await create(chain);
    expect(made.status).toBe(201);
  });
});

describe('names in exports', () => {
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
    const warning = `${path}: has the same name as ${other} in exports, which end with name_collision in formats that don’t tell them apart. Rename one of them, or use options.collisions: suffix.`;
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
});
