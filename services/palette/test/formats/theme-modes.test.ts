import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import type { StandardMode } from '../../src/themes/theme.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { render, renderText } from './render.ts';

const palette = samplePalette('#3366cc');
const theme = sampleTheme(
  { primary: '#ffd400', color: { brand: { $type: 'color', $value: '{palette.1}' } } },
  palette,
);
const tokens = tokensOfTheme(theme, null, palette);
const OPTIONS = { prefix: 'theme' };
const colorOf = (mode: StandardMode, role: string): string =>
  theme.modes[mode].find((candidate) => candidate.role === role)!.color.hex;
const roles = theme.modes.light.map(({ role }) => role);
const camel = (text: string): string =>
  text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const filesOf = async (id: string): Promise<Record<string, string>> => {
  const { filename, mediaType, bytes } = await render(id, tokens, OPTIONS);
  expect([filename.endsWith('.zip'), mediaType]).toEqual([true, 'application/zip']);
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([path, content]) => [path, Buffer.from(content).toString()]),
  );
};

/** Android resources by name; throws where the XML isn't well-formed. */
const resourcesIn = (xml: string): Record<string, string> => {
  const found: Record<string, string> = {};
  let name = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => (name = tag.attributes['name'] ?? ''));
  parser.on('text', (text) => {
    if (text.trim() !== '') found[name] = text;
  });
  parser.write(xml).close();
  return found;
};

it('android-xml has each role in values and values-night, as the system chooses between them', async () => {
  const files = await filesOf('android-xml');
  expect(Object.keys(files)).toEqual(['values/theme_colors.xml', 'values-night/theme_colors.xml']);
  const [day, night] = Object.values(files).map(resourcesIn) as [
    Record<string, string>,
    Record<string, string>,
  ];
  const resolve = (own: Record<string, string>, name: string): string => {
    const value = own[name] ?? day[name]!;
    return value.startsWith('@color/') ? resolve(own, value.slice(7)) : value;
  };
  for (const role of roles) {
    const name = `theme_${role.replaceAll('-', '_')}`;
    expect(resolve(day, name)).toBe(colorOf('light', role));
    expect(resolve({ ...day, ...night }, name)).toBe(colorOf('dark', role));
  }
});

it('figma has a file for each mode, with the same names in all', async () => {
  const files = await filesOf('figma');
  expect(Object.keys(files)).toEqual(THEME_MODES.map((mode) => `${mode}.tokens.json`));
  for (const mode of THEME_MODES) {
    const tree = JSON.parse(files[`${mode}.tokens.json`]!);
    expect(tree.$extensions).toEqual({ 'com.figma.modeName': mode });
    expect(Object.keys(tree.theme)).toEqual(['palette', ...roles, 'color']);
    for (const role of roles) expect(tree.theme[role].$value.hex).toBe(colorOf(mode, role));
    expect(tree.theme.color.brand.$value).toBe('{theme.palette.triad-1}');
  }
});

/** The constants of a file by name, each as the colour that it finally is. */
const constantsIn = (source: string, pattern: RegExp): Map<string, string> => {
  const found = new Map([...source.matchAll(pattern)].map(([, name, value]) => [name!, value!]));
  const hexOf = (value: string): string => {
    const next = found.get(value);
    if (next !== undefined) return hexOf(next);
    const argb = /0xff([\da-f]{6})/.exec(value)?.[1];
    if (argb !== undefined) return `#${argb}`;
    const parts = [...value.matchAll(/(?:[rR]ed|green|blue): ([\d.]+)/g)].map(([, part]) => Number(part));
    return `#${parts
      .map((part) =>
        Math.round(part * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  };
  return new Map([...found].map(([name, value]) => [name, hexOf(value)]));
};

it.each(['ios-swift', 'swiftui'])(
  '%s has colours that follow the appearance and the contrast',
  async (id) => {
    const source = await renderText(id, tokens, { ...OPTIONS, p3: false });
    const constants = constantsIn(source, /static let (\w+) = ((?:UI)?Color\(.*\)|\w+)$/gm);
    const dynamic = new Map(
      [...source.matchAll(/static let (\w+) = dynamic\((.*)\)$/gm)].map(([, name, list]) => [
        name!,
        list!.split(', '),
      ]),
    );
    expect([...dynamic.keys()]).toEqual(roles.map(camel));
    for (const role of roles)
      expect(dynamic.get(camel(role))!.map((name) => constants.get(name))).toEqual(
        THEME_MODES.map((mode) => colorOf(mode, role)),
      );
    expect(source).toMatch(/userInterfaceStyle == \.dark/);
    expect(source).toMatch(/accessibilityContrast == \.high/);
  },
);

/** The arguments of a constructor call that is assigned to a name. */
const argumentsOf = (source: string, name: string, sign: string): Record<string, string> => {
  const list = new RegExp(`${name} = \\w+\\(\\n([^)]*)\\)`).exec(source)![1]!;
  return Object.fromEntries(
    [...list.matchAll(new RegExp(`(\\w+)${sign} (\\w+)`, 'g'))].map(([, key, value]) => [key!, value!]),
  );
};

it.each([
  ['compose', /val (\w+) = (Color\(.*\)|\w+)$/gm, ' ='],
  ['flutter', /static const (\w+) = (Color\(.*\)|\w+);$/gm, ':'],
] as const)('%s has a Material scheme and all roles for each mode', async (id, pattern, sign) => {
  const source = await renderText(id, tokens, OPTIONS);
  const constants = constantsIn(source, pattern);
  for (const mode of THEME_MODES) {
    const material = argumentsOf(source, camel(`${mode}-scheme`), sign);
    expect(constants.get(material['primary']!)).toBe('#ffd400');
    expect(constants.get(material['onPrimary']!)).toBe(colorOf(mode, 'on-primary'));
    expect(constants.get(material['outline']!)).toBe(colorOf(mode, 'border'));
    expect(constants.get(material['onSurfaceVariant']!)).toBe(colorOf(mode, 'on-surface-variant'));
    const all = argumentsOf(source, camel(`${mode}-roles`), sign);
    for (const role of roles) expect(constants.get(all[camel(role)]!)).toBe(colorOf(mode, role));
  }
});

it.each(['android-xml', 'figma', 'ios-swift', 'compose', 'flutter', 'tailwind-v4'])(
  '%s refuses a token with the name of a role that did not set the role',
  async (id) => {
    const clash = [...tokens, { ...tokens.at(-1)!, path: ['Background'] }];
    const outcome = await render(id, clash, OPTIONS).catch((error: unknown) => error);
    if (id === 'figma') expect(outcome).toMatchObject({ mediaType: 'application/zip' });
    else expect(outcome).toMatchObject({ code: 'name_collision' });
  },
);
