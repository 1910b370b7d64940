import { SaxesParser } from 'saxes';

import { DART_WORDS, KOTLIN_WORDS, SWIFT_WORDS } from '../../src/formats/naming/rules.ts';
import type { Json } from '../../src/themes/theme.ts';
import { render, renderText } from './render.ts';
import { NASTY, SAMPLE } from './sample-tokens.ts';

/** Colours of Android resources by name; throws where the XML isn't well-formed. */
const androidColors = (xml: string): Record<string, string> => {
  const colors: Record<string, string> = {};
  let name = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    name = tag.name === 'color' ? String(tag.attributes['name']) : '';
  });
  parser.on('text', (text) => {
    if (name !== '' && text.trim() !== '') colors[name] = text;
  });
  parser.on('closetag', () => {
    name = '';
  });
  parser.write(xml).close();
  return colors;
};

describe('android-xml', () => {
  it('is XML with every colour, opacity first', async () => {
    expect(androidColors(await renderText('android-xml', SAMPLE))).toEqual({
      brand_base: '#336699',
      brand_base_50: '#eef3ff',
      brand_base_950: '#04101c',
      brand_on_primary: '#ffffff',
      brand_overlay: '#80ff0000',
      brand_neon: SAMPLE[5]!.color.hex,
    });
  });

  it('survives difficult names and descriptions', async () => {
    const colors = androidColors(await renderText('android-xml', NASTY));
    expect(Object.values(colors)).toEqual(NASTY.map(({ color }) => color.hex));
    for (const name of Object.keys(colors)) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it('has a file name that Android accepts for a resource', async () => {
    expect((await render('android-xml', SAMPLE, { prefix: 'My-App' })).filename).toBe('my_app_colors.xml');
  });
});

const CODE = {
  'ios-swift': {
    line: /^ {4}public static let (\w+) = UIColor\((?:red|displayP3Red): ([\d.]+), green: ([\d.]+), blue: ([\d.]+), alpha: ([\d.]+)\)/gmu,
    type: 'public enum BrandColors {',
    words: SWIFT_WORDS,
  },
  swiftui: {
    line: /^ {4}public static let (\w+) = Color\(\.(?:sRGB|displayP3), red: ([\d.]+), green: ([\d.]+), blue: ([\d.]+), opacity: ([\d.]+)\)/gmu,
    type: 'public enum BrandColors {',
    words: SWIFT_WORDS,
  },
  compose: {
    line: /^ {2}val (\w+) = Color\((?:0x([0-9a-f]{8})|red = ([\d.]+)f, green = ([\d.]+)f, blue = ([\d.]+)f, alpha = ([\d.]+)f, colorSpace = ColorSpaces\.DisplayP3)\)$/gm,
    type: 'object BrandColors {',
    words: KOTLIN_WORDS,
  },
  flutter: {
    line: /^ {4}static const (\w+) = Color(?:\(0x([0-9a-f]{8})|\.from\(alpha: [\d.]+, red: ([\d.]+), green: ([\d.]+), blue: ([\d.]+), colorSpace: ColorSpace\.displayP3)\);/gm,
    type: 'class BrandColors {',
    words: DART_WORDS,
  },
} as const;

/** Declared names and the colours' 8-bit red, green, blue and opacity. */
const declared = (id: keyof typeof CODE, source: string): Map<string, number[]> =>
  new Map(
    [...source.matchAll(new RegExp(CODE[id].line.source.replaceAll('\\w', '[\\p{L}\\p{N}_]'), 'gmu'))].map(
      ([, name, ...all]) => {
        const given: readonly (string | undefined)[] = all;
        const parts = given.filter((part) => part !== undefined);
        if (parts.length > 1) return [name!, parts.map((part) => Math.round(Number(part) * 255))];
        const [alpha, ...rgb] = parts[0]!.match(/../g)!.map((byte) => Number.parseInt(byte, 16));
        return [name!, [...rgb, alpha!]];
      },
    ),
  );

describe.each(Object.keys(CODE) as (keyof typeof CODE)[])('%s', (id) => {
  it('declares every colour', async () => {
    const source = await renderText(id, SAMPLE);
    expect(source).toContain(CODE[id].type);
    const found = declared(id, source);
    expect(found.size).toBe(SAMPLE.length);
    // In the order of the palette, whose base comes first.
    expect([...found.keys()].slice(0, 2)).toEqual(['base', 'base50']);
    expect(found.get('base')).toEqual([0x33, 0x66, 0x99, 255]);
    expect(found.get('base50')).toEqual([0xee, 0xf3, 0xff, 255]);
    expect(found.get('onPrimary')).toEqual([255, 255, 255, 255]);
    expect(found.get('overlay')).toEqual([255, 0, 0, 128]);
  });

  it('escapes keywords and keeps descriptions inside comments', async () => {
    const source = await renderText(id, NASTY);
    const found = declared(id, source);
    expect(found.size).toBe(NASTY.length);
    for (const name of found.keys()) expect(CODE[id].words.has(name)).toBe(false);
    const bare = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(bare).not.toMatch(/red \}|evil|separator|backslash/);
    expect(bare.match(/[{}]/g)).toEqual(['{', '}']);
  });

  it('has no documentation behind a declaration, where it would be that of the next', async () => {
    const lines = (await renderText(id, [...SAMPLE, ...NASTY])).split('\n');
    const documented = lines.filter((line) => /\bColor\(|UIColor\(/.test(line) && /\/\*\*|\/\/\//.test(line));
    expect(documented).toEqual([]);
  });

  it('has no comments when they are turned off', async () => {
    expect(await renderText(id, SAMPLE, { comments: false })).not.toMatch(/\/\/|\/\*/);
  });
});

it.each(['ios-swift', 'swiftui', 'compose', 'flutter'])(
  '%s uses Display P3 for colours outside sRGB',
  async (id) => {
    const [neon] = (await renderText(id, SAMPLE)).match(/neon.*/)!;
    expect(neon).toMatch(/display ?P3/i);
    expect(await renderText(id, SAMPLE, { p3: false })).not.toMatch(/displayP3/i);
  },
);

it.each(['ios-swift', 'swiftui', 'compose', 'flutter'])('%s uses it in composite values, too', async (id) => {
  const color: Json = { colorSpace: 'display-p3', components: [1, 0, 0], alpha: 0.5, hex: '#ff0000' };
  const value = [{ color, position: 0 }];
  const source = await renderText(id, [{ path: ['fade'], type: 'gradient', value, description: null }]);
  expect(source.match(/fade = .*/)?.[0]).toMatch(/display ?P3/i);
});
