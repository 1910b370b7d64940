import { clientOf, createPaletteHarness } from '../palette-harness.ts';
import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;

beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

/** Returns a custom property on the root of a page when `data-theme` selects a mode. */
const computed = (css: string, mode: string, name: string): string | undefined => {
  const declared = new Map<string, string>();
  for (const selector of [':root', `[data-theme='${mode}']`, `[data-mode~='${mode}']`])
    // Media queries indent their rules.
    for (const [, rule = ''] of css.matchAll(
      new RegExp(`^${selector.replaceAll(/[[\]~]/g, '\\$&')} \\{\\n([^}]*)\\}`, 'gm'),
    ))
      for (const [, key = '', value = ''] of rule.matchAll(/--([\w-]+): (.*);/g)) declared.set(key, value);
  const follow = (value: string | undefined): string | undefined =>
    value?.replace(/^var\(--([\w-]+)\)$/, (_, next: string) => follow(declared.get(next)) ?? 'unset');
  return follow(declared.get(name));
};

const rgb = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(
    (place) => Number.parseInt(hex.slice(place, place + 2), 16) / 255,
  );
  return { r, g, b, a: 1 };
};
const color = (hex: string) => {
  const { r, g, b } = rgb(hex);
  return { $type: 'color', $value: { colorSpace: 'srgb', components: [r, g, b], hex } };
};

const THEMES = {
  'shadcn/ui': {
    format: 'css',
    content: `:root { --background: #ffffff; --border: #e5e5e5; --primary: #171717; --card: var(--background) }
      .dark { --background: #0a0a0a; --border: #262626; --primary: #fafafa }`,
  },
  'light-dark()': {
    format: 'css',
    content: `:root { --background: light-dark(#ffffff, #0a0a0a); --border: light-dark(#e5e5e5, #262626);
      --primary: light-dark(#171717, #fafafa); --card: var(--background) }`,
  },
  'Figma’s variables': {
    format: 'figma',
    content: {
      variableCollections: {
        c: {
          id: 'c',
          defaultModeId: 'l',
          modes: [
            { modeId: 'l', name: 'Light mode' },
            { modeId: 'd', name: 'Dark mode' },
          ],
        },
      },
      variables: [
        ['background', rgb('#ffffff'), rgb('#0a0a0a')],
        ['border', rgb('#e5e5e5'), rgb('#262626')],
        ['primary', rgb('#171717'), rgb('#fafafa')],
        ['card', { type: 'VARIABLE_ALIAS', id: 'background' }, { type: 'VARIABLE_ALIAS', id: 'background' }],
      ].map(([id, l, d]) => ({
        id,
        name: id,
        resolvedType: 'COLOR',
        variableCollectionId: 'c',
        valuesByMode: { l, d },
      })),
    },
  },
  'two themes of Tokens Studio': {
    format: 'tokens-studio',
    content: {
      core: { card: { type: 'color', value: '{background}' } },
      day: {
        background: { type: 'color', value: '#ffffff' },
        border: { type: 'color', value: '#e5e5e5' },
        primary: { type: 'color', value: '#171717' },
      },
      night: {
        background: { type: 'color', value: '#0a0a0a' },
        border: { type: 'color', value: '#262626' },
        primary: { type: 'color', value: '#fafafa' },
      },
      $themes: [
        { name: 'Light', group: 'Mode', selectedTokenSets: { core: 'source', day: 'enabled' } },
        { name: 'Dark', group: 'Mode', selectedTokenSets: { core: 'source', night: 'enabled' } },
      ],
      $metadata: { tokenSetOrder: ['core', 'day', 'night'] },
    },
  },
  'a resolver with a modifier': {
    format: 'dtcg',
    content: {
      version: '2025.10',
      sets: {
        base: {
          sources: [
            { background: color('#ffffff'), border: color('#e5e5e5'), primary: color('#171717') },
            { card: { $type: 'color', $value: '{background}' } },
          ],
        },
      },
      modifiers: {
        theme: {
          contexts: {
            light: [],
            dark: [{ background: color('#0a0a0a'), border: color('#262626'), primary: color('#fafafa') }],
          },
          default: 'light',
        },
      },
      resolutionOrder: [{ $ref: '#/sets/base' }, { $ref: '#/modifiers/theme' }],
    },
  },
} as const;

it.each(Object.entries(THEMES))(
  '%s: what a mode brings is what it exports',
  async (_name, { format, content }) => {
    const { theme, styleSheet } = await client.imported(format, content);
    const css = await styleSheet();
    const expected = {
      light: { background: '#ffffff', border: '#e5e5e5', primary: '#171717', card: '#ffffff' },
      dark: { background: '#0a0a0a', border: '#262626', primary: '#fafafa', card: '#0a0a0a' },
    };
    for (const [mode, values] of Object.entries(expected))
      for (const [name, value] of Object.entries(values)) {
        expect([mode, name, computed(css, mode, `theme-${mode}-${name}`)]).toEqual([mode, name, value]);
        expect([mode, name, computed(css, mode, `theme-${name}`)]).toEqual([mode, name, value]);
        if (name !== 'card') expect(theme.modes[mode][name].hex).toBe(value);
      }
    // High contrast sets nothing; roles are derived where the import is silent.
    expect(computed(css, 'high-contrast-dark', 'theme-background')).toBe('#0a0a0a');
    expect(theme.modes.dark['on-primary'].hex).toBe('#000000');
    expect(theme.modes.light['on-primary'].hex).toBe('#ffffff');
    expect(theme.warnings).toContainEqual(
      expect.stringMatching(/^border on surface reaches 1\.\d+:1 in dark/),
    );
    expect(theme.resolver.modifiers.mode.contexts.dark[1]).toMatchObject({
      card: { $value: '{background}' },
    });
  },
);

it('keeps any number of modes with any names, each modifier by itself', async () => {
  const dimension = (value: number) => ({ $type: 'dimension', $value: { value, unit: 'px' } });
  const { theme, styleSheet, changes } = await client.imported('dtcg', {
    version: '2025.10',
    sets: { base: { sources: [{ background: color('#ffffff'), gap: dimension(8) }] } },
    modifiers: {
      theme: {
        contexts: {
          light: [],
          'Dark Dimmed': [{ background: color('#22272e') }],
          Sepia: [{ background: color('#f4ecd8') }],
        },
        default: 'light',
      },
      density: {
        contexts: { cosy: [], compact: [{ gap: dimension(4) }], huge: [{ $ref: 'huge.tokens.json' }] },
        default: 'cosy',
      },
    },
    resolutionOrder: [
      { $ref: '#/sets/base' },
      { $ref: '#/modifiers/theme' },
      { $ref: '#/modifiers/density' },
    ],
  });
  expect(changes).toContainEqual(expect.stringContaining('huge.tokens.json is not in the document'));
  expect(Object.keys(theme.modes)).toEqual([
    'light',
    'dark',
    'high_contrast',
    'high_contrast_dark',
    'dark_dimmed',
    'sepia',
  ]);
  // Roles of a mode are derived for the background that it has.
  expect(theme.modes.dark_dimmed['on-background'].ratio).toBeGreaterThan(7);
  expect(theme.modes.sepia['on-background'].ratio).toBeGreaterThan(7);
  const css = await styleSheet();
  expect(css).toMatch(/\[data-theme='dark-dimmed'\] \{\n {2}color-scheme: dark;/);
  expect(css).toMatch(/\[data-theme='sepia'\] \{\n {2}color-scheme: light;/);
  expect(computed(css, 'dark-dimmed', 'theme-background')).toBe('#22272e');
  expect(computed(css, 'sepia', 'theme-background')).toBe('#f4ecd8');
  expect(computed(css, 'compact', 'theme-gap')).toBe('4px');
  expect(computed(css, 'sepia', 'theme-gap')).toBe('8px');
  expect(Object.keys(theme.resolver.modifiers)).toEqual(['mode', 'mode-2']);
});

it('keeps the opacity of a colour in its mode', async () => {
  const { theme, styleSheet } = await client.imported(
    'css',
    ':root { --border: #e5e5e5 } .dark { --border: rgb(255 255 255 / 10%) }',
  );
  expect(theme.modes.dark.border).toMatchObject({ hex: '#ffffff', alpha: 0.1 });
  // Its contrast as seen on the surface.
  expect(theme.modes.dark.border.ratio).toBeLessThan(1.5);
  expect(computed(await styleSheet(), 'dark', 'theme-border')).toBe('#ffffff1a');
});

it('takes modes from the tokens of a theme, and names what can’t be one', async () => {
  const harness = await createPaletteHarness();
  try {
    const own = await clientOf(harness);
    const palette_id = (await own.post('/v1/palettes', { base_color: '#3366cc' })).body.data.id;
    const inModes = (values: object) => ({ $value: '#ffffff', $extensions: { mode: values } });
    const tokens = {
      page: inModes({ dark: '#000000' }),
      edge: inModes({ dark: '{nowhere}', sepia: '4px' }),
      ink: inModes({ Dark: { $value: '{page}' } }),
      note: { $value: '#ffffff', $extensions: { mode: 'a note of another tool' } },
    };
    const made = await own.post('/v1/themes', { palette_id, name: 'T', tokens });
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    const { warnings, resolved_tokens: resolved, id } = made.body.data;
    expect(
      resolved.map(({ modes }: { modes?: Record<string, { hex: string }> }) => modes?.['dark']?.hex),
    ).toEqual(['#000000', undefined, '#000000', undefined]);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^edge: its value in the mode dark was left out, .*nowhere/),
    );
    expect(warnings).toContainEqual(expect.stringMatching(/^edge: its value in the mode sepia was left out/));
    const changed = await own.patch(`/v1/themes/${id}`, { tokens: { page: inModes({ dark: '#111111' }) } });
    expect(changed.body.data.resolved_tokens[0].modes.dark.hex).toBe('#111111');
    const earlier = await own.get(`/v1/themes/${id}/versions/1`);
    expect(earlier.body.data.resolved_tokens[0].modes.dark.hex).toBe('#000000');
    const diff = await own.get(`/v1/themes/${id}/diff?from=1&to=2`);
    expect(diff.body.data.tokens.changed).toEqual(['page']);

    const many = Object.fromEntries(Array.from({ length: 33 }, (_, place) => [`mode-${place}`, '#000000']));
    const refused = await own.post('/v1/themes', { palette_id, name: 'T', tokens: { page: inModes(many) } });
    expect([refused.status, refused.body.error.details[0]]).toEqual([
      400,
      { field: 'tokens', message: 'tokens must not have more than 32 modes' },
    ]);
  } finally {
    await harness.close();
  }
});
