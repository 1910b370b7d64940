import { importTokens } from '../../src/imports/import-tokens.ts';
import { tokensInMode } from '../../src/themes/theme-modes.ts';
import { isNode } from '../../src/themes/tokens/token-tree.ts';
import { sampleTheme } from '../sample-palette.ts';

type Body = Parameters<typeof importTokens>[0];

/** Values of a token in modes, and without one, as text: `{"": "#ffffff", "dark": "#000000"}`. */
const valuesOf = (body: Body, name: string): Record<string, string> => {
  const { tokens, unresolved } = importTokens(body);
  expect(unresolved).toEqual([]);
  const theme = sampleTheme(tokens);
  const shown = (mode: string): string => {
    const all = mode === '' ? theme.resolved : tokensInMode(theme, mode);
    const value = all.find(({ path }) => path.join('.') === name)?.value ?? null;
    if (!isNode(value)) return JSON.stringify(value);
    const { hex, alpha, unit, value: amount } = value as Readonly<Record<string, string | number>>;
    return hex === undefined ? `${amount}${unit}` : `${hex}${alpha === undefined ? '' : ` ${alpha}`}`;
  };
  return Object.fromEntries(
    ['', ...theme.contexts.map((context) => context.name)].map((mode) => [mode, shown(mode)]),
  );
};

const css = (content: string): Body => ({ format: 'css', content });
const many = (value: string): string =>
  Array.from({ length: 20 }, (_, at) => `--n${at}: ${value};`).join(' ');

describe('modes of style sheets as published systems turn them on', () => {
  it.each([
    ['a prefixed class (Shoelace, Ionic)', '.sl-theme-dark', 'dark'],
    ['a class of a block (Utrecht)', '.utrecht-theme--dark', 'dark'],
    ['a class in :where() (PatternFly)', ':root:where(.pf-v6-theme-dark)', 'dark'],
    ['a longer name (Polaris)', '.p-theme-dark-experimental', 'dark-experimental'],
    ['a palette', '.ion-palette-dark', 'dark'],
    ['two at once', ':root:where(.pf-theme-dark.pf-theme-high-contrast)', 'high-contrast-dark'],
    [
      'an attribute and a more exact one (Primer)',
      '[data-color-mode=dark][data-dark-theme=dark_dimmed]',
      'dark-dimmed',
    ],
  ])('%s', (_, selector, mode) => {
    expect(valuesOf(css(`:root { --a: #ffffff } ${selector} { --a: #000000 }`), 'a')).toEqual({
      '': '#ffffff',
      [mode]: '#000000',
    });
  });

  it('a variant of the whole page, but not of a component (Spectrum)', () => {
    const page = `.spectrum { --b: 1px } .spectrum--light { ${many('#ffffff')} } .spectrum--dark { ${many('#000000')} }`;
    expect(valuesOf(css(page), 'n0')).toEqual({ '': '#ffffff', dark: '#000000' });
    expect(valuesOf(css(':root { --a: #fff } .button--dark { --a: #000000 }'), 'a')).toEqual({
      '': '#ffffff',
    });
  });

  it('a class of the system’s own letters on the whole page (Web Awesome), but no colour of a part (Bulma)', () => {
    const page = `:root, .wa-light { ${many('#ffffff')} } .wa-dark { ${many('#000000')} }`;
    expect(valuesOf(css(page), 'n0')).toEqual({ '': '#ffffff', dark: '#000000' });
    expect(valuesOf(css(':root { --a: #fff } .is-palette-primary { --a: #000 }'), 'a')).toEqual({
      '': '#ffffff',
    });
  });

  it('none for what somebody may have chosen (daisyUI)', () => {
    const text = ':root:has(input.theme-controller[value=dark]:checked),[data-theme="dark"] { --a: #000000 }';
    expect(valuesOf(css(`:root { --a: #ffffff } ${text}`), 'a')).toEqual({ '': '#ffffff', dark: '#000000' });
  });

  it('the light one counts where nothing is without a mode (Momentum)', () => {
    const text = '.mds-theme-stable-dark { --a: #000000 } .mds-theme-stable-light { --a: #ffffff }';
    expect(valuesOf(css(text), 'a')).toMatchObject({ '': '#ffffff', 'stable-dark': '#000000' });
  });

  it('files that set other values for the page (Nord), unless their names tell of no mode', () => {
    const files = (names: readonly string[]): Body => ({
      files: names.map((name, place) => ({
        name,
        content: `:root { --a: ${place === 0 ? '#ffffff' : '#000000'}; --b: 4px }`,
      })),
    });
    expect(valuesOf(files(['lib/nord.css', 'lib/nord-dark.css']), 'a')).toEqual({
      '': '#ffffff',
      dark: '#000000',
    });
    expect(valuesOf(files(['dist/index.css', 'dist/compact.css']), 'a')).toEqual({
      '': '#ffffff',
      compact: '#000000',
    });
    expect(valuesOf(files(['a-base.css', 'b-brand.css']), 'a')).toEqual({ '': '#000000' });
  });
});

it('reads what a property is where nothing sets it', () => {
  const text = `@property --a { syntax: '<length>'; inherits: true; initial-value: 3px }
    [data-size=lg] { --a: 9px } :root { --b: 1px }`;
  expect(valuesOf(css(text), 'a')).toEqual({ '': '3px' });
  expect(valuesOf(css(`${text} :root { --a: 5px }`), 'a')).toEqual({ '': '5px' });
});

describe('style sheets that import others', () => {
  const files = (main: string): Body => ({
    files: [
      { name: 'css/main.css', content: `${main} :root { --a: #ff0000 }` },
      { name: 'css/parts/other.css', content: ':root { --a: #00ff00; --b: 1px }' },
    ],
  });

  it.each([
    ['@import "parts/other.css";', { '': '#ff0000' }],
    ['@import url(parts/other.css) layer(base);', { '': '#ff0000' }],
    ["@import 'parts/other.css' supports(display: nonsense);", { '': '#ff0000' }],
    ['@import "./parts/other.css" supports(display: grid);', { '': '#ff0000' }],
    ['@layer top; @import url("parts/other.css") layer;', { '': '#ff0000' }],
    ['@import "parts/other.css" print;', { '': '#ff0000' }],
  ])('%s', (rule, expected) => {
    expect(valuesOf(files(rule), 'a')).toEqual(expected);
  });

  it('take what they import for a dark screen for the dark mode', () => {
    const body = files('@import "parts/other.css" screen and (prefers-color-scheme: dark);');
    expect(valuesOf(body, 'b')).toEqual({ '': '1px', dark: '1px' });
  });

  it('say which ones aren’t there', () => {
    const { changes } = importTokens(css('@import "gone.css"; /* @import "no.css"; */ :root { --a: #fff }'));
    expect(changes.filter((change) => change.includes('isn’t there'))).toEqual([
      'The style sheet imports gone.css, which isn’t there.',
    ]);
  });
});

it('reads a shadow that is none in some modes as one that nobody sees (SAP)', () => {
  const { tokens, changes } = importTokens(
    css(':root { --a: none; --b: none } .dark { --a: 0 1px 2px #000 }'),
  );
  expect(tokens['a']).toMatchObject({ $type: 'shadow', $value: { color: { alpha: 0 } } });
  expect(JSON.stringify(tokens['a'])).toContain('"mode":{"dark":');
  expect(changes).toContain('b: none was left out.');
});

it('leaves out what only a mode has that can be read, which would count without it (Amsterdam)', () => {
  const { tokens, changes } = importTokens(
    css(':root { --a: clamp(1px, 2vw, 3px); --b: 1px } .dark { --a: 2px }'),
  );
  expect(tokens['a']).toBeUndefined();
  expect(changes).toContain('a in dark was left out, as its value without a mode was.');
});

it('reads numbers that are very small', () => {
  const { tokens } = importTokens(
    css(
      ':root { --a: 1e-7; --b: 2.5e-7px; --c: calc(1px / 4000000); --d: calc(sin(3.14159265358979) * 1px) }',
    ),
  );
  expect(Object.values(tokens).map((token) => (token as { readonly $value: unknown }).$value)).toEqual([
    1e-7,
    { value: 2.5e-7, unit: 'px' },
    { value: 2.5e-7, unit: 'px' },
    { value: 0, unit: 'px' },
  ]);
});

it('takes what a browser of today supports', () => {
  const text =
    ':root { --a: 1px } @supports (width: 1lh) { :root { --a: 2px } } @supports not (width: 1px) { :root { --a: 3px } }';
  expect(valuesOf(css(text), 'a')).toEqual({ '': '2px' });
});

it('says of a value in braces that it was left out', () => {
  const { changes, tokens } = importTokens(
    css(':root { --a: {"b": {"c": ";}"}}; --d: 1px } .dark { --d: 2px }'),
  );
  expect(changes).toContainEqual(expect.stringMatching(/^a: \{"b".* was left out\.$/));
  expect(Object.keys(tokens)).toEqual(['d']);
});

it('says that a property is empty', () => {
  expect(importTokens(css(':root { --a: ; --b: 1px }')).changes).toContain('--a is empty and was left out.');
});

it('reads built files of bare values beside each other, but no other JSON', () => {
  const built = (shade: string) => JSON.stringify({ text: shade, ground: '#eeeeee', gap: '4px', layer: 10 });
  const body: Body = {
    files: [
      { name: 'theme_light.json', content: built('#111111') },
      { name: 'theme_dark.json', content: built('#dddddd') },
      { name: 'data.json', content: '{"name": "x", "scripts": {"a": "b", "c": "d"}}' },
    ],
  };
  expect(valuesOf(body, 'text')).toEqual({ '': '#111111', light: '#111111', dark: '#dddddd' });
  expect(importTokens(body).changes.join(' ')).toContain('data.json has no tokens');
});

describe('Figma’s variables of September 2026', () => {
  const rgb = (share: number) => ({ r: share, g: share, b: share, a: 1 });
  const alias = (id: string) => ({ type: 'VARIABLE_ALIAS', id });
  const variable = (id: string, resolvedType: string, collection: string, valuesByMode: object) => ({
    id,
    name: id,
    resolvedType,
    variableCollectionId: collection,
    valuesByMode,
  });
  const body: Body = {
    format: 'figma',
    content: {
      variableCollections: [
        { id: 'one', defaultModeId: 'm', modes: [{ modeId: 'm', name: 'Value' }] },
        {
          id: 'two',
          defaultModeId: 'l',
          modes: [
            { modeId: 'l', name: 'Light' },
            { modeId: 'd', name: 'Dark' },
          ],
        },
      ],
      variables: [
        variable('ink', 'COLOR', 'two', { l: rgb(0), d: rgb(1) }),
        variable('half', 'FLOAT', 'one', { m: 50 }),
        variable('faint', 'COLOR', 'one', { m: { color: alias('ink'), opacity: 12 } }),
        variable('veil', 'COLOR', 'one', { m: { color: rgb(1), opacity: alias('half') } }),
        variable('again', 'COLOR', 'one', { m: { color: alias('faint'), opacity: alias('half') } }),
        variable('ease', 'EASING', 'one', { m: { type: 'EASE_OUT' } }),
        variable('own', 'EASING', 'one', {
          m: {
            type: 'CUSTOM_CUBIC_BEZIER',
            easingFunctionCubicBezier: { x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.4 },
          },
        }),
        variable('spring', 'EASING', 'one', { m: { type: 'BOUNCY' } }),
        variable('fast', 'TIMING', 'one', { m: 0.2 }),
      ],
    },
  };

  it('are colours with an opacity of their own, in every mode of what they refer to', () => {
    expect(valuesOf(body, 'faint')).toEqual({
      '': '#000000 0.12',
      light: '#000000 0.12',
      dark: '#ffffff 0.12',
    });
    expect(valuesOf(body, 'veil')).toMatchObject({ '': '#ffffff 0.5' });
    expect(valuesOf(body, 'again')).toMatchObject({ '': '#000000 0.5', dark: '#ffffff 0.5' });
    expect(importTokens(body).changes.join(' ')).toContain('faint: its colour and opacity were calculated');
  });

  it('have the units of what they are for, as far as aliases lead', () => {
    const scoped = (id: string, resolvedType: string, scopes: string[], value: unknown) => ({
      ...variable(id, resolvedType, 'one', { m: value }),
      scopes,
    });
    const { tokens } = importTokens({
      format: 'figma',
      content: {
        variables: [
          scoped('four', 'FLOAT', [], 4),
          scoped('gap', 'FLOAT', ['GAP', 'CORNER_RADIUS'], alias('four')),
          scoped('bold', 'FLOAT', ['FONT_WEIGHT'], 700),
          scoped('style', 'STRING', ['FONT_STYLE'], 'Semi Bold'),
          scoped('face', 'STRING', ['FONT_FAMILY'], 'Inter'),
          scoped('veil', 'FLOAT', ['OPACITY'], 40),
          scoped('any', 'FLOAT', ['ALL_SCOPES'], 8),
          scoped('both', 'FLOAT', ['GAP', 'OPACITY'], 8),
        ],
      },
    });
    expect(tokens).toMatchObject({
      four: { $type: 'dimension', $value: { value: 4, unit: 'px' } },
      gap: { $type: 'dimension', $value: '{four}' },
      bold: { $type: 'fontWeight', $value: 700 },
      style: { $type: 'fontWeight', $value: 'semi-bold' },
      face: { $type: 'fontFamily', $value: 'Inter' },
      veil: { $type: 'number', $value: 0.4 },
      any: { $type: 'number', $value: 8 },
      both: { $type: 'number', $value: 8 },
    });
  });

  it('are curves and times', () => {
    expect(valuesOf(body, 'ease')['']).toBe('[0,0,0.58,1]');
    expect(valuesOf(body, 'own')['']).toBe('[0.1,0.2,0.3,0.4]');
    expect(valuesOf(body, 'fast')['']).toBe('0.2s');
    expect(importTokens(body).changes.join(' ')).toContain('spring (EASING) has no place');
  });
});
