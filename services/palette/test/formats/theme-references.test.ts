import { execFileSync } from 'node:child_process';

import lessCompiler from 'less';
import * as sass from 'sass';
import stylusCompiler from 'stylus';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { formats } from '../../src/formats/registry.ts';
import { keepsReferences } from '../../src/formats/export-format.ts';
import { resolveTokens } from '../../src/themes/tokens/resolve-tokens.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { render, renderText } from './render.ts';

const palette = samplePalette('#3366cc');
const theme = sampleTheme(
  {
    color: {
      $type: 'color',
      // Before the token that it refers to.
      link: { $value: '{color.brand}', $description: 'Like {color.brand}' },
      brand: { $value: '{palette.0}' },
      step: { $root: { $value: '{palette.base}' }, dark: { $value: '#123456' } },
      again: { $value: '{color.step.$root}' },
      pointer: { $ref: '#/color/brand/$value' },
    },
    space: {
      $type: 'dimension',
      small: { $value: '4px' },
      gap: { $value: '{space.small}' },
    },
    edge: {
      $type: 'border',
      $value: { color: '{color.brand}', width: '{space.small}', style: 'solid' },
    },
  },
  palette,
);
const tokens = tokensOfTheme(theme, 'light', palette);
const written = (id: string) => renderText(id, tokens, { prefix: 'x' });
const BRAND = '#3366cc';

it('exports the colours of the palette that tokens refer to, once', () => {
  const own = tokens.filter(({ path }) => path[0] === 'palette');
  expect(own.map(({ path }) => path.join('.'))).toEqual(['palette.base']);
});

it('css refers with var()', async () => {
  const css = await written('css');
  expect(css).toContain('--x-palette-base: #3366cc;');
  expect(css).toContain('--x-color-brand: var(--x-palette-base);');
  expect(css).toContain('--x-color-link: var(--x-color-brand);');
  expect(css).toContain('--x-color-again: var(--x-color-step);');
  expect(css).toContain('--x-color-pointer: var(--x-color-brand);');
  expect(css).toContain('--x-space-gap: var(--x-space-small);');
  expect(css).toContain('--x-edge: var(--x-space-small) solid var(--x-color-brand);');
});

it.each(['scss', 'less', 'stylus'] as const)(
  '%s refers with variables, which its compiler reads',
  async (id) => {
    const source = await written(id);
    const sign = id === 'less' ? '@' : '$';
    expect(source).toMatch(new RegExp(`\\${sign}x-color-link\\s*[:=] \\${sign}x-color-brand`));
    const use = ['color-link', 'color-again', 'space-gap', 'edge'];
    const rule =
      id === 'stylus'
        ? `a\n${use.map((name) => `  --${name} $x-${name}\n  ${name} $x-${name}\n`).join('')}`
        : `a { ${use.map((name) => `${name}: ${sign}x-${name};`).join(' ')} }`;
    const css =
      id === 'scss'
        ? sass.compileString(`${source}\n${rule}`).css
        : id === 'less'
          ? (await lessCompiler.render(`${source}\n${rule}`)).css
          : stylusCompiler.render(`${source}\n${rule}`);
    expect(css.toLowerCase()).toContain(`color-link: ${id === 'stylus' ? '#36c' : BRAND}`);
    expect(css).toContain('space-gap: 4px');
    expect(css.toLowerCase()).toMatch(/[^-]edge: 4px solid #3366cc/);
  },
);

it.each(['js', 'ts'])('%s refers to constants declared before', async (id) => {
  const source = await written(id);
  expect(source).toContain('export const xColorLink = xColorBrand;');
  if (id === 'ts') return;
  const { default: all } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    default: Record<string, string>;
  };
  expect(all).toMatchObject({ xColorLink: BRAND, xColorAgain: BRAND, xSpaceGap: '4px' });
});

it('dtcg refers with braces, and reads back as the same values', async () => {
  const tree = JSON.parse(await written('dtcg'));
  expect(tree.x.color.link.$value).toBe('{x.color.brand}');
  expect(tree.x.color.again.$value).toBe('{x.color.step.$root}');
  expect(tree.x.edge.$value).toEqual({ color: '{x.color.brand}', width: '{x.space.small}', style: 'solid' });
  const read = resolveTokens(tree, {});
  const hexOf = (path: string): unknown =>
    (read.find((token) => token.path.join('.') === path)?.value as { hex: string }).hex;
  for (const path of ['x.color.link', 'x.color.brand', 'x.color.again', 'x.color.pointer'])
    expect([path, hexOf(path)]).toEqual([path, BRAND]);
});

/** Style Dictionary on its own, as it doesn't load its formats inside Jest. */
const READ = `
  import { readFileSync } from 'node:fs';
  import StyleDictionary from 'style-dictionary';
  const dictionary = new StyleDictionary({
    tokens: JSON.parse(readFileSync(0, 'utf8')),
    platforms: { web: { transformGroup: 'css' } },
    log: { verbosity: 'silent' },
  });
  await dictionary.hasInitialized;
  const { allTokens } = await dictionary.getPlatformTokens('web');
  process.stdout.write(JSON.stringify(Object.fromEntries(allTokens.map(({ name, $value }) => [name, $value]))));
`;

it('style-dictionary refers with braces, and Style Dictionary reads them', async () => {
  const source = JSON.parse(await written('style-dictionary'));
  expect(source.x.color.link).toMatchObject({
    $value: '{x.color.brand}',
    $description: 'Like (color.brand)',
  });
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', READ], {
    input: JSON.stringify(source),
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toMatchObject({ 'x-color-link': BRAND, 'x-color-again': BRAND });
});

it('figma refers with braces', async () => {
  const tree = JSON.parse(await written('figma'));
  expect(tree.x.color.link.$value).toBe('{x.color.brand}');
  expect(tree.x.color.again.$value).toBe('{x.color.step.default}');
});

it.each([
  ['tailwind-v4', '--color-x-color-link: var(--color-x-color-brand);'],
  ['ios-swift', 'public static let colorLink = colorBrand\n'],
  ['swiftui', 'public static let colorLink = colorBrand\n'],
  ['compose', 'val colorLink = colorBrand\n'],
  ['flutter', 'static const colorLink = colorBrand;\n'],
  ['android-xml', '<color name="x_color_link">@color/x_color_brand</color>'],
])('%s refers as its language does', async (id, line) => {
  expect(await written(id)).toContain(line);
});

it('without references, every format has the values only', async () => {
  const flat = tokensOfTheme(theme, 'light');
  expect(flat.some(({ path }) => path[0] === 'palette')).toBe(false);
  for (const { id } of formats.all.filter(keepsReferences)) {
    if (id === 'all') continue;
    const whole = await renderText(id, flat, { prefix: 'x', comments: false });
    // Figma shows developers the variable that a token is in CSS.
    const text = whole.replaceAll(/"WEB": "[^"]*"/g, '');
    expect([id, text]).toEqual([id, expect.not.stringMatching(/var\(--|\{x\.|@color\/|= x?ColorBrand/i)]);
    expect(text).not.toMatch(/[:=] [$@]x-color-brand/);
  }
});

it('keeps references of both kinds in composite values, and has the values of all else', async () => {
  const mixed = sampleTheme(
    {
      red: { $type: 'color', $value: { colorSpace: 'srgb', components: [1, 0, 0] } },
      s: { $type: 'dimension', $value: { value: 4, unit: 'px' } },
      lift: {
        $type: 'shadow',
        $value: {
          color: { colorSpace: 'srgb', components: [1, 0, 0] },
          offsetX: '{s}',
          offsetY: { $ref: '#/s/$value' },
          blur: { value: { $ref: '#/s/$value/value' }, unit: 'px' },
          spread: { value: 0, unit: 'px' },
        },
      },
      line: {
        $type: 'border',
        $value: { color: { $ref: '#/red/$value' }, width: '{s}', style: 'solid' },
      },
      link: '{red}',
    },
    palette,
  );
  const all = tokensOfTheme(mixed, null, palette);
  const css = await renderText('css', all, { prefix: 'x' });
  expect(css).toContain('--x-lift: var(--x-s) var(--x-s) 4px 0px #ff0000;');
  expect(css).toContain('--x-line: var(--x-s) solid var(--x-red);');
  expect(css).toContain('--x-light-link: var(--x-red);');
  for (const id of ['dtcg', 'style-dictionary']) {
    const text = await renderText(id, all, { prefix: 'x' });
    expect(text).not.toContain('$ref');
    expect(JSON.parse(text).x.line.$value).toEqual({ color: '{x.red}', width: '{x.s}', style: 'solid' });
    expect(JSON.parse(text).x.dark.link.$value).toBe('{x.red}');
  }
});

it('formats without references are the same with them', async () => {
  const flat = tokensOfTheme(theme, 'light');
  for (const format of formats.all.filter((candidate) => !keepsReferences(candidate)))
    expect((await render(format.id, tokens)).bytes.equals((await render(format.id, flat)).bytes)).toBe(true);
});
