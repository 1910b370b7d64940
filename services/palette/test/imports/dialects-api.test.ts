import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

describe('tokens as common tools write them', () => {
  it('renames a group called palette, which themes refuse, and the references to it', async () => {
    const content = {
      palette: { $type: 'color', blue: { $value: '#336699' } },
      brand: { $type: 'color', $value: '{palette.blue}' },
    };
    const { values, changes } = await client.imported('dtcg', content);
    expect(values).toEqual({ 'palette-tokens.blue': '#336699', brand: '#336699' });
    expect(changes).toContainEqual(expect.stringContaining('the group is now palette-tokens'));
  });

  it('renames in JSON Pointers too, whose slashes and tildes are escaped', async () => {
    const { values, tokens } = await client.imported('dtcg', {
      'dark/primary': { $type: 'color', $value: '#336699' },
      'dark~primary': { $type: 'color', $value: '#99ccff' },
      'dark primary': { $type: 'color', $value: '#000000' },
      slash: { $type: 'color', $ref: '#/dark~1primary' },
      tilde: { $type: 'color', $ref: '#/dark~0primary/$value' },
      percent: { $type: 'color', $ref: '#/dark%20primary' },
      curly: { $type: 'color', $value: '{dark/primary}' },
      other: { $type: 'color', $ref: '#/slash' },
    });
    expect(values).toMatchObject({
      slash: '#336699',
      tilde: '#99ccff',
      percent: '#000000',
      curly: '#336699',
      other: '#336699',
    });
    expect(tokens).toMatchObject({
      slash: { $ref: '#/dark~1primary-token' },
      tilde: { $ref: '#/dark~0primary-token/$value' },
      percent: { $ref: '#/dark%20primary-token' },
      other: { $ref: '#/slash' },
    });
  });

  it.each([
    {
      what: 'a style sheet with a dark mode',
      format: 'css',
      content:
        ':root { --primary: #336699; --dark-primary: #abc } .dark { --primary: #99ccff; --link: var(--primary) }',
      renamed: ['dark-primary-token'],
    },
    {
      what: 'groups for light and dark',
      format: 'dtcg',
      content: {
        Light: {
          $type: 'color',
          surface: { variant: { $value: '#ffffff' } },
          ink: { $value: '{Light.surface.variant}' },
        },
        'high contrast': { $type: 'color', focus: { $root: { $value: '#000000' } } },
        dark: { $type: 'color', ink: { $value: '#eeeeee' } },
      },
      renamed: ['Light-tokens', 'high contrast-tokens'],
    },
  ])('imports $what as a theme that exports with all its modes', async ({ format, content, renamed }) => {
    const { tokens, changes, styleSheet } = await client.imported(format, content);
    for (const name of renamed) {
      expect(Object.keys(tokens)).toContain(name);
      expect(changes).toContainEqual(
        expect.stringMatching(new RegExp(`name of one of .* is now ${name}\\.$`)),
      );
    }
    expect(await styleSheet()).toContain('--theme-dark-primary:');
  });

  it('reads DTCG as common tools write it', async () => {
    const { values } = await client.imported('dtcg', {
      black: { $type: 'color', $value: { colorSpace: 'srgb', components: [0, 0, 0], hex: '#000' } },
      veil: {
        $type: 'color',
        $value: { colorSpace: 'srgb', components: [1, 1, 1], alpha: 0.4, hex: '#ffffff66' },
      },
      gap: { $type: 'dimension', $value: { value: 8, unit: 'dp' } },
      heading: {
        $type: 'typography',
        $value: {
          fontFamily: 'Inter',
          fontSize: { value: 20, unit: 'px' },
          fontWeight: 600,
          letterSpacing: { value: -2, unit: '%' },
          lineHeight: { value: 30, unit: 'px' },
        },
      },
      title: { $type: 'string', $value: 'Hello' },
    });
    expect(values).toMatchObject({
      black: '#000000',
      veil: '#ffffff',
      gap: '8px',
      heading: { letterSpacing: { value: -0.4, unit: 'px' }, lineHeight: 1.5 },
    });
    expect(values).not.toHaveProperty('title');
  });

  it('reads Style Dictionary’s bare numbers as rem, and its DTCG values as they are', async () => {
    const shadow = {
      color: { colorSpace: 'srgb', components: [0, 0, 0], hex: '#000000' },
      offsetX: { value: 0, unit: 'px' },
      offsetY: { value: 1, unit: 'px' },
      blur: { value: 2, unit: 'px' },
      spread: { value: 0, unit: 'px' },
    };
    const { values } = await client.imported('style-dictionary', {
      size: { small: { value: '0.75', type: 'dimension' } },
      lift: { $type: 'shadow', $value: shadow },
    });
    expect(values).toEqual({ 'size.small': '0.75rem', lift: shadow });
  });
});

describe('modes of style sheets', () => {
  it('refers to the dark mode’s own properties inside of it', async () => {
    const { values, tokens } = await client.imported(
      'css',
      `:root { --gray: #ffffff; --blue: #0000ff; --bg: var(--gray); --tint: var(--blue) }
       .dark { --gray: #111111; --bg: var(--gray); --tint: var(--blue) }`,
    );
    expect(tokens.bg).toMatchObject({ $value: '{gray}', $extensions: { mode: { dark: '{gray}' } } });
    expect(values).toMatchObject({ bg: '#ffffff', 'dark bg': '#111111', tint: '#0000ff' });
  });

  it.each([
    '[data-bs-theme=dark] {',
    "[data-color-mode='dark'] {",
    '.theme-dark {',
    'html.dark-mode {',
    '@media (prefers-color-scheme: dark) { :root:not(.light) {',
  ])('knows %s as a dark mode', async (rule) => {
    const end = rule.startsWith('@') ? '} }' : '}';
    const { values } = await client.imported('css', `:root { --bg: #fff } ${rule} --bg: #000 ${end}`);
    expect(values).toEqual({ bg: '#ffffff', 'dark bg': '#000000' });
  });

  it.each([':root:not(.dark) {', '.dark-blue {', '@media not (prefers-color-scheme: dark) { :root {'])(
    'knows %s as none',
    async (rule) => {
      const end = rule.startsWith('@') ? '} }' : '}';
      const { values } = await client.imported('css', `${rule} --bg: #fff ${end} .dark { --bg: #000 }`);
      expect(values).toEqual({ bg: '#ffffff', 'dark bg': '#000000' });
    },
  );

  it('reads both values of light-dark()', async () => {
    const content = ':root { --ink: #111111; --bg: light-dark(rgb(255, 255, 255), var(--ink)) }';
    const { values, tokens } = await client.imported('css', content);
    expect(values).toEqual({ ink: '#111111', bg: '#ffffff', 'dark bg': '#111111' });
    expect(tokens.bg.$extensions).toEqual({ mode: { dark: '{ink}' } });
  });

  it('reads references to names in any script', async () => {
    const { tokens } = await client.imported('css', ':root { --深蓝: #00008b; --größe: var( --深蓝 ) }');
    expect(tokens['größe'].$value).toBe('{深蓝}');
  });

  it('reads a theme of shadcn/ui, whose values are outside of @theme', async () => {
    const { values, tokens } = await client.imported(
      'tailwind-v4',
      `@import "tailwindcss";
       @custom-variant dark (&:is(.dark *));
       :root { --radius: 0.625rem; --background: oklch(1 0 0); --primary: var(--brand); --brand: #336699 }
       .dark { --background: oklch(0.145 0 0) }
       .card { --radius: 2px }
       @theme inline {
         --color-background: var(--background);
         --color-primary: var(--primary);
         --color-link: var(--color-background);
         --radius-lg: var(--radius);
       }`,
    );
    expect(values).toEqual({
      'color.background': '#ffffff',
      'color.primary': '#336699',
      'color.link': '#ffffff',
      'radius.lg': '0.625rem',
      'dark color.background': '#0a0a0a',
      'dark color.link': '#0a0a0a',
    });
    expect(tokens.color.link.$value).toBe('{color.background}');
  });
});

const px = (value: number) => ({ value, unit: 'px' });

describe('Tokens Studio', () => {
  const color = (value: string, modify?: object) => ({
    value,
    type: 'color',
    ...(modify ? { $extensions: { 'studio.tokens': { modify } } } : {}),
  });

  it('reads shadows, borders and typography, and says what the format lacks', async () => {
    const { tokens, changes } = await client.imported('tokens-studio', {
      red: color('#ff0000'),
      space: { value: '4', type: 'spacing' },
      weight: { value: 'Semi Bold', type: 'fontWeights' },
      inner: {
        type: 'boxShadow',
        value: { x: 0, y: '{space}', blur: '4', spread: 0, color: '{red}', type: 'innerShadow' },
      },
      edge: { type: 'border', value: { color: '{red}', width: '1', style: 'solid' } },
      body: {
        type: 'typography',
        value: {
          fontFamily: 'Inter',
          fontWeight: 'Bold Italic',
          fontSize: '16',
          lineHeight: '150%',
          letterSpacing: '-2%',
          textCase: 'none',
        },
      },
    });
    expect(tokens.weight).toEqual({ $type: 'fontWeight', $value: 'semi-bold' });
    expect(tokens.inner.$value).toMatchObject({
      offsetX: px(0),
      offsetY: '{space}',
      blur: px(4),
      inset: true,
    });
    expect(tokens.edge.$value).toEqual({ color: '{red}', width: px(1), style: 'solid' });
    expect(tokens.body.$value).toEqual({
      fontFamily: 'Inter',
      fontWeight: 'bold',
      fontSize: px(16),
      lineHeight: 1.5,
      letterSpacing: px(-0.32),
    });
    expect(changes).toContain('body: textCase were left out.');
  });

  it('calculates opacities exactly, and leaves out what it cannot calculate', async () => {
    const content = {
      red: color('#ff0000'),
      veil: color('rgba({red}, 0.5)'),
      glass: color('rgba(#00f, 25%)'),
      half: color('{red}', { type: 'alpha', value: '0.3', space: 'lch' }),
      dark: color('{red}', { type: 'sharpen', value: '0.5', space: 'lch' }),
    };
    const { tokens, changes } = await client.imported('tokens-studio', content);
    const alphas = ['veil', 'glass', 'half'].map((name) => [
      tokens[name].$value.hex,
      tokens[name].$value.alpha,
    ]);
    expect(alphas).toEqual([
      ['#ff0000', 0.5],
      ['#0000ff', 0.25],
      ['#ff0000', 0.3],
    ]);
    expect(tokens.dark).toBeUndefined();
    expect(changes).toContainEqual(expect.stringMatching(/^dark was left out: the modifier sharpen/));
  });

  it('does not add pixels to rems', async () => {
    const { body } = await client.post('tokens-studio', {
      sum: { value: '4px + 1rem', type: 'spacing' },
      twice: { value: '1rem * 2', type: 'spacing' },
    });
    expect(body.data.tokens.twice.$value).toEqual({ value: 2, unit: 'rem' });
    expect(body.data.unresolved).toEqual([expect.objectContaining({ field: 'sum' })]);
  });
});

describe('Style Dictionary', () => {
  it('gives tokens the type of their group', async () => {
    const { tokens } = await client.imported('style-dictionary', {
      font: { $type: 'fontWeight', bold: { $value: 700 }, nested: { thin: { $value: 100 } } },
    });
    expect(tokens.font).toMatchObject({
      bold: { $type: 'fontWeight', $value: 700 },
      nested: { thin: { $type: 'fontWeight', $value: 100 } },
    });
  });

  it('reads composite values in CSS notation', async () => {
    const { tokens } = await client.imported('style-dictionary', {
      family: { value: 'Inter', type: 'fontFamily' },
      body: {
        type: 'typography',
        value: { fontFamily: '{family.value}', fontSize: '16px', fontWeight: 700, lineHeight: '24px' },
      },
      low: {
        type: 'shadow',
        value: { offsetX: '0px', offsetY: '1px', blur: '2px', color: '#00000033' },
      },
    });
    expect(tokens.body.$value).toEqual({
      fontFamily: '{family}',
      fontSize: px(16),
      fontWeight: 700,
      lineHeight: 1.5,
      letterSpacing: px(0),
    });
    expect(tokens.low.$value).toMatchObject({ offsetY: px(1), spread: px(0), color: { alpha: 0.2 } });
  });
});

it('keeps the opacity of Figma’s colours', async () => {
  const { tokens } = await client.imported('figma', {
    variables: [
      { id: 'v', name: 'veil', resolvedType: 'COLOR', valuesByMode: { m: { r: 1, g: 0, b: 0, a: 0.5 } } },
    ],
  });
  expect(tokens.veil.$value).toMatchObject({ hex: '#ff0000', alpha: 0.5 });
});

it('reads words that are values of the type of their group, as DTCG has them', async () => {
  const { tokens } = await client.imported('dtcg', {
    weight: { $type: 'fontWeight', semi: { $value: 'semi-bold' }, alias: { $value: '{weight.semi}' } },
    stroke: { $type: 'strokeStyle', nested: { dots: { $value: 'dotted' } } },
  });
  expect(tokens.weight.semi.$value).toBe('semi-bold');
  expect(tokens.stroke.nested.dots.$value).toBe('dotted');
});

describe('what a style sheet computes for the page', () => {
  const light = (content: string) => client.imported('css', content);

  it.each([
    [':root { --c: #ff0000 } :root { --c: #00ff00 }', '#00ff00'],
    [':root { --c: #ff0000; --c: #00ff00 }', '#00ff00'],
    ['html:root { --c: #ff0000 } :root { --c: #00ff00 }', '#ff0000'],
    [':root { --c: #ff0000 } :where(html:root) { --c: #00ff00 }', '#ff0000'],
    [':root { --c: #ff0000 !important } html:root { --c: #00ff00 }', '#ff0000'],
    ['@layer a, b; @layer b { :root { --c: #ff0000 } } @layer a { :root { --c: #00ff00 } }', '#ff0000'],
    [':root { --c: #ff0000 } @layer a { html:root { --c: #00ff00 } }', '#ff0000'],
    [':root { --c: #ff0000 } @media (min-width: 40em) { html:root { --c: #00ff00 } }', '#ff0000'],
    ['@media (min-width: 40em) { :root { --c: #00ff00 } } :root { --c: #ff0000 }', '#ff0000'],
    ['@media screen { :root { --c: #00ff00 } } :root { --c: #ff0000 }', '#ff0000'],
    ['.card { --c: #000000 } :root { --c: #ff0000 }', '#ff0000'],
    [':root { --c: #ff0000 } .card { --c: #000000 }', '#ff0000'],
    ['.card { --c: #000000; --c: #111111 } .panel { --c: #ffffff }', '#111111'],
    ['.theme-x { --c: #000000 } :root { --c: #ff0000 }', '#ff0000'],
    [':root:not(.dark) { --c: #ff0000 }', '#ff0000'],
    // Of a list in :not(), its most specific selector counts; of :where() nothing does, however it nests.
    ['html:not(.a, .b, .c) { --c: #00ff00 } :root:root { --c: #ff0000 }', '#ff0000'],
    [':root:root { --c: #00ff00 } html:not(.a, #b) { --c: #ff0000 }', '#ff0000'],
    ['html { --c: #ff0000 } :where(html:not(:is(.a, .b))) { --c: #00ff00 }', '#ff0000'],
    ['@layer a { :root { --c: #ff0000 !important } } :root { --c: #00ff00 !important }', '#ff0000'],
    ['@layer a { @layer b { :root { --c: #00ff00 } } :root { --c: #ff0000 } }', '#ff0000'],
    [
      '@layer a { @layer b { :root { --c: #00ff00 } } } @layer a { @layer c { :root { --c: #ff0000 } } } @layer a.b { :root { --c: #0000ff } }',
      '#ff0000',
    ],
    [':root { --c: #00ff00 } @media not print { :root { --c: #ff0000 } }', '#ff0000'],
    [
      ':root { --c: #00ff00 } @media (prefers-reduced-motion: no-preference) { :root { --c: #ff0000 } }',
      '#ff0000',
    ],
    [
      ':root { --c: #ff0000 } @media (prefers-color-scheme: dark), print { :root { --c: #000000 } }',
      '#ff0000',
    ],
    [':root { --c: #ff0000 } :root::before { --c: #00ff00 }', '#ff0000'],
    [':root { --c: #00ff00 } :root { --c: #ff0000', '#ff0000'],
    [String.raw`:root { --\63: #ff0000; --d: var(--\000063) }`, '#ff0000'],
    ['[data-theme="light"], .light { --c: #ff0000 }', '#ff0000'],
  ])('takes from %s the value %s', async (content, value) => {
    expect((await light(content)).values).toMatchObject({ c: value });
  });

  it.each([
    ['@media (prefers-color-scheme: light) { :root { --c: #ffffff } }', '#ffffff', { dark: '#000000' }],
    [
      '@media not all and (prefers-color-scheme: dark) { :root { --c: #ffffff } }',
      '#ffffff',
      { dark: '#000000' },
    ],
    [
      '@media not all and (prefers-color-scheme: light) { :root { --c: #111111 } }',
      '#000000',
      { dark: '#111111' },
    ],
    ['@media (not (prefers-color-scheme: light)) { :root { --c: #111111 } }', '#000000', { dark: '#111111' }],
    ['@media (prefers-contrast: more) { :root { --c: #111111 } }', '#000000', { high_contrast: '#111111' }],
    [
      '@media (prefers-color-scheme: dark) and (prefers-contrast: more) { :root { --c: #111111 } }',
      '#000000',
      { high_contrast_dark: '#111111' },
    ],
    ['@media (prefers-color-scheme: dark) and (min-width: 9em) { :root { --c: #111111 } }', '#000000', {}],
    ['@media (prefers-color-scheme: dark) { html { --c: #111111 } } :root { --c: #222222 }', '#222222', {}],
    [
      '@media (prefers-color-scheme: dark) { :root { --c: #111111 } :root.light { --c: #ffffff } }',
      '#000000',
      { dark: '#111111', light: '#ffffff' },
    ],
    ['.light { --c: #ffffff }', '#000000', { light: '#ffffff' }],
    ['.light { --c: #ffffff } .dark { --c: #111111 }', '#000000', { light: '#ffffff', dark: '#111111' }],
    ['html[class~="dark"] { --c: #111111 }', '#000000', { dark: '#111111' }],
    ['html[dark] { --c: #111111 }', '#000000', { dark: '#111111' }],
  ])('reads beside a dark page %s', async (rest, plain, modes) => {
    const { values } = await light(`:root { --c: #000000 } ${rest}`);
    const inModes = Object.entries(modes).map(([mode, value]) => [`${mode} c`, value]);
    expect(values).toEqual({ c: plain, ...Object.fromEntries(inModes) });
  });

  const modesOf = (token: { $extensions?: object }): object =>
    Object.values(token.$extensions ?? {}).at(0) ?? {};

  it.each([
    [':root, .dark { --c: #ffffff }', ['dark'], '#ffffff'],
    [':is(:root, .dark) { --c: #ffffff }', ['dark'], '#ffffff'],
    [':root { --c: #ffffff } .dark { --c: #000000 } .dark .card { --c: #333333 }', ['dark'], '#ffffff'],
    ['.dark { --c: #000000 } :root { --c: #ffffff }', ['dark'], '#ffffff'],
    [':root { --c: #ffffff; &.dark { --c: #000000 } }', ['dark'], '#ffffff'],
    [':root { --c: #ffffff } :where(.dark, .dark *) { --c: #000000 }', ['dark'], '#ffffff'],
    [
      ':root { --c: #ffffff } [data-theme=ocean] { --c: #0000ff } .theme-x { --c: #111111 }',
      ['ocean', 'x'],
      '#ffffff',
    ],
  ])('knows the modes of %s', async (content, modes, value) => {
    const { tokens, values } = await light(content);
    expect(values).toMatchObject({ c: value });
    const found = Object.keys(modesOf(tokens.c));
    expect(found).toEqual(modes);
  });
});

describe('fonts', () => {
  const families = async (format: string, content: unknown) =>
    (await client.imported(format, content)).tokens;

  it.each([
    ['Open Sans, Arial, sans-serif', ['Open Sans', 'Arial', 'sans-serif']],
    ['"Segoe UI", sans-serif', ['Segoe UI', 'sans-serif']],
    [`O'Reilly Sans`, `O'Reilly Sans`],
    [String.raw`'O\'Reilly Sans', serif`, [`O'Reilly Sans`, 'serif']],
    [`"O'Reilly Sans", 'Foo, Bar', serif`, [`O'Reilly Sans`, 'Foo, Bar', 'serif']],
    ['Inter Fallback: Helvetica Neue', 'Inter Fallback: Helvetica Neue'],
  ])('reads the stack %s', async (text, value) => {
    const inDtcg = await families('dtcg', { a: { $type: 'fontFamily', $value: text } });
    expect(inDtcg.a.$value).toEqual(value);
    const inText = await families('dtcg', {
      a: {
        $type: 'typography',
        $value: { fontFamily: text, fontSize: px(16), fontWeight: 400, letterSpacing: px(0), lineHeight: 1 },
      },
    });
    expect(inText.a.$value.fontFamily).toEqual(value);
    // In a style sheet the apostrophe would begin a string.
    if (text.startsWith("O'")) return;
    const inCss = await families('css', `:root { --font-body: ${text} }`);
    expect(inCss['font-body']).toEqual({ $type: 'fontFamily', $value: value });
  });

  it('keeps every character of their names in a style sheet', async () => {
    const content = {
      body: { $type: 'fontFamily', $value: [`O'Reilly Sans`, 'Inter Fallback: Helvetica Neue'] },
    };
    const { styleSheet } = await client.imported('dtcg', content);
    expect(await styleSheet()).toContain(`"O'Reilly Sans", "Inter Fallback: Helvetica Neue"`);
  });

  it.each([
    '--font-style-italic: italic',
    '--font-base-css: {font.base}px',
    '--font-file: ./fonts/inter.woff2',
    '--font-src: Inter',
    '--font-inter: Inter.woff2',
    '--font-transform: uppercase',
    '--font-display: swap',
  ])('takes no other text for a family: %s', async (declaration) => {
    const { tokens } = await client.imported('css', `:root { --a: 1px; ${declaration} }`);
    expect(Object.keys(tokens)).toEqual(['a']);
  });

  it('knows a weight by its name', async () => {
    const { tokens } = await client.imported('css', ':root { --font-weight-bold: bold }');
    expect(tokens['font-weight-bold']).toEqual({ $type: 'fontWeight', $value: 'bold' });
  });
});

describe('nothing of a token is lost without a word', () => {
  it('keeps a token named comment, and tokens inside of tokens', async () => {
    const { values, tokens } = await client.imported('style-dictionary', {
      color: {
        comment: { value: '#111111', type: 'color' },
        brand: { value: '#222222', type: 'color', hover: { value: '#333333', type: 'color' } },
      },
    });
    expect(values).toEqual({
      'color.comment': '#111111',
      'color.brand.$root': '#222222',
      'color.brand.hover': '#333333',
    });
    expect(tokens.color.brand.hover.$value.hex).toBe('#333333');
  });

  it.each(['dtcg', 'tokens-studio'])('keeps tokens inside of tokens: %s', async (format) => {
    const { values } = await client.imported(format, {
      brand: { $value: '#222222', $type: 'color', hover: { $value: '#333333', $type: 'color' } },
    });
    expect(values).toEqual({ 'brand.$root': '#222222', 'brand.hover': '#333333' });
  });

  it('takes the components of a DTCG colour whose fallback is another one, as an example of its report', async () => {
    const { values, changes } = await client.imported('dtcg', {
      pink: { $type: 'color', $value: { colorSpace: 'hsl', components: [330, 100, 50], hex: '#ff00ff' } },
    });
    expect([values, changes.length]).toEqual([{ pink: '#ff0080' }, 1]);
  });

  it('finds sets of Tokens Studio that nothing says to be some, by what their references leave out', async () => {
    const content = {
      core: { base: { value: '4', type: 'spacing' } },
      app: { gap: { value: '{base} * 2', type: 'spacing' }, wide: { value: '{gap}', type: 'spacing' } },
    };
    expect((await client.imported('tokens-studio', content)).values).toMatchObject({
      gap: '8px',
      wide: '8px',
    });
    const whole = {
      core: { base: content.core.base },
      app: { gap: { value: '{core.base}', type: 'spacing' } },
    };
    expect(Object.keys((await client.imported('tokens-studio', whole)).values)).toEqual([
      'core.base',
      'app.gap',
    ]);
  });

  it.each(['style-dictionary', 'tokens-studio', 'dtcg'])('keeps what is deprecated: %s', async (format) => {
    const { tokens } = await client.imported(format, {
      a: { $value: '#222222', $type: 'color', $deprecated: 'Use b.' },
      b: { $value: '#222222', $type: 'color', deprecated: true, deprecated_comment: 'Use c.' },
      c: { $value: '#222222', $type: 'color' },
    });
    expect([tokens.a.$deprecated, tokens.b.$deprecated, tokens.c.$deprecated]).toEqual([
      'Use b.',
      'Use c.',
      undefined,
    ]);
  });

  it.each(['style-dictionary', 'tokens-studio'])('says that a slant has no place: %s', async (format) => {
    const { tokens, changes } = await client.imported(format, {
      strong: { value: 'SemiBold Italic', type: 'fontWeight' },
      plain: { value: 'Italic', type: 'fontWeight' },
      body: {
        type: 'typography',
        value: { fontFamily: 'Inter', fontWeight: 'Bold Italic', fontSize: '16px', lineHeight: 1 },
      },
    });
    expect([tokens.strong.$value, tokens.plain.$value, tokens.body.$value.fontWeight]).toEqual([
      'semi-bold',
      'regular',
      'bold',
    ]);
    expect(changes.filter((change: string) => change.includes('slant'))).toEqual([
      'strong: the slant of SemiBold Italic was left out.',
      'plain: the slant of Italic was left out.',
      'body: the slant of Bold Italic was left out.',
    ]);
  });

  it('reads what font sizes of Tailwind 3 bring with them', async () => {
    const { values, changes } = await client.imported('tailwind-v3', {
      theme: {
        fontSize: {
          sm: ['0.875rem', { lineHeight: '1.25rem', fontWeight: '500', other: 1 }],
          lg: ['2rem', '1.2'],
        },
        lineHeight: { tight: 1.25 },
      },
    });
    expect(values).toEqual({
      'font-size.sm': '0.875rem',
      'font-size.lg': '2rem',
      'line-height.sm': '1.25rem',
      'line-height.lg': 1.2,
      'line-height.tight': 1.25,
      'font-weight.sm': 500,
    });
    expect(changes).toContain('font-size.sm: other was left out.');
  });
});
