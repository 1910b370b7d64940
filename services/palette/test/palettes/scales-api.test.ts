import { contrastRatio } from '../../src/color/contrast-ratio.ts';
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

interface Step {
  step: string;
  hex: string;
  oklch: { l: number };
  is_base: boolean;
  alpha_hex?: string;
}
const ratio = (one: Step, other: Step): number => contrastRatio(rgbOfHex(one.hex), rgbOfHex(other.hex));
const make = async (body: object) =>
  (await client.post('/v1/palettes', { base_color: '#3366cc', ...body })).body;
const scalesOf = async (body: object): Promise<{ hex: string; scale: Step[]; dark_scale?: Step[] }[]> =>
  (await make(body)).data.colors;

describe('a palette with scales', () => {
  it('has none unless asked for', async () => {
    const { data } = await make({});
    expect(data.scale).toBeNull();
    expect(data.colors[0].scale).toBeUndefined();
  });

  it('has eleven steps from 50 to 950, with each colour unchanged on one of them', async () => {
    for (const { hex, scale } of await scalesOf({ scale: '50-950' })) {
      expect(scale.map(({ step }) => step)).toEqual('50 100 200 300 400 500 600 700 800 900 950'.split(' '));
      expect(scale.filter(({ is_base }) => is_base).map((step) => step.hex)).toEqual([hex]);
      const lightness = scale.map(({ oklch }) => oklch.l);
      expect(lightness).toEqual([...lightness].sort((a, b) => b - a));
    }
  });

  it('has the twelve steps of Radix, with the colour as step 9 and readable text', async () => {
    for (const base_color of ['#3366cc', '#ffe629', '#111111', '#f0f0f0'])
      for (const { hex, scale, dark_scale } of await scalesOf({ base_color, scale: '1-12' }))
        for (const steps of [scale, dark_scale!]) {
          expect(steps.map(({ step }) => Number(step))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
          expect(steps[8]).toMatchObject({ hex, is_base: true });
          for (const ground of steps.slice(0, 3)) {
            expect(ratio(steps[10]!, ground)).toBeGreaterThanOrEqual(4.5);
            expect(ratio(steps[11]!, ground)).toBeGreaterThanOrEqual(7);
          }
        }
  });

  it('has a translucent variant of each of the twelve steps, which looks the same on the page', async () => {
    const over = (hex: string, page: number): string =>
      `#${[1, 3, 5]
        .map((at) => {
          const [channel, alpha] = [hex.slice(at, at + 2), hex.slice(7)].map((part) => parseInt(part, 16));
          const value = Math.round((channel! * alpha!) / 255 + page * (1 - alpha! / 255));
          return value.toString(16).padStart(2, '0');
        })
        .join('')}`;
    for (const { scale, dark_scale } of await scalesOf({ base_color: '#ff5a1f', scale: '1-12', count: 4 }))
      for (const [steps, page] of [
        [scale, 255],
        [dark_scale!, 17],
      ] as const) {
        expect(steps.map(({ alpha_hex }) => over(alpha_hex!, page))).toEqual(steps.map(({ hex }) => hex));
        if (page === 255) expect(parseInt(steps[0]!.alpha_hex!.slice(7), 16)).toBeLessThan(40);
      }
    for (const { scale, dark_scale } of await scalesOf({ scale: '50-950' }))
      expect([scale[0]!.alpha_hex, dark_scale]).toEqual([undefined, undefined]);
  });

  it.each([
    ['#000000', 'scale and dark_scale'],
    ['#ffffff', 'scale and dark_scale'],
    ['#fcfcfc', 'scale'],
  ])('says that nothing is beyond %s, whose steps are distinct all the same', async (base_color, which) => {
    const { data } = await make({ base_color, scale: '1-12', count: 1 });
    expect(data.warnings).toContain(
      `${base_color} leaves no room beside it: the steps of its ${which} are not in order.`,
    );
    for (const steps of [data.colors[0].scale, data.colors[0].dark_scale] as Step[][])
      expect(new Set(steps.map(({ hex }) => hex)).size).toBe(12);
  });

  it('just meets contrast targets on a ground', async () => {
    for (const on of ['#fff', '#101820', 'rebeccapurple'])
      for (const { scale } of await scalesOf({ scale: { contrast: [3, 4.5, 7], on }, count: 8 })) {
        expect(scale.map(({ step }) => step)).toEqual(['3', '4.5', '7']);
        const ground = { '#fff': '#ffffff', '#101820': '#101820', rebeccapurple: '#663399' }[on]!;
        for (const { step, hex } of scale) {
          const ratio = contrastRatio(rgbOfHex(hex), rgbOfHex(ground));
          expect(ratio).toBeGreaterThanOrEqual(Number(step));
          expect(ratio).toBeLessThan(Number(step) * 1.06);
        }
      }
  });

  it('says which contrast targets no colour reaches', async () => {
    const { data } = await make({ scale: { contrast: [3, 7, 21], on: '#808080' }, count: 3 });
    for (const { scale } of data.colors)
      expect(scale.map(({ hex }: Step) => hex).slice(1)).toEqual(['#000000', '#000000']);
    expect(data.warnings).toEqual([
      'No colour reaches a contrast of 7 on #808080: those steps have 5.31.',
      'No colour reaches a contrast of 21 on #808080: those steps have 5.31.',
    ]);
    expect((await make({ scale: { contrast: [21] } })).data.warnings).toEqual([]);
  });

  it.each([
    [{ scale: '50-900' }, 'scale'],
    [{ scale: { contrast: [] } }, 'scale'],
    [{ scale: { contrast: [3], on: 'nothing' } }, 'scale.on'],
    [{ scale: { contrast: [3], on: '#fff8' } }, 'scale.on'],
    [{ scale: { contrast: [22] } }, 'scale must be 50-950, 1-12, or an object'],
    [{ scale: { contrast: [4.5, 4.5] } }, '1 to 20 different numbers from 1 to 21'],
    [{ scale: {} }, 'whose contrast lists'],
    [{ scale: 5 }, 'scale must be 50-950'],
  ])('refuses %j', async (body, said) => {
    const answer = await client.post('/v1/palettes', { base_color: '#3366cc', ...body });
    expect([answer.status, refusedFields(answer)[0]]).toEqual([400, expect.stringMatching(/^scale/)]);
    expect(answer.body.error.message).toContain(said);
  });

  it('lets themes refer to a step', async () => {
    const { data } = await make({ scale: '50-950' });
    const theme = await client.post('/v1/themes', {
      palette_id: data.id,
      name: 'T',
      tokens: { quiet: '{palette.base-100}' },
    });
    expect(theme.body.data.resolved_tokens[0].value.hex).toBe(data.colors[0].scale[1].hex);
  });
});

describe('the name of a palette', () => {
  it('is saved, shown and can be changed', async () => {
    const { data } = await make({ name: ' Ocean ' });
    expect(data).toMatchObject({ name: 'Ocean', description: null });
    const changed = await client.patch(`/v1/palettes/${data.id}`, { name: 'Sea', description: 'Blue' });
    expect([changed.status, changed.body.data.name, changed.body.data.description]).toEqual([
      200,
      'Sea',
      'Blue',
    ]);
    const { body } = await client.get(`/v1/palettes/${data.id}`);
    expect(body.data).toEqual(changed.body.data);
    expect(body.data.colors).toEqual(data.colors);
    expect((await client.patch(`/v1/palettes/${data.id}`, { name: null })).body.data.name).toBeNull();
  });

  it('can be changed by its organisation only', async () => {
    const { data } = await make({});
    const stranger = await clientOf(harness, 'org_b');
    expect((await stranger.patch(`/v1/palettes/${data.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await client.patch('/v1/palettes/pal_x', { name: 'X' })).status).toBe(404);
    const reader = await clientOf(harness, 'org_a', ['palettes:read']);
    expect((await reader.patch(`/v1/palettes/${data.id}`, { name: 'X' })).status).toBe(403);
  });
});

it('accepts a base colour without its #', async () => {
  const { data } = await make({ base_color: '3366cc' });
  expect(data.base_color).toMatchObject({ input: '3366cc', hex: '#3366cc' });
});

it('renames a theme and a workspace, and derives the roles again from new tokens', async () => {
  const { data } = await make({});
  const { id } = (await client.post('/v1/themes', { palette_id: data.id, name: 'T', tokens: {} })).body.data;
  const renamed = (await client.patch(`/v1/themes/${id}`, { name: 'U' })).body.data;
  expect([renamed.name, renamed.modes.light.primary.hex]).toEqual(['U', '#3366cc']);
  const changed = (await client.patch(`/v1/themes/${id}`, { tokens: { primary: '#ffd400' } })).body.data;
  expect([changed.name, changed.modes.light.primary.hex]).toEqual(['U', '#ffd400']);
  expect((await client.get(`/v1/themes/${id}`)).body.data).toEqual(changed);
  expect(refusedFields(await client.patch(`/v1/themes/${id}`, { tokens: { a: null } }))).toEqual([
    'tokens.a',
  ]);

  const workspace = (await client.post('/v1/workspaces', { name: 'First' })).body.data;
  const path = `/v1/workspaces/${workspace.id}`;
  expect((await client.patch(path, { name: 'Second' })).body.data).toMatchObject({ name: 'Second' });
  expect(refusedFields(await client.patch(path, { name: 'default' }))).toEqual(['name']);
});
