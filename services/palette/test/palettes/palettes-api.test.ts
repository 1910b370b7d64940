import { SaxesParser } from 'saxes';
import { typeid } from 'typeid-js';

import { HARMONIES } from '../../src/color/harmonies/registry.ts';
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

const rows = async (table: string): Promise<number> =>
  Number((await harness.database.database(table).count<{ count: string }[]>())[0]?.count);

describe('POST /v1/palettes', () => {
  it('generates and saves a palette, and answers with its location', async () => {
    const made = await client.post('/v1/palettes', { base_color: '#3366CC', harmony: 'triadic', count: 3 });
    expect(made.status).toBe(201);
    expect(made.body.meta).toEqual({
      request_id: made.headers['x-request-id'],
      timestamp: expect.any(String),
    });
    const palette = made.body.data;
    expect(made.headers.location).toBe(`/v1/palettes/${palette.id}`);
    expect(palette).toMatchObject({
      id: expect.stringMatching(/^pal_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      base_color: { input: '#3366CC', hex: '#3366cc', alpha: 1, oklch: { l: expect.any(Number) } },
      harmony: 'triadic',
      count: 3,
      warnings: [],
      workspace_id: expect.stringMatching(/^wsp_/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(palette.colors[0]).toMatchObject({
      index: 0,
      role: 'base',
      hex: '#3366cc',
      rgb: { r: 51, g: 102, b: 204 },
      hsl: { h: 220, s: 60, l: 50 },
      in_srgb: true,
      alpha: 1,
      on_color: '#ffffff',
      name: expect.stringMatching(/\w/),
    });
    const shown = await client.get(`/v1/palettes/${palette.id}`);
    expect(shown.status).toBe(200);
    expect(shown.body.data).toEqual(palette);
  });

  it('has defaults', async () => {
    const { body } = await client.post('/v1/palettes', { base_color: 'teal' });
    expect(body.data).toMatchObject({ harmony: 'complementary', count: 5 });
    expect(body.data.colors).toHaveLength(5);
  });

  it.each([...HARMONIES.keys()])('supports the harmony %s', async (harmony) => {
    const { status, body } = await client.post('/v1/palettes', { base_color: '#b5651d', harmony, count: 12 });
    expect(status).toBe(201);
    expect(new Set(body.data.colors.map(({ name }: { name: string }) => name)).size).toBe(12);
    expect(new Set(body.data.colors.map(({ hex }: { hex: string }) => hex)).size).toBe(12);
  });

  it.each([
    ['rebeccapurple', '#663399', 1],
    ['#3366cc80', '#3366cc', 0.502],
    ['hsl(220 60% 50% / 25%)', '#3366cc', 0.25],
    ['color(display-p3 1 0 0)', '#ff0b0c', 1],
    ['transparent', '#000000', 0],
  ])('accepts %s', async (input, hex, alpha) => {
    const { status, body } = await client.post('/v1/palettes', { base_color: input });
    expect(status).toBe(201);
    expect(body.data.base_color).toMatchObject({ input, alpha });
    if (input !== 'color(display-p3 1 0 0)') expect(body.data.base_color.hex).toBe(hex);
    else expect(body.data.colors[0]).toMatchObject({ in_srgb: false, p3: { r: 1, g: 0, b: 0 } });
  });

  it('gives the same colours for the same request', async () => {
    const body = { base_color: 'oklch(62% 0.19 31)', harmony: 'temperature', count: 9 };
    const [one, other] = [await client.post('/v1/palettes', body), await client.post('/v1/palettes', body)];
    expect(one.body.data.colors).toEqual(other.body.data.colors);
    expect(one.body.data.id).not.toBe(other.body.data.id);
  });

  it.each([
    [{}, ['base_color']],
    [undefined, ['base_color']],
    [[], ['body']],
    [{ base_color: '' }, ['base_color']],
    [{ base_color: 'notacolor' }, ['base_color']],
    [{ base_color: 'currentColor' }, ['base_color']],
    [{ base_color: 5 }, ['base_color']],
    [{ base_color: null }, ['base_color']],
    [{ base_color: ['#fff'] }, ['base_color']],
    [{ base_color: { hex: '#fff' } }, ['base_color']],
    [{ base_color: `#fff${' '.repeat(200)}` }, ['base_color']],
    [{ base_color: '#f\u0000ff' }, ['base_color']],
    [{ base_color: '#fff', count: 0 }, ['count']],
    [{ base_color: '#fff', count: 33 }, ['count']],
    [{ base_color: '#fff', count: -1 }, ['count']],
    [{ base_color: '#fff', count: 2.5 }, ['count']],
    [{ base_color: '#fff', count: 1e30 }, ['count']],
    [{ base_color: '#fff', count: '5' }, ['count']],
    [{ base_color: '#fff', count: true }, ['count']],
    [{ base_color: '#fff', count: null }, ['count']],
    [{ base_color: '#fff', harmony: 'disharmony' }, ['harmony']],
    [{ base_color: '#fff', harmony: 7 }, ['harmony']],
    [{ base_color: '#fff', harmony: '__proto__' }, ['harmony']],
    [{ base_color: '#fff', workspace_id: 7 }, ['workspace_id']],
    [{ base_color: 'x', count: 99, harmony: 'y' }, ['harmony', 'count']],
  ])('refuses %j', async (body, fields) => {
    const before = await rows('palettes');
    const answer = await client.post('/v1/palettes', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ data: null, error: { code: 'invalid_parameter' } });
    expect(refusedFields(answer)).toEqual(fields);
    expect(await rows('palettes')).toBe(before);
  });

  it('refuses malformed text and anything but JSON', async () => {
    expect((await client.post('/v1/palettes', '{"base_color":"\\ud800"}')).status).toBe(400);
    expect((await client.post('/v1/palettes', '{"base_color":')).status).toBe(400);
    expect((await client.post('/v1/palettes', '"#fff"')).status).toBe(400);
    expect((await client.post('/v1/palettes', `${'['.repeat(40_000)}${']'.repeat(40_000)}`)).status).toBe(
      400,
    );
    expect((await client.post('/v1/palettes', 'a=b', { 'Content-Type': 'text/plain' })).status).toBe(400);
    expect((await client.post('/v1/palettes', { base_color: 'a'.repeat(1_000_000) })).status).toBe(413);
  });

  it('saves a palette in the named workspace, unless it is another organisation’s', async () => {
    const workspace = (await client.post('/v1/workspaces', { name: 'Palettes' })).body.data.id as string;
    const { body } = await client.post('/v1/palettes', { base_color: '#123456', workspace_id: workspace });
    expect(body.data.workspace_id).toBe(workspace);
    for (const id of [typeid('wsp').toString(), 'nonsense'])
      expect((await client.post('/v1/palettes', { base_color: '#123456', workspace_id: id })).status).toBe(
        404,
      );
    expect(
      (await stranger.post('/v1/palettes', { base_color: '#123456', workspace_id: workspace })).status,
    ).toBe(404);
  });

  it('handles 200 identical requests at once', async () => {
    const crowd = await clientOf(harness, 'org_crowd');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => crowd.post('/v1/palettes', { base_color: '#3366cc' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(200);
    // All of them met a new organisation, and still there is one default workspace.
    expect(new Set(answers.map(({ body }) => body.data.workspace_id)).size).toBe(1);
  });
});

describe('POST /v1/palettes with colors', () => {
  interface Color {
    role: string;
    hex: string;
  }
  const make = async (body: object) => (await client.post('/v1/palettes', body)).body.data;
  const hexes = ({ colors }: { colors: Color[] }) => colors.map(({ hex }) => hex);

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

describe('GET /v1/palettes/:id', () => {
  it('answers 404 for ids that do not exist, cannot exist, or belong to others', async () => {
    const { id } = (await client.post('/v1/palettes', { base_color: '#fff' })).body.data;
    for (const unknown of [
      typeid('pal').toString(),
      'pal_',
      'abc',
      '0',
      '1.5',
      `${id}x`,
      id.toUpperCase(),
      id.replace('pal', 'thm'),
      '%00',
    ])
      expect([unknown, (await client.get(`/v1/palettes/${unknown}`)).status]).toEqual([unknown, 404]);
    expect((await stranger.get(`/v1/palettes/${id}`)).status).toBe(404);
    expect((await stranger.get(`/v1/palettes/${id}/contrast`)).status).toBe(404);
    expect((await stranger.delete(`/v1/palettes/${id}`)).status).toBe(404);
    expect((await client.get(`/v1/palettes/${id}`)).status).toBe(200);
  });

  it('ignores unknown query parameters, and says so', async () => {
    const { id } = (await client.post('/v1/palettes', { base_color: '#fff' })).body.data;
    const answer = await client.get(`/v1/palettes/${id}?colour=1`);
    expect([answer.status, answer.body.meta.ignored]).toEqual([200, ['colour']]);
  });

  it.each([
    ['a control character', '/*\u0001*/red'],
    ['a character that XML forbids', '/*\ufffe*/red'],
    ['markup', '/*<&>"*/red'],
  ])('draws a palette whose base colour contains %s', async (_, base_color) => {
    const { id } = (await client.post('/v1/palettes', { base_color })).body.data;
    const svg = await client.get(`/v1/palettes/${id}`, { Accept: 'image/svg+xml' });
    expect(() => new SaxesParser().write(svg.body.toString()).close()).not.toThrow();
    expect((await client.get(`/v1/palettes/${id}`, { Accept: 'image/png' })).status).toBe(200);
  });

  it('is drawn as SVG and PNG', async () => {
    const { id, colors } = (await client.post('/v1/palettes', { base_color: '#3366cc', count: 7 })).body.data;
    const svg = await client.get(`/v1/palettes/${id}`, { Accept: 'image/svg+xml' });
    expect(svg.status).toBe(200);
    expect(svg.headers).toMatchObject({
      'content-type': expect.stringContaining('image/svg+xml'),
      'content-disposition': `inline; filename="${id}.svg"`,
      vary: expect.stringContaining('Accept'),
    });
    const text = svg.body.toString() as string;
    for (const { hex, name } of colors) {
      expect(text).toContain(`fill="${hex}"`);
      expect(text).toContain(`>${hex}</text>`);
      expect(text).toContain(name.split(' ')[0]);
    }
    const png = await client.get(`/v1/palettes/${id}`, { Accept: 'image/png' });
    expect(png.headers['content-type']).toBe('image/png');
    expect(png.body.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
    // Width and height stand in the header chunk.
    expect([png.body.readUInt32BE(16), png.body.readUInt32BE(20)]).toEqual([1500, 640]);
    const again = await client.get(`/v1/palettes/${id}`, {
      Accept: 'image/png',
      'If-None-Match': String(png.headers['etag']),
    });
    expect(again.status).toBe(304);
  });

  it.each(['*/*', 'application/json', 'text/html,*/*', 'image/webp', 'application/json, image/png;q=0.5'])(
    'answers JSON for Accept: %s',
    async (accept) => {
      const { id } = (await client.post('/v1/palettes', { base_color: '#3366cc' })).body.data;
      expect((await client.get(`/v1/palettes/${id}`, { Accept: accept })).body.data.id).toBe(id);
    },
  );
});

describe('GET /v1/harmonies', () => {
  interface Shown {
    harmony: string;
    title: string;
    colors: { hex: string }[];
  }
  const ask = (query: Record<string, string>, of = client) =>
    of.get(`/v1/harmonies?${new URLSearchParams(query).toString()}`);

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
    const curious = await clientOf(harness, 'org_curious');
    await ask({ base_color: 'rebeccapurple' }, curious);
    expect((await curious.get('/v1/palettes?limit=100')).body.data.items).toEqual([]);
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
    const weak = await clientOf(harness, 'org_a', ['tokens:write']);
    expect((await ask({ base_color: '#000' }, weak)).status).toBe(403);
  });
});
