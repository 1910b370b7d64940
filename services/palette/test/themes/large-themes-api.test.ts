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

const COUNT = 10_000;

/** A design system of ten thousand tokens, one in ten with another value in dark. */
const largeSet = () => {
  const groups: Record<string, Record<string, object>> = {};
  for (let place = 0; place < COUNT; place += 1)
    (groups[`group-${place % 100}`] ??= {})[`token-${place}`] = {
      $type: 'color',
      $value: `#${place.toString(16).padStart(6, '0')}`,
      $description: 'A colour of the set “Große”',
      ...(place % 10 === 0 ? { $extensions: { mode: { dark: '#112233' } } } : {}),
    };
  return { color: groups };
};

const tokensOf = (data: { resolved_tokens: { path: string; value: { hex: string }; modes?: object }[] }) =>
  new Map(data.resolved_tokens.map((token) => [token.path, token]));

describe('a set of 10,000 tokens', () => {
  let path: string;
  let etag: string;

  it('is imported, and becomes a theme', async () => {
    const imported = await client.post('/v1/tokens/import', { content: largeSet() });
    expect([imported.status, imported.body.data.count]).toEqual([200, COUNT]);
    expect(imported.body.data.unresolved).toEqual([]);
    const made = await client.post('/v1/themes', {
      palette_id: paletteId,
      name: 'Large',
      tokens: imported.body.data.tokens,
    });
    expect(made.status).toBe(201);
    path = `/v1/themes/${made.body.data.id}`;
    expect(made.headers['location']).toBe(path);
    etag = made.headers['etag'] as string;
    const tokens = tokensOf(made.body.data);
    expect(tokens.size).toBe(COUNT);
    expect(tokens.get('color.group-99.token-9999')?.value.hex).toBe('#00270f');
    expect(tokens.get('color.group-10.token-10')?.modes).toMatchObject({ dark: { hex: '#112233' } });
  });

  it('is read as it was made, with the same tag', async () => {
    const read = await client.get(path);
    expect([read.status, read.headers['etag']]).toEqual([200, etag]);
    expect(tokensOf(read.body.data).size).toBe(COUNT);
    expect(read.body.data.resolved_tokens[0].description).toBe('A colour of the set “Große”');
    // Bytes that are sent as they are.
    expect(read.text).toMatch(/^[\0-\x7F]*$/);
    expect((await client.get(path, { 'If-None-Match': etag })).status).toBe(304);
  });

  it('is changed under its tag, tried, and compared with its first version', async () => {
    const adjust = { adjust: true };
    const tried = await client.post(`${path}/derive`, adjust);
    expect([tried.status, Object.keys(tried.body.data.modes)]).toEqual([
      200,
      expect.arrayContaining(['dark']),
    ]);
    expect((await client.patch(path, adjust, { 'If-Match': '"another"' })).status).toBe(412);
    const changed = await client.patch(path, adjust, { 'If-Match': etag });
    expect([changed.status, changed.body.data.version]).toEqual([200, 2]);
    const diff = await client.get(`${path}/diff?from=1`);
    expect(diff.body.data.tokens).toEqual({ added: [], removed: [], changed: [] });
    const first = await client.get(`${path}/versions/1`);
    expect([first.body.data.adjust, tokensOf(first.body.data).size]).toEqual([false, COUNT]);
  });

  it('is exported, and equal requests share the export', async () => {
    const theme_id = path.split('/').at(-1);
    const ask = () => client.post('/v1/tokens/export', { theme_id, format: 'css' });
    const [one, other] = [await ask(), await ask()];
    expect([one.status, other.body.data.id]).toEqual([202, one.body.data.id]);
  });

  it('is made once under an Idempotency-Key', async () => {
    const body = { palette_id: paletteId, name: 'Once', tokens: largeSet() };
    const headers = { 'Idempotency-Key': 'large-theme' };
    const one = await client.post('/v1/themes', body, headers);
    const other = await client.post('/v1/themes', body, headers);
    expect([other.status, other.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(other.text.slice(0, 200)).toBe(one.text.slice(0, 200));
    expect(other.body.data.resolved_tokens).toEqual(one.body.data.resolved_tokens);
    const reused = await client.post('/v1/themes', { ...body, name: 'Twice' }, headers);
    expect([reused.status, reused.body.error.code]).toEqual([400, 'idempotency_key_reused']);
  });
});

it('refuses a body over 8 MB', async () => {
  const tokens = { a: { $description: 'x'.repeat(8 * 1024 ** 2) } };
  expect((await client.post('/v1/themes', { palette_id: paletteId, name: 'T', tokens })).status).toBe(413);
});

it('has the tag of a theme with modes from the start', async () => {
  const value = { colorSpace: 'srgb', components: [1, 0, 0], alpha: 0.5, hex: '#ff0000' };
  const tokens = { brand: { $type: 'color', $value: '#000', $extensions: { mode: { dark: value } } } };
  const made = await client.post('/v1/themes', { palette_id: paletteId, name: 'T', tokens });
  const read = await client.get(`/v1/themes/${made.body.data.id}`);
  expect(read.headers['etag']).toBe(made.headers['etag']);
});
