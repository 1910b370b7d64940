import Color from 'colorjs.io';
import { apca } from '../../src/color/contrast-ratio.ts';
import { rgbOfHex } from '../../src/color/color.ts';
import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

const paletteOf = async (body: object): Promise<string> =>
  (await client.post('/v1/palettes', body)).body.data.id as string;
const wcag = (one: string, other: string): number => new Color(one).contrast(new Color(other), 'WCAG21');

interface Pair {
  foreground: string;
  foreground_index: number | null;
  background: string;
  background_index: number | null;
  ratio: number;
  passes: boolean;
}
interface Suggestion extends Pair {
  replace: 'foreground' | 'background';
  unreachable: boolean;
  hex: string;
  delta_e: number;
}

describe('GET /v1/palettes/:id/contrast', () => {
  it('compares every colour with every other, with white and with black', async () => {
    const id = await paletteOf({ base_color: '#3366cc', harmony: 'triadic', count: 4 });
    const { status, body } = await client.get(`/v1/palettes/${id}/contrast`);
    expect(status).toBe(200);
    const { pairs, summary, ...rest } = body.data as { pairs: Pair[]; summary: Record<string, number> };
    expect(rest).toMatchObject({ palette_id: id, level: 'AA', required_ratio: 4.5 });
    expect(pairs).toHaveLength(4 * 3 + 4 * 2 * 2);
    for (const { foreground, background, ratio, passes } of pairs) {
      const exact = wcag(foreground, background);
      expect(ratio).toBeLessThanOrEqual(exact + 0.002);
      expect(exact - ratio).toBeLessThan(0.0125);
      if (Math.abs(exact - 4.5) > 0.002) expect(passes).toBe(exact >= 4.5);
    }
    expect(pairs.filter(({ background }) => background === '#ffffff')).toHaveLength(4);
    expect(pairs.filter(({ foreground_index: index }) => index === null)).toHaveLength(8);
    const passing = pairs.filter(({ passes }) => passes).length;
    expect(summary).toMatchObject({ total: 28, passing, failing: 28 - passing });
    expect(summary['lowest_ratio']).toBe(Math.min(...pairs.map(({ ratio }) => ratio)));
  });

  it.each([
    ['AA', 4.5],
    ['AAA', 7],
    ['AA-large', 3],
    ['AAA-large', 4.5],
    ['UI', 3],
  ])('knows the level %s', async (level, required) => {
    const id = await paletteOf({ base_color: '#c0ffee', harmony: 'analogous', count: 6 });
    const { body } = await client.get(`/v1/palettes/${id}/contrast?level=${level}`);
    const { pairs, suggestions } = body.data as { pairs: Pair[]; suggestions: Suggestion[] };
    expect(body.data).toMatchObject({ level, required_ratio: required });
    const failing = pairs.filter(({ passes }) => !passes);
    expect(suggestions.map(({ foreground, background }) => [foreground, background])).toEqual(
      failing.map(({ foreground, background }) => [foreground, background]),
    );
    for (const suggestion of suggestions) {
      const { replace, hex, foreground, background, unreachable, ratio } = suggestion;
      const reached = replace === 'foreground' ? wcag(hex, background) : wcag(foreground, hex);
      if (unreachable) expect(reached).toBeLessThan(required);
      else expect(reached).toBeGreaterThanOrEqual(required - 0.0015);
      expect(ratio).toBeLessThanOrEqual(reached + 0.002);
    }
  });

  it('says so when no colour would pass', async () => {
    // Mid grey reaches 7:1 with nothing at all.
    const id = await paletteOf({ base_color: '#777777', harmony: 'monochromatic', count: 2 });
    const { body } = await client.get(`/v1/palettes/${id}/contrast?level=AAA`);
    const onGrey = (body.data.suggestions as Suggestion[]).filter(
      ({ background_index: index, replace }) => index === 0 && replace === 'foreground',
    );
    expect(onGrey.length).toBeGreaterThan(0);
    for (const { unreachable, hex, ratio } of onGrey)
      expect([unreachable, hex, ratio]).toEqual([true, '#000000', 4.68]);
  });

  it('composites translucent colours over their background', async () => {
    const id = await paletteOf({ base_color: '#00000080', harmony: 'monochromatic', count: 1 });
    const { body } = await client.get(`/v1/palettes/${id}/contrast`);
    const onWhite = (body.data.pairs as Pair[]).find(
      ({ background, foreground_index: index }) => background === '#ffffff' && index === 0,
    );
    // Black at 50.2 % on white is #7f7f7f.
    expect(onWhite!.ratio).toBeCloseTo(wcag('#7f7f7f', '#ffffff'), 1);
    expect(onWhite!.passes).toBe(false);
  });

  it('reports on colour vision deficiency', async () => {
    const id = await paletteOf({ base_color: '#c0392b', harmony: 'triadic', count: 3 });
    const { body } = await client.get(`/v1/palettes/${id}/contrast`);
    expect(body.data.color_vision.map(({ kind }: { kind: string }) => kind)).toEqual([
      'typical',
      'protan',
      'deutan',
      'tritan',
      'achroma',
    ]);
    const [typical, ...others] = body.data.color_vision as { min_delta_e: number; pair: number[] }[];
    for (const other of others) expect(other.min_delta_e).toBeLessThan(typical!.min_delta_e);
    const one = await paletteOf({ base_color: '#c0392b', count: 1 });
    const alone = await client.get(`/v1/palettes/${one}/contrast`);
    expect(alone.body.data.color_vision[0]).toEqual({
      kind: 'typical',
      colors: ['#c0392b'],
      min_delta_e: null,
      pair: null,
    });
  });

  it('handles 32 colours', async () => {
    const id = await paletteOf({ base_color: '#3366cc', harmony: 'tetradic', count: 32 });
    const { status, body } = await client.get(`/v1/palettes/${id}/contrast?level=AAA`);
    expect([status, body.data.summary.total]).toEqual([200, 32 * 31 + 32 * 4]);
  });

  it.each([
    ['level=aa', 'AA', undefined],
    ['level=AAA_large', 'AAA-large', undefined],
    ['level=', 'AA', undefined],
    ['levels=AAA', 'AA', ['levels']],
  ])('understands ?%s as level %s', async (query, level, ignored) => {
    const id = await paletteOf({ base_color: '#3366cc' });
    const { status, body } = await client.get(`/v1/palettes/${id}/contrast?${query}`);
    expect([status, body.data.level, body.meta.ignored]).toEqual([200, level, ignored]);
  });

  it.each([
    ['level=AAAA', 'level'],
    ['level=AA&level=AAA', 'level'],
    ['level=%00', 'level'],
  ])('refuses ?%s', async (query, field) => {
    const id = await paletteOf({ base_color: '#3366cc' });
    const answer = await client.get(`/v1/palettes/${id}/contrast?${query}`);
    expect(answer.status).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });
});

const check = (query: Record<string, string>) =>
  client.get(`/v1/contrast?${new URLSearchParams(query).toString()}`);

describe('GET /v1/contrast', () => {
  it('compares two colours without a palette', async () => {
    const { status, body } = await check({ foreground: '#4df7d1', background: '#ab0eb4' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      foreground: { input: '#4df7d1', hex: '#4df7d1', alpha: 1 },
      level: 'AA',
      required_ratio: 4.5,
      ratio: 4.49,
      passes: false,
      levels: { AA: false, 'AA-large': true, UI: true },
      suggestion: { hex: expect.stringMatching(/^#/), ratio: 4.5, unreachable: false },
    });
  });

  it('composites translucent colours, and knows other levels and notations', async () => {
    const { body } = await check({ foreground: 'rgb(0 0 0 / 50%)', background: 'fff', level: 'AAA' });
    expect(body.data).toMatchObject({ ratio: 3.94, level: 'AAA', passes: false });
    const black = await check({ foreground: 'black', background: 'transparent', level: 'UI' });
    expect(black.body.data).toMatchObject({ ratio: 21, passes: true, suggestion: null });
  });

  it.each([
    [{ foreground: 'nothing', background: 'nowhere' }, ['foreground', 'background']],
    [{ foreground: '#000' }, ['background']],
    [{ foreground: '#000', background: '#fff', level: 'A' }, ['level']],
  ])('refuses %j', async (query, fields) => {
    const answer = await check(query);
    expect([answer.status, refusedFields(answer)]).toEqual([400, fields]);
  });

  it('requires its scope', async () => {
    const stranger = await clientOf(harness, 'org_a', ['tokens:write']);
    expect((await stranger.get('/v1/contrast?foreground=red&background=white')).status).toBe(403);
  });
});

// The values that the authors of APCA publish to verify implementations of 0.0.98G-4g.
it.each([
  ['#888888', '#ffffff', 63.056469930209424],
  ['#ffffff', '#888888', -68.54146436644962],
  ['#000000', '#aaaaaa', 58.146262578561334],
  ['#aaaaaa', '#000000', -56.24113336839742],
  ['#112233', '#ddeeff', 91.66830811481631],
  ['#ddeeff', '#112233', -93.06770049484275],
  ['#112233', '#444444', 8.32326136957393],
  ['#444444', '#112233', -7.526878460278154],
])('APCA of %s on %s is %d', (text, background, lc) => {
  expect(apca(rgbOfHex(text), rgbOfHex(background))).toBeCloseTo(lc, 8);
});
