import { unzipSync } from 'fflate';

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

/** Makes a theme, exports it, and gives the export with its text. */
const exportOf = async (tokens: object, body: object) => {
  const made = await client.post('/v1/themes', { palette_id: paletteId, name: 'Own', tokens });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const accepted = await client.export({ theme_id: made.body.data.id, ...body });
  expect([accepted.status, accepted.body.error]).toEqual([202, undefined]);
  const done = await client.ended(accepted.body.data.id);
  const file = await client.get(`/v1/tokens/${done.id}/file`).buffer(true).responseType('blob');
  return { done, text: file.body.toString('utf8') as string };
};

const px = (value: number) => ({ $type: 'dimension', $value: { value, unit: 'px' } });
const OWN = {
  bgColor: { $type: 'color', $value: '#112233', $description: 'The page' },
  space: { small: px(8), big: { $type: 'dimension', $value: '{space.small}' } },
  lift: {
    $type: 'shadow',
    $value: [{ color: '#000000', offsetX: '0px', offsetY: '1px', blur: '2px', spread: '0px', inset: true }],
  },
};

it('says what a format can’t hold, and how much it wrote', async () => {
  const { done } = await exportOf(OWN, { format: 'gpl', options: { tokens: 'own' } });
  expect(done).toMatchObject({
    status: 'completed',
    written: 1,
    left_out: [
      {
        type: 'dimension',
        reason: 'the format has colours only',
        count: 2,
        names: ['space.small', 'space.big'],
      },
      { type: 'shadow', count: 1, names: ['lift'] },
    ],
  });
  const whole = await exportOf(OWN, { format: 'css', options: { tokens: 'own' } });
  expect(whole.done).toMatchObject({ status: 'completed', written: 4, left_out: [] });
  const parts = await exportOf(OWN, { format: 'figma', options: { tokens: 'own' } });
  expect(parts.done.left_out).toMatchObject([{ type: 'shadow', reason: expect.stringContaining('inset') }]);
});

it('exports a team’s own tokens alone, as they are named', async () => {
  const own = { tokens: 'own', comments: true };
  const { text } = await exportOf(OWN, { format: 'css', prefix: '', options: { ...own, case: 'keep' } });
  expect(text.match(/--[\w-]+:.*/g)).toEqual([
    '--bgColor: #112233; /** The page */',
    '--space-small: 8px;',
    '--space-big: var(--space-small);',
    '--lift: inset 0px 1px 2px 0px #000000;',
  ]);
  const rem = await exportOf(OWN, {
    format: 'css',
    prefix: '',
    options: { ...own, dimensions: 'rem', groups: ['space'] },
  });
  expect(rem.text.match(/--[\w-]+:.*/g)).toEqual([
    '--space-small: 0.5rem;',
    '--space-big: var(--space-small);',
  ]);
  const roles = await exportOf(OWN, { format: 'json', options: { tokens: 'roles', mode: 'dark' } });
  expect(Object.keys(JSON.parse(roles.text))).toHaveLength(51);
});

it('exports a mode that the tokens bring, and a file for each mode or group', async () => {
  const tokens = { page: { $type: 'color', $value: '#ffffff', $extensions: { mode: { Dim: '#222222' } } } };
  const { text } = await exportOf(tokens, {
    format: 'json',
    prefix: '',
    options: { mode: 'DIM', tokens: 'own' },
  });
  expect(JSON.parse(text)).toEqual({ page: '#222222' });
  const made = (await client.post('/v1/themes', { palette_id: paletteId, name: 'Own', tokens })).body.data;
  const refused = await client.export({ theme_id: made.id, format: 'json', options: { mode: 'sepia' } });
  expect([refused.status, refused.body.error.details]).toEqual([
    400,
    [
      {
        field: 'options.mode',
        message: 'options.mode must be one of [light, dark, high_contrast, high_contrast_dark, dim]',
      },
    ],
  ]);
  const accepted = await client.export({
    theme_id: made.id,
    format: 'json',
    prefix: '',
    options: { files: 'mode', tokens: 'own' },
  });
  const done = await client.ended(accepted.body.data.id);
  expect(done).toMatchObject({ status: 'completed', media_type: 'application/zip' });
  const { body } = await client.get(`/v1/tokens/${done.id}/file`).buffer(true).responseType('blob');
  const files = Object.entries(unzipSync(body)).map(([path, content]) => [
    path,
    JSON.parse(Buffer.from(content).toString()),
  ]);
  expect(Object.fromEntries(files)).toMatchObject({
    'light.json': { page: '#ffffff' },
    'dim.json': { page: '#222222' },
  });
});

it('writes names that differ in case only, names every pair elsewhere, and numbers them when asked', async () => {
  const tokens = {
    icon: { carriageReturn: px(1), 'carriage-return': px(2), 'line feed': px(3), 'line-feed': px(4) },
  };
  const own = { tokens: 'own' };
  const failed = await exportOf(tokens, { format: 'android-xml', prefix: '', options: own });
  const message = (first: string, second: string, name: string) => ({
    field: 'tokens',
    message: `The tokens icon.${first} and icon.${second} would both be named icon_${name}.`,
  });
  expect(failed.done).toMatchObject({
    status: 'failed',
    error: {
      code: 'name_collision',
      details: [
        message('carriageReturn', 'carriage-return', 'carriage_return'),
        message('line feed', 'line-feed', 'line_feed'),
      ],
    },
  });
  const options = { ...own, collisions: 'suffix' };
  const css = await exportOf(tokens, { format: 'css', prefix: '', options });
  expect(css.text.match(/--[\w-]+:.*/g)).toEqual([
    '--icon-carriageReturn: 1px;',
    '--icon-carriage-return: 2px;',
    '--icon-line-feed: 3px;',
    '--icon-line-feed-2: 4px;',
  ]);
  const js = await exportOf(tokens, { format: 'js', prefix: '', options });
  expect(js.text.match(/(?<=const )\w+ = '\dpx'/g)).toEqual([
    "iconCarriageReturn = '1px'",
    "iconCarriage_return = '2px'",
    "iconLineFeed = '3px'",
    "iconLine_feed = '4px'",
  ]);
});
