import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import type { TokenKinds } from '../../src/exports/token-export.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import type { Json } from '../../src/themes/theme.ts';
import { renderText } from '../formats/render.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { readWithTerrazzo } from '../read-with-terrazzo.ts';

const px = (value: number) => ({ value, unit: 'px' });
const color = (hex: string): Json => ({
  colorSpace: 'srgb',
  components: [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255),
  hex,
});

/** A token of each type, references of both kinds, modes, and colours of other spaces. */
const TOKENS: Readonly<Record<string, Json>> = {
  color: {
    $type: 'color',
    brand: { $value: '{palette.base}' },
    red: {
      $value: color('#ff0000'),
      $extensions: { 'com.example': { id: 7 }, mode: { dark: color('#880000') } },
    },
    wide: { $value: { colorSpace: 'display-p3', components: [0, 1, 0], alpha: 0.5, hex: '#00ff00' } },
    grey: { $value: { colorSpace: 'oklch', components: [0.6, 0, 'none'], hex: '#808080' } },
    link: { $value: '{color.red}' },
  },
  space: { $type: 'dimension', small: { $value: px(4) } },
  time: { $type: 'duration', $value: { value: 200, unit: 'ms' } },
  ease: { $type: 'cubicBezier', $value: [0.4, 0, 0.2, 1] },
  font: { $type: 'fontFamily', $value: ['Inter', 'sans-serif'] },
  weight: { $type: 'fontWeight', $value: 600 },
  ratio: { $type: 'number', $value: 1.5 },
  low: {
    $type: 'shadow',
    $value: { color: '{color.red}', offsetX: px(0), offsetY: '{space.small}', blur: px(8), spread: px(0) },
  },
  edge: { $type: 'border', $value: { color: '{color.red}', width: px(1), style: 'solid' } },
  move: {
    $type: 'transition',
    $value: { duration: '{time}', delay: { value: 0, unit: 'ms' }, timingFunction: '{ease}' },
  },
  fade: {
    $type: 'gradient',
    $value: [
      { color: '{color.red}', position: 0 },
      { color: color('#ffffff'), position: 1 },
    ],
  },
  body: {
    $type: 'typography',
    $value: {
      fontFamily: '{font}',
      fontSize: px(16),
      fontWeight: '{weight}',
      letterSpacing: px(0),
      lineHeight: 1.5,
    },
  },
};

const imported = importTokens({ format: 'dtcg', content: TOKENS });
const palette = samplePalette('#3366cc');
const theme = sampleTheme(TOKENS, palette);

const exported = (kinds: TokenKinds, mode: string | null = null): Promise<string> =>
  renderText('dtcg', tokensOfTheme(theme, mode, palette, null, kinds), { prefix: '' });

describe('a DTCG export', () => {
  it.each([
    ['own', null],
    ['own', 'dark'],
    ['roles', null],
    ['roles', 'light'],
    ['all', null],
    ['all', 'dark'],
  ] as const)(
    'of the tokens %s in the mode %s is read by Terrazzo without complaint',
    async (kinds, mode) => {
      const { tokens, said } = await readWithTerrazzo(await exported(kinds, mode));
      expect(said).toEqual([]);
      expect(Object.keys(tokens).length).toBeGreaterThan(10);
      if (kinds === 'own' && mode === null) expect(tokens['low']?.$value).toMatchObject([{ offsetY: px(4) }]);
    },
  );

  it('would be refused with a reference to nowhere', async () => {
    const src = JSON.stringify({ a: { $type: 'color', $value: '{nowhere}' } });
    await expect(readWithTerrazzo(src)).rejects.toThrow('nowhere');
  });

  it('keeps extensions, the space of a colour, and what it has none of', async () => {
    expect(imported.unresolved.map(({ field }) => field)).toEqual(['color.brand']);
    const tree = JSON.parse(await exported('own'));
    expect(tree.color.red.$extensions).toEqual({ 'com.example': { id: 7 } });
    expect(tree.color.wide.$value).toEqual({
      colorSpace: 'display-p3',
      components: [0, 1, 0],
      alpha: 0.5,
      hex: '#00ff00',
    });
    expect(tree.color.grey.$value).toMatchObject({ colorSpace: 'oklch', components: [0.6, 0, 'none'] });
    expect(tree.color.link.$value).toBe('{color.red}');
    expect(tree.dark.color.red.$value.hex).toBe('#880000');
  });
});

it('keeps what groups say of themselves, and gradients made of others', async () => {
  const own = sampleTheme({
    $description: 'All of it',
    color: {
      $type: 'color',
      $description: 'Colours',
      $extensions: { 'com.example': 1 },
      brand: { $description: 'Of the brand', main: { $value: color('#336699') } },
    },
    fonts: {
      $type: 'fontFamily',
      sans: { $value: ['Inter', 'Arial'] },
      code: { $value: ['Fira', '{fonts.sans}'] },
    },
    dawn: { $type: 'gradient', $value: [{ color: '{color.brand.main}', position: 0 }] },
    day: { $type: 'gradient', $value: ['{dawn}', { color: color('#ffffff'), position: 1 }] },
  });
  const tokens = tokensOfTheme(own, null, palette, null, 'own');
  const text = await renderText('dtcg', tokens, { prefix: 'x' });
  const tree = JSON.parse(text);
  expect(tree.$description).toBe('All of it');
  expect(tree.x.color).toMatchObject({ $description: 'Colours', $extensions: { 'com.example': 1 } });
  expect(tree.x.color.brand.$description).toBe('Of the brand');
  expect((await readWithTerrazzo(text)).said).toEqual([]);
  const css = await renderText('css', tokens, { prefix: '' });
  expect(css).toContain('--day: linear-gradient(#336699 0%, #ffffff 100%);');
  expect(css).toContain('--fonts-code: "Fira", "Inter", "Arial";');
});

describe('options.tokens', () => {
  const namesIn = async (kinds: TokenKinds): Promise<string[]> =>
    Object.keys(
      JSON.parse(
        await renderText('json', tokensOfTheme(theme, 'light', null, null, kinds), { prefix: '' }),
      ) as object,
    );

  it('has own tokens, roles, or both, and nothing twice', async () => {
    const [own, roles, all] = [await namesIn('own'), await namesIn('roles'), await namesIn('all')];
    expect(own).toContain('color-red');
    expect(own).not.toContain('primary');
    expect(roles).toContain('on-primary');
    expect(roles).not.toContain('color-red');
    expect([...all].sort()).toEqual([...new Set([...own, ...roles])].sort());
  });
});
