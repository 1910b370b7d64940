import { hexOfRgb } from '../../src/color/srgb.ts';
import { SCHEME_IDS } from '../../src/themes/modes/material-schemes.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let palette: string;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
  palette = (await client.post('/v1/palettes', { base_color: '#336699', harmony: 'triadic' })).body.data.id;
});
afterAll(() => harness.close());

const make = (body: object) =>
  client.post('/v1/themes', { palette_id: palette, name: 'T', tokens: {}, ...body });

it('every scheme keeps the brand colour, and has colours of its own beside it', async () => {
  const plain = (await make({})).body.data;
  expect(plain.scheme).toBeNull();
  for (const scheme of SCHEME_IDS) {
    const { status, body } = await make({ scheme });
    expect([scheme, status, body.data.scheme]).toEqual([scheme, 201, scheme]);
    for (const mode of THEME_MODES.map((name) => name.replaceAll('-', '_')))
      expect(body.data.modes[mode].primary.hex).toBe('#336699');
    expect(body.data.modes.light.secondary.hex).not.toBe(plain.modes.light.secondary.hex);
    for (const role of Object.values<{ ratio: number | null; required_ratio: number | null }>(
      body.data.modes.light,
    ))
      if (role.ratio !== null) expect(role.ratio).toBeGreaterThanOrEqual(Math.min(3, role.required_ratio!));
  }
});

it('tonal_spot has the colours of Material 3', async () => {
  // From Material Theme Builder's algorithm for #336699: secondary and tertiary at tone 40.
  const { modes } = (await make({ scheme: 'tonal_spot' })).body.data;
  expect([modes.light.secondary.hex, modes.light.tertiary.hex]).toEqual([
    hexOfRgb({ r: 0x53, g: 0x5f, b: 0x70 }),
    hexOfRgb({ r: 0x6b, g: 0x57, b: 0x78 }),
  ]);
});

it('a change of the scheme makes a version, a set colour wins, and nonsense is refused', async () => {
  const { id } = (await make({ scheme: 'vibrant', tokens: { secondary: '#abcdef' } })).body.data;
  const changed = (await client.patch(`/v1/themes/${id}`, { scheme: null })).body.data;
  expect([changed.version, changed.scheme, changed.modes.dark.secondary.hex]).toEqual([2, null, '#abcdef']);
  expect((await client.get(`/v1/themes/${id}/versions/1`)).body.data.scheme).toBe('vibrant');
  expect(refusedFields(await make({ scheme: 'loud' }))).toEqual(['scheme']);
});
