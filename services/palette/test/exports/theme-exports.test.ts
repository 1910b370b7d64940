import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportClient, ExportHarness } from './export-harness.ts';

let harness: ExportHarness;
let client: ExportClient;
let paletteId: string;
let theme: { id: string; modes: Record<string, Record<string, { hex: string }>> };

const TOKENS = {
  color: {
    $type: 'color',
    brand: { $value: '{palette.base}', $description: 'The brand' },
    neon: { $value: { colorSpace: 'display-p3', components: [0, 1, 0] } },
    veil: { $value: { colorSpace: 'srgb', components: [0, 0, 0], alpha: 0.5 } },
    sky: { $value: { colorSpace: 'hsl', components: [210, 50, 40] } },
  },
  space: { $type: 'dimension', small: { $value: { value: 8, unit: 'px' } } },
};

beforeAll(async () => {
  harness = await createExportHarness();
  client = await clientOf(harness);
  harness.startWorker();
  paletteId = await client.palette({ base_color: '#336699', harmony: 'triadic', count: 5 });
  const made = await client.post('/v1/themes', { palette_id: paletteId, name: 'Ocean', tokens: TOKENS });
  expect(made.status).toBe(201);
  theme = made.body.data;
});
afterAll(() => harness.close());

const exported = async (body: object) => {
  const accepted = await client.export({ theme_id: theme.id, ...body });
  expect(accepted.status).toBe(202);
  const done = await client.ended(accepted.body.data.id);
  expect(done).toMatchObject({ status: 'completed', palette_id: null, error: null });
  return (await client.get(`/v1/tokens/${done.id}/file`).buffer(true).responseType('blob')).body.toString(
    'utf8',
  );
};

it('exports one mode: its roles and the tokens of the theme', async () => {
  const text = await exported({ format: 'json', prefix: 'ocean', options: { mode: 'dark' } });
  const flat: Record<string, string> = JSON.parse(text);
  expect(Object.keys(theme.modes['dark']!).length).toBeGreaterThan(10);
  for (const [role, { hex }] of Object.entries(theme.modes['dark']!)) expect(flat[`ocean-${role}`]).toBe(hex);
  expect(flat).toMatchObject({
    'ocean-color-brand': '#336699',
    'ocean-color-veil': '#00000080',
    'ocean-color-sky': '#336699',
    'ocean-space-small': '8px',
  });
});

it('exports all modes, one group each', async () => {
  const { theme: tree } = JSON.parse(await exported({ format: 'json-nested' }));
  expect(Object.keys(tree)).toEqual([
    'light',
    'dark',
    'high-contrast',
    'high-contrast-dark',
    'color',
    'space',
  ]);
  expect(tree.light.background).toBe(theme.modes['light']!['background']!.hex);
  expect(tree['high-contrast-dark'].primary).toBe(theme.modes['high_contrast_dark']!['primary']!.hex);
});

it('keeps colours outside sRGB, and descriptions', async () => {
  const css = await exported({ format: 'css', options: { mode: 'light' } });
  expect(css).toMatch(/@media \(color-gamut: p3\) \{[\s\S]*--theme-color-neon: color\(display-p3 0 1 0\)/);
  expect(css).toMatch(/--theme-color-brand: var\(--theme-palette-base\); \/\*\* The brand \*\//);
  const flat = await exported({ format: 'css', options: { mode: 'light', references: false } });
  expect(flat).toMatch(/--theme-color-brand: #336699; \/\*\* The brand \*\//);
});

it.each(['high_contrast', 'high_contrast_dark'])(
  'exports the mode %s by its name in the API',
  async (mode) => {
    const flat = JSON.parse(await exported({ format: 'json', options: { mode } }));
    expect(flat['theme-background']).toBe(theme.modes[mode]!['background']!.hex);
  },
);

it('in a single mode, gives the role the name of the root token that set it', async () => {
  const tokens = { primary: { $type: 'color', $value: '{palette.1}' } };
  const made = (await client.post('/v1/themes', { palette_id: paletteId, name: 'Seeded', tokens })).body.data;
  const dark = JSON.parse(await exported({ theme_id: made.id, format: 'json', options: { mode: 'dark' } }));
  expect(dark['theme-primary']).toBe(made.modes.dark.primary.hex);
  const all = JSON.parse(await exported({ theme_id: made.id, format: 'json' }));
  expect(all['theme-primary']).toBe(made.resolved_tokens[0].value.hex);
});

it('names a group’s own token after the group, and lets it set the role', async () => {
  const tokens = {
    color: {
      $type: 'color',
      primary: { $root: { $value: '{palette.1}' }, root: { $value: '{palette.2}' } },
    },
  };
  const made = (await client.post('/v1/themes', { palette_id: paletteId, name: 'Root', tokens })).body.data;
  const [own, root] = made.resolved_tokens.map(({ value }: { value: { hex: string } }) => value.hex);
  const flat = JSON.parse(await exported({ theme_id: made.id, format: 'json' }));
  expect(flat).toMatchObject({ 'theme-color-primary': own, 'theme-color-primary-root': root });
  const { theme: tree } = JSON.parse(await exported({ theme_id: made.id, format: 'dtcg' }));
  expect(tree.color.primary.$root.$value).toBe('{theme.palette.triad-1}');
  expect(tree.palette['triad-1'].$value.hex).toBe(own);
  const plain = (await client.post('/v1/themes', { palette_id: paletteId, name: 'Plain', tokens: {} })).body
    .data;
  const same = { color: { primary: { $type: 'color', $value: '{palette.1}' } } };
  const flatly = (await client.post('/v1/themes', { palette_id: paletteId, name: 'Flat', tokens: same })).body
    .data;
  expect(made.modes).toEqual(flatly.modes);
  expect(made.modes).not.toEqual(plain.modes);
});

it('has the scales of the palette, with references and without', async () => {
  const made = await client.post('/v1/palettes', { base_color: '#336699', scale: '50-950' });
  const { id: palette_id, colors } = made.body.data;
  const scaled = (await client.post('/v1/themes', { palette_id, name: 'Scaled', tokens: {} })).body.data;
  for (const references of [true, false]) {
    const options = { mode: 'dark', references };
    const css = await exported({ theme_id: scaled.id, format: 'css', options });
    for (const { step, hex } of colors[0].scale)
      expect(css).toContain(`--theme-palette-base-${step}: ${hex};`);
  }
});

it('shares equal exports of a theme', async () => {
  const body = { theme_id: theme.id, format: 'scss', options: { mode: 'light' } };
  const [one, other] = [await client.export(body), await client.export(body)];
  expect(one.body.data.id).toBe(other.body.data.id);
});

it('refuses `references` where it has no effect', async () => {
  for (const body of [
    { theme_id: theme.id, format: 'csv' },
    { palette_id: paletteId, format: 'css' },
  ]) {
    const answer = await client.export({ ...body, options: { references: false } });
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'options.references']);
  }
});

it.each([
  ['palette_id', { references: true }],
  ['theme_id', { shades: false, names: 'role' }],
] as const)('takes defaults that a client fills in, with %s %j', async (of, options) => {
  const source = of === 'theme_id' ? theme.id : paletteId;
  const answer = await client.export({ [of]: source, format: 'css', options });
  const plain = await client.export({ [of]: source, format: 'css' });
  expect([answer.status, answer.body.data.id]).toEqual([202, plain.body.data.id]);
});

it.each([{ shades: true }, { names: 'color' }])(
  'refuses %j, which applies to palettes only',
  async (options) => {
    const answer = await client.export({ theme_id: theme.id, format: 'css', options });
    expect([answer.status, answer.body.error.details[0].field]).toEqual([
      400,
      `options.${Object.keys(options)[0]}`,
    ]);
  },
);
