import request from 'supertest';

import { clientOf, createPaletteHarness } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let stranger: PaletteClient;
let palette: string;

beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness, 'org_a');
  stranger = await clientOf(harness, 'org_b');
  palette = await newPalette();
});

afterAll(() => harness.close());

const newPalette = async (body: object = { base_color: '#3366cc', harmony: 'triadic' }): Promise<string> =>
  (await client.post('/v1/palettes', body)).body.data.id as string;

const TOKENS = {
  brand: { $type: 'color', $value: '{palette.0}', $description: 'The brand' },
  space: {
    $type: 'dimension',
    small: { $value: { value: 4, unit: 'px' } },
    large: { $value: { value: 2, unit: 'rem' } },
  },
};

const newTheme = async (body: object = {}) =>
  client.post('/v1/themes', { palette_id: palette, name: 'Brand', tokens: TOKENS, ...body });

describe('GET and DELETE /v1/themes', () => {
  it('lists, filters, shows and deletes', async () => {
    const lister = await clientOf(harness, 'org_list');
    const make = async (base: string, name: string) => {
      const id = (await lister.post('/v1/palettes', { base_color: base })).body.data.id as string;
      const theme = (await lister.post('/v1/themes', { palette_id: id, name, tokens: {} })).body.data
        .id as string;
      return { id, theme };
    };
    const [red, blue] = [await make('red', 'Red'), await make('blue', 'Blue')];
    const namesAt = async (query: string) =>
      (await lister.get(`/v1/themes${query}`)).body.data.items.map(({ name }: { name: string }) => name);
    expect(await namesAt('')).toEqual(['Blue', 'Red']);
    expect(await namesAt(`?palette_id=${red.id}`)).toEqual(['Red']);
    const page = (await lister.get('/v1/themes?limit=1')).body.data;
    expect(page.items[0]).not.toHaveProperty('modes');
    expect(await namesAt(`?limit=1&cursor=${page.next_cursor}`)).toEqual(['Red']);
    const workspace = (await lister.get(`/v1/themes/${red.theme}`)).body.data.workspace_id as string;
    expect(await namesAt(`?workspace_id=${workspace}`)).toEqual(['Blue', 'Red']);
    expect((await lister.get('/v1/themes?workspace_id=wsp_x')).status).toBe(404);
    expect((await lister.get(`/v1/themes?palette_id=${palette}`)).status).toBe(404);
    expect((await lister.get('/v1/themes?limit=0')).status).toBe(400);

    expect((await stranger.get(`/v1/themes/${blue.theme}`)).status).toBe(404);
    expect((await stranger.delete(`/v1/themes/${blue.theme}`)).status).toBe(404);
    expect((await lister.delete(`/v1/themes/${blue.theme}`)).body.data).toEqual({
      id: blue.theme,
      object: 'theme',
      deleted: true,
    });
    expect((await lister.get(`/v1/themes/${blue.theme}`)).status).toBe(404);
    expect((await lister.delete(`/v1/themes/${blue.theme}`)).status).toBe(404);
    expect(await namesAt('')).toEqual(['Red']);
    expect((await lister.delete(`/v1/palettes/${blue.id}`)).status).toBe(200);
  });

  it.each(['thm_', 'x', '0', '1.5', 'pal_01h455vb4pex5vsknk084sn02q'])('answers 404 for %s', async (id) => {
    expect((await client.get(`/v1/themes/${id}`)).status).toBe(404);
  });

  it('requires the scope', async () => {
    const reader = await clientOf(harness, 'org_a', ['palettes:read']);
    expect((await reader.post('/v1/themes', { palette_id: palette, name: 'N', tokens: {} })).status).toBe(
      403,
    );
    expect((await reader.get('/v1/themes')).status).toBe(200);
  });
});

describe('the preview', () => {
  const pathOf = (url: string): string => url.replace('https://api.example.com', '');

  it('opens with its link, without a key, under a strict policy', async () => {
    const { preview_url: url } = (await newTheme({ name: 'Marks & <b>Spencer</b>' })).body.data;
    const page = await request(harness.app).get(pathOf(url as string));
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('<h1>Marks &amp; &lt;b>Spencer&lt;/b></h1>');
    expect(page.text).toContain('High contrast, dark');
    expect(page.text).not.toMatch(/ style="|https?:\/\//);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self' 'sha256-[\w+/]{43}='; script-src 'self';/,
    );
    // Otherwise browsers ask for /favicon.ico.
    expect(page.text).toContain('<link rel="icon" href="data:,"');
    // The person changing the theme sees their changes.
    expect(page.headers['cache-control']).toBe('private, no-cache');
  });

  it('does not open with any other link', async () => {
    const [one, other] = [(await newTheme()).body.data, (await newTheme()).body.data];
    const path = pathOf(one.preview_url as string);
    const wrong = [
      path.replace(one.id as string, other.id as string),
      path.replace(/access=.*/, ''),
      path.replace(/access=.*/, 'access=1.x'),
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      `${path}&access=2`,
    ];
    for (const bad of wrong) expect([bad, (await request(harness.app).get(bad)).status]).toEqual([bad, 404]);
    await client.delete(`/v1/themes/${one.id}`);
    expect((await request(harness.app).get(path)).status).toBe(404);
  });
});

describe('POST /v1/themes/{id}/derive', () => {
  let address: string;
  beforeAll(async () => {
    const made = await newTheme({ palette_id: await newPalette({ base_color: '#3366cc' }), tokens: {} });
    address = `/v1/themes/${String(made.body.data.id)}`;
  });

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
    expect((await stranger.post(`${address}/derive`, {})).status).toBe(404);
  });
});

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
    const { id } = (await newTheme({ tokens: { brand: '#3366cc' } })).body.data;
    const answers = await Promise.all(CHANGES.map((change) => client.patch(`/v1/themes/${id}`, change)));
    expect(answers.map(({ status }) => status)).toEqual(CHANGES.map(() => 200));
    const { data } = (await client.get(`/v1/themes/${id}`)).body;
    expect(data).toMatchObject(Object.assign({}, ...CHANGES) as object);
    // The same as deriving it from all of them at once.
    const derived = (await client.post(`/v1/themes/${id}/derive`, { adjust: true })).body.data;
    expect(data).toMatchObject(derived);
    const { items } = (await client.get(`/v1/themes/${id}/versions`)).body.data;
    expect(items.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1]);
  });

  it('do not come back when the theme is deleted meanwhile', async () => {
    const { id } = (await newTheme({ tokens: {} })).body.data;
    const [deleted, ...changed] = await Promise.all([
      client.delete(`/v1/themes/${id}`),
      ...CHANGES.map((change) => client.patch(`/v1/themes/${id}`, change)),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of changed) expect([200, 404]).toContain(status);
    expect((await client.get(`/v1/themes/${id}`)).status).toBe(404);
  });
});
