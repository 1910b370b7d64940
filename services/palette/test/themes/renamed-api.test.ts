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
  for (const renamed of [undefined, null, {}]) expect((await create(renamed)).body.data.renamed).toEqual({});
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
