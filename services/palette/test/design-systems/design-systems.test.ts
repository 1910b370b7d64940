import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { comparable } from './browser-values.ts';
import { renderText } from '../formats/render.ts';
import { differencesInCss, differencesInParts, PLAIN, shown } from './read-back.ts';

// The nightly suite reads published systems in Chromium; these are small ones in their shapes.

/** shadcn/ui: roles and radii at the root, a class for the dark page. */
const SHADCN = `@layer base {
  :root { --background: oklch(1 0 0); --foreground: oklch(0.145 0 0); --primary: oklch(0.205 0 0); --ring: hsl(222 84% 5% / 0.5);
    --border: #e5e5e5; --radius: 0.625rem; --radius-sm: calc(var(--radius) - 4px); --radius-md: var(--radius);
    --font-sans: "Inter Variable", ui-sans-serif, system-ui; --shadow-sm: 0 1px 3px 0px hsl(0 0% 0% / 0.1), 0 1px 2px -1px #0000001a; }
  .dark { --background: oklch(0.145 0 0); --foreground: oklch(0.985 0 0); --primary: #fafafa; --border: #262626; }
}`;

/** Radix: scales with alpha variants, wide colours, spaces and line heights, classes for both modes. */
const RADIX = `:root, .light, .light-theme { --blue-1: #fbfdff; --blue-9: #0090ff; --blue-a3: #008ff519; --color-surface: rgba(255, 255, 255, 0.85); }
.dark, .dark-theme { --blue-1: #0d1520; --blue-9: #0090ff; --blue-a3: #0077ff3a; --color-surface: rgba(0, 0, 0, 0.25); }
@supports (color: color(display-p3 1 1 1)) { @media (color-gamut: p3) { :root { --blue-9: color(display-p3 0.247 0.556 0.969); } } }
:root { --space-1: 4px; --space-2: 8px; --font-size-3: 16px; --line-height-3: 24px; --letter-spacing-3: 0px;
  --accent-9: var(--blue-9); --radius-full: 9999px; --cursor-opacity: 0.6; --default-font-weight: 450; }`;

/** Primer: functional names on base ones, motion, and attributes for modes. */
const PRIMER = `:root { --base-size-8: 0.5rem; --base-easing-ease: cubic-bezier(0.25, 0.1, 0.25, 1); --base-duration-fast: 80ms;
  --base-text-weight-semibold: 600; --fontStack-monospace: ui-monospace, SFMono-Regular, "SF Mono", monospace;
  --controlStack-gap: var(--base-size-8); --borderWidth-thin: max(1px, 0.0625rem); --zIndex-modal: 400; --bgColor: #fff; }
[data-color-mode="light"] { --bgColor-default: #ffffff; --borderColor-muted: #d1d9e0b3; --shadow-resting: 0px 1px 1px 0px #1f23280a, 0px 1px 2px 0px #1f232808; }
[data-color-mode="dark"][data-dark-theme="dark"] { --bgColor-default: #0d1117; --borderColor-muted: #3d444db3; --shadow-resting: 0px 1px 1px 0px #01040966; }
[data-color-mode="dark"][data-dark-theme="dark_dimmed"] { --bgColor-default: #212830; --borderColor-muted: #3d444db3; }`;

const px = (value: number) => ({ value, unit: 'px' });
const rgb = (...components: number[]) => ({ colorSpace: 'srgb', components });

/** A DTCG file: every type, and references as whole values and in members. */
const DTCG = {
  color: {
    $type: 'color',
    red: { $value: rgb(1, 0, 0), $extensions: { mode: { dark: rgb(0.5, 0, 0) } } },
    veil: { $value: { ...rgb(0.2, 0.4, 0.6), alpha: 0.5 } },
    link: { $value: '{color.red}' },
  },
  space: {
    $type: 'dimension',
    sm: { $value: px(4) },
    none: { $value: px(0) },
    lg: { $value: { value: 1.5, unit: 'rem' } },
  },
  fast: { $type: 'duration', $value: { value: 200, unit: 'ms' } },
  slow: { $type: 'duration', $value: { value: 1.5, unit: 's' } },
  ease: { $type: 'cubicBezier', $value: [0.4, 0, 0.2, 1] },
  family: {
    $type: 'fontFamily',
    sans: { $value: ['Open Sans', 'O’Reilly', '8bit', 'A+B', 'Font 5', 'sans-serif'] },
    one: { $value: 'Inter' },
    stack: { $value: ['Fira Code', '{family.sans}'] },
  },
  weight: {
    $type: 'fontWeight',
    bold: { $value: 'bold' },
    semi: { $value: 'semi-bold' },
    own: { $value: '{weight.semi}' },
  },
  ratio: { $type: 'number', $value: 1.5 },
  dash: { $type: 'strokeStyle', $value: 'dotted' },
  low: {
    $type: 'shadow',
    $value: { color: '{color.veil}', offsetX: px(0), offsetY: '{space.sm}', blur: px(8), spread: px(-1) },
  },
  high: {
    $type: 'shadow',
    $value: [
      { color: rgb(0, 0, 0), offsetX: px(0), offsetY: px(1), blur: px(2), spread: px(0), inset: true },
      { color: { ...rgb(0, 0, 0), alpha: 0.2 }, offsetX: px(0), offsetY: px(8), blur: px(16), spread: px(0) },
    ],
  },
  edge: { $type: 'border', $value: { color: '{color.link}', width: '{space.sm}', style: '{dash}' } },
  move: {
    $type: 'transition',
    $value: { duration: '{fast}', delay: { value: 0, unit: 'ms' }, timingFunction: '{ease}' },
  },
  glide: {
    $type: 'transition',
    $value: { duration: '{slow}', delay: '{fast}', timingFunction: [0, 0, 1, 1] },
  },
  fade: {
    $type: 'gradient',
    $value: [
      { color: '{color.red}', position: 0 },
      { color: { ...rgb(1, 1, 1), alpha: 0.25 }, position: 0.333 },
      { color: rgb(0, 0, 1), position: 1 },
    ],
  },
  dawn: { $type: 'gradient', $value: ['{fade}', { color: rgb(0, 1, 0), position: 1 }] },
  body: {
    $type: 'typography',
    $value: {
      fontFamily: '{family.sans}',
      fontSize: '{space.lg}',
      fontWeight: '{weight.semi}',
      letterSpacing: px(0.5),
      lineHeight: '{ratio}',
    },
  },
  code: {
    $type: 'typography',
    $value: {
      fontFamily: ['Fira Code', 'monospace'],
      fontSize: px(14),
      fontWeight: 'medium',
      letterSpacing: px(0),
      lineHeight: 1,
    },
  },
  same: { $type: 'typography', $value: '{body}' },
};

const SYSTEMS = [
  ['shadcn/ui', { format: 'css', content: SHADCN }, ['light', 'dark']],
  ['Radix', { format: 'css', content: RADIX }, ['light', 'dark']],
  ['Primer', { format: 'css', content: PRIMER }, ['light', 'dark', 'dark-dimmed']],
  ['DTCG', { format: 'dtcg', content: DTCG }, ['light', 'dark']],
] as const;

describe.each(SYSTEMS)('a system in the shape of %s', (_, body, modes) => {
  const imported = importTokens({ ...body, options: { collisions: 'suffix' } });
  const palette = samplePalette('#3366cc');
  const theme = sampleTheme(imported.tokens, palette);

  it.each(modes)('is read by the programs of all formats as it is, in the mode %s', async (mode) => {
    expect(imported.unresolved).toEqual([]);
    const meant = tokensOfTheme(theme, mode, null, null, 'own');
    expect(meant).toHaveLength(imported.count);
    const tokens = tokensOfTheme(theme, mode, palette, null, 'own');
    const compute = (values: Parameters<typeof comparable>[0]) => Promise.resolve(comparable(values));
    const dictionaries = ['Style Dictionary 5', 'Style Dictionary 4', 'Tokens Studio’s transforms'] as const;
    expect(shown(await differencesInCss(meant, tokens, compute, dictionaries))).toEqual({});
    expect(shown(await differencesInParts(meant, tokens))).toEqual({});
  });
});

it('comes back from Style Dictionary’s form as it was', async () => {
  const palette = samplePalette('#3366cc');
  const cssOf = async (tokens: Parameters<typeof sampleTheme>[0]): Promise<string> =>
    renderText('css', tokensOfTheme(sampleTheme(tokens, palette), 'light', null, null, 'own'), PLAIN);
  const { tokens } = importTokens({ format: 'dtcg', content: DTCG });
  const own = tokensOfTheme(sampleTheme(tokens, palette), 'light', palette, null, 'own');
  const source = JSON.parse(await renderText('style-dictionary', own, PLAIN)) as object;
  const again = importTokens({ format: 'style-dictionary', content: source });
  expect(again.unresolved).toEqual([]);
  expect(again.changes.filter((change) => !change.includes(' was read as the '))).toEqual([]);
  // The letter spacing of a text style is a token of its own in both.
  expect((await cssOf(again.tokens)).split('\n').sort()).toEqual((await cssOf(tokens)).split('\n').sort());
});
