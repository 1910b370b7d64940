import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import type { TreeNode } from '../../src/themes/tokens/token-tree.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { renderText } from './render.ts';

const RED = { $type: 'color', $value: { colorSpace: 'display-p3', components: [1, 0, 0] } };
const P3 = 'color(display-p3 1 0 0)';
const tokensWith = (primary: TreeNode) => {
  const palette = samplePalette('#3366cc');
  return tokensOfTheme(sampleTheme({ primary }, palette), null, palette);
};

const of = (hex: string): TreeNode => ({
  $type: 'color',
  $value: {
    colorSpace: 'srgb',
    components: [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255),
    hex,
  },
});

describe('a role that was set to a colour outside sRGB', () => {
  const tokens = tokensWith(RED);

  it.each(['css', 'tailwind-v4'])('%s keeps it for screens that show it, in every mode', async (format) => {
    const css = await renderText(format, tokens, { prefix: 'x' });
    const wide = css.slice(css.indexOf('@media (color-gamut: p3)'));
    for (const mode of ['light', 'dark', 'high-contrast', 'high-contrast-dark'])
      expect(wide).toContain(`x-${mode}-primary: ${P3};`);
  });

  it('dtcg and native formats keep it', async () => {
    const dtcg = JSON.parse(await renderText('dtcg', tokens, { prefix: 'x' }));
    expect(dtcg.x.light.primary.$value).toMatchObject({ colorSpace: 'display-p3', components: [1, 0, 0] });
    const swift = await renderText('swiftui', tokens, { prefix: 'x' });
    expect(swift).toContain('lightPrimary = Color(.displayP3, red: 1, green: 0, blue: 0, opacity: 1)');
    const compose = await renderText('compose', tokens, { prefix: 'x' });
    expect(compose).toMatch(/lightPrimary = Color\(red = 1f, .*ColorSpaces\.DisplayP3\)/);
    expect(compose).toContain('import androidx.compose.ui.graphics.colorspace.ColorSpaces\n');
    const flutter = await renderText('flutter', tokens, { prefix: 'x' });
    expect(flutter).toMatch(/lightPrimary = Color\.from\(.*ColorSpace\.displayP3\)/);
    expect(flutter).toContain("import 'dart:ui' show ColorSpace;\n");
  });
});

it.each(['#ff0000', '#00ff00', '#ffffff', '#123456'])(
  'a role at the edge of sRGB is in it: %s',
  async (hex) => {
    const tokens = tokensWith(of(hex));
    expect(await renderText('css', tokens, { prefix: 'x' })).not.toContain('display-p3');
  },
);
