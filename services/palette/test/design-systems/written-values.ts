import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

import lessCompiler from 'less';
import * as sass from 'sass';
import { SaxesParser } from 'saxes';
import stylusCompiler from 'stylus';
import { compile } from 'tailwindcss';

import type { Json } from '../../src/themes/theme.ts';
import { isColorToken } from '../../src/formats/token.ts';
import type { DesignToken, TokenColor } from '../../src/formats/token.ts';

const require = createRequire(import.meta.url);
const resolveConfig = require('tailwindcss3/resolveConfig') as (config: object) => object;

/** Values in CSS by the names of a file. */
type Written = ReadonlyMap<string, string>;

/** The variables that a style sheet declares at its root. */
export const declared = (css: string): Written => {
  const found = new Map<string, string>();
  for (const [, name, value] of css.matchAll(/^\s*--([^\s:]+): ([^;{}]+);/gm)) found.set(name!, value!);
  return found;
};

/** The properties of a rule, whose names begin with an x. */
const properties = (css: string): Written =>
  new Map([...css.matchAll(/^\s*x([\p{L}\p{N}_-]+): ([^;]+);/gmu)].map(([, name, value]) => [name!, value!]));

const namesAfter = (sign: string, source: string): string[] =>
  [...source.matchAll(new RegExp(`^[${sign}]([\\p{L}\\p{N}_-]+)\\s*[:=]`, 'gmu'))].map(([, name]) => name!);

/** A sheet in which references to its own variables are replaced by their values, as browsers do. */
const settled = (variables: Written): Written => {
  const valueOf = (text: string, depth = 0): string =>
    text.replaceAll(/var\(--([^\s(),]+)\)/g, (whole, name: string) => {
      const value = depth < 32 ? variables.get(name) : undefined;
      return value === undefined ? whole : valueOf(value, depth + 1);
    });
  return new Map([...variables].map(([name, value]) => [name, valueOf(value)]));
};

/** Sass gives the variables of the file, as it writes them in a rule. */
const withSass = (source: string, uses: string): Written => {
  const importer = {
    canonicalize: (url: string) => (url === 'tokens' ? new URL('tokens:file') : null),
    load: () => ({ contents: source, syntax: 'scss' as const }),
  };
  const { css } = sass.compileString(
    `@use 'sass:meta'; @use 'sass:map'; @use 'tokens';
     :root { @each $name, $value in ${uses} { x#{$name}: $value; } }`,
    { importers: [importer] },
  );
  return properties(css);
};

const withLess = async (source: string): Promise<Written> => {
  const uses = namesAfter('@', source).map((name) => `  --${name}: @${name};\n`);
  return declared((await lessCompiler.render(`${source}\n:root {\n${uses.join('')}}`)).css);
};

const withStylus = (source: string): Written => {
  const uses = namesAfter('$', source).map((name) => `  x${name} $${name}\n`);
  return properties(stylusCompiler.render(`${source}\n:root\n${uses.join('')}`));
};

const imported = (source: string): Promise<object> =>
  import(`data:text/javascript,${encodeURIComponent(source)}`) as Promise<object>;

const withNode = async (source: string): Promise<Written> => {
  const { default: all, tokens = all } = (await imported(source)) as { default?: object; tokens?: object };
  return new Map(Object.entries(tokens as Record<string, string>));
};

/** The texts of a tree by their paths as JSON; one that is also a group is its `rootKey`. */
const leavesOf = (node: unknown, rootKey: string, path: readonly string[] = []): [string, string][] =>
  Object.entries(node as object).flatMap(([name, item]: [string, unknown]): [string, string][] => {
    const place = name === rootKey && path.length > 0 ? path : [...path, name];
    return typeof item === 'string' ? [[JSON.stringify(place), item]] : leavesOf(item, rootKey, place);
  });

const withTailwind4 = async (source: string): Promise<Written> => {
  const compiler = await compile(source.replace('@theme {', '@theme static {'));
  return settled(declared(compiler.build([])));
};

/** A preset's values by section and name, as Tailwind 3 resolves them beside its own. */
const withTailwind3 = async (source: string): Promise<Written> => {
  type Theme = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const { default: preset } = (await imported(source)) as { default: { theme: { extend: Theme } } };
  const { theme } = resolveConfig(preset) as { theme: Theme };
  const text = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));
  const found = new Map(leavesOf(theme['colors'], 'DEFAULT'));
  for (const [section, own] of Object.entries(preset.theme.extend))
    for (const name of section === 'colors' ? [] : Object.keys(own)) {
      const value = theme[section]?.[name];
      const [size, more] = section === 'fontSize' && Array.isArray(value) ? (value as [string, object]) : [];
      if (more === undefined) {
        found.set(JSON.stringify([section, name]), text(value));
        continue;
      }
      const { fontWeight, lineHeight, letterSpacing } = more as Readonly<Record<string, string>>;
      const family = text(theme['fontFamily']?.[name]);
      found.set(JSON.stringify(['typography', name]), `${fontWeight} ${size}/${lineHeight} ${family}`);
      if (letterSpacing !== undefined) found.set(JSON.stringify(['letterSpacing', name]), letterSpacing);
    }
  return found;
};

const run = promisify(execFile);

/** Ways to have a source built by Style Dictionary: the package, and what it is told beside its group for CSS. */
const STYLE_DICTIONARIES = {
  'Style Dictionary 5': { package: 'style-dictionary', studio: false },
  'Style Dictionary 4': { package: require.resolve('style-dictionary4'), studio: false },
  'Tokens Studio’s transforms': { package: 'style-dictionary', studio: true },
} as const;

export type StyleDictionaryWay = keyof typeof STYLE_DICTIONARIES;

// In a process of its own: Style Dictionary clones with structuredClone, whose objects are foreign inside of Jest.
const STYLE_DICTIONARY = `
  import { readFileSync } from 'node:fs';
  const { ways, source } = JSON.parse(readFileSync(0, 'utf8'));
  const all = {};
  for (const [way, { package: name, studio }] of ways) {
    const { default: StyleDictionary } = await import(name);
    if (studio) (await import('@tokens-studio/sd-transforms')).register(StyleDictionary);
    const dictionary = new StyleDictionary({
      tokens: JSON.parse(source),
      ...(studio ? { preprocessors: ['tokens-studio'] } : {}),
      platforms: {
        css: {
          transformGroup: studio ? 'tokens-studio' : 'css',
          ...(studio ? { transforms: ['name/kebab'], mathFractionDigits: 8 } : {}),
          files: [{ destination: 'x.css', format: 'css/variables' }],
        },
      },
      log: { verbosity: 'silent', warnings: 'disabled' },
    });
    const [{ output }] = await dictionary.formatPlatform('css');
    const { allTokens } = await dictionary.getPlatformTokens('css');
    all[way] = { output, names: allTokens.map(({ path, name }) => [path, name]) };
  }
  process.stdout.write(JSON.stringify(all));
`;

/** What Style Dictionary writes as CSS for each token, by its path as JSON. */
export const withStyleDictionary = async (
  source: string,
  ways: readonly StyleDictionaryWay[],
): Promise<ReadonlyMap<string, Written>> => {
  const child = run(process.execPath, ['--input-type=module', '--eval', STYLE_DICTIONARY], {
    cwd: import.meta.dirname,
    maxBuffer: 256 * 1024 ** 2,
  });
  child.child.stdin?.end(JSON.stringify({ source, ways: ways.map((way) => [way, STYLE_DICTIONARIES[way]]) }));
  const all = JSON.parse((await child).stdout) as Record<
    string,
    { output: string; names: [string[], string][] }
  >;
  return new Map(
    Object.entries(all).map(([way, { output, names }]) => {
      const values = declared(output);
      return [
        way,
        new Map(
          names.map(([path, name]) => {
            const place = path.at(-1) === 'default' ? path.slice(0, -1) : path;
            return [JSON.stringify(place), values.get(name) ?? ''];
          }),
        ),
      ];
    }),
  );
};

/** How each format with values in CSS is read; by name, or by the path as JSON. */
export const CSS_READERS: Readonly<Record<string, (source: string) => Written | Promise<Written>>> = {
  css: (source) => settled(declared(source)),
  scss: (source) => withSass(source, "meta.module-variables('tokens')"),
  'scss-map': (source) => withSass(source, "map.get(meta.module-variables('tokens'), 'tokens')"),
  less: withLess,
  stylus: withStylus,
  js: withNode,
  ts: (source) =>
    withNode(
      source.replaceAll(/ as const;|^export type .*$/gm, (text) => (text.startsWith(' as') ? ';' : '')),
    ),
  json: (source) => new Map(Object.entries(JSON.parse(source) as Record<string, string>)),
  'json-nested': (source) => new Map(leavesOf(JSON.parse(source), 'default')),
  'tailwind-v4': withTailwind4,
  'tailwind-v3': withTailwind3,
};

/** Apple's names of font weights. */
const WEIGHTS = ['ultraLight', 'thin', 'light', 'regular', 'medium', 'semibold', 'bold', 'heavy', 'black'];

const hex = (digits: string, at: number): string => String(Number.parseInt(digits.slice(at, at + 2), 16));
const byte = (share: number): string => String(Math.round(share * 255));
const rounded = (value: number): string => String(Number(value.toFixed(3)));

/** Numbers and names of fonts of a value in Swift, Kotlin or Dart, in their order; colours as bytes. */
const partsOfCode = (code: string): string[] =>
  code
    .replaceAll(/Color\(0x([\da-f]{8})\)/gi, (_, digits: string) =>
      [hex(digits, 2), hex(digits, 4), hex(digits, 6), hex(digits, 0)].join(' '),
    )
    .replaceAll(
      /(?:UI)?Color\((?:\.sRGB, )?red: ([\d.]+), green: ([\d.]+), blue: ([\d.]+), (?:alpha|opacity): ([\d.]+)\)/g,
      (_, ...shares: string[]) => {
        const [red, green, blue, alpha] = shares.slice(0, 4).map(Number);
        return [red!, green!, blue!].map(byte).concat(byte(alpha!)).join(' ');
      },
    )
    .replaceAll(
      /Weight\.(?:w(\d+)|(\w+))/g,
      (_, number: string | undefined, name: string) =>
        ` ${number ?? String((WEIGHTS.indexOf(name) + 1) * 100)}`,
    )
    .replaceAll(/TimeInterval\(([\d.]+)\)/g, (_, seconds: string) => String(Number(seconds) * 1_000))
    .replaceAll(/Duration\(microseconds: (\d+)\)/g, (_, micros: string) => String(Number(micros) / 1_000))
    .replaceAll(/\b[xy][12](?=[:\s])/g, '')
    .match(/"(?:[^"\\]|\\.)*"|(?<![\w.])-?\d+(?:\.\d+)?/g)
    ?.map((part) => (part.startsWith('"') ? part.slice(1, -1) : rounded(Number(part)))) ?? [];

type Tree = Readonly<Record<string, Json | undefined>>;
const tree = (value: Json | undefined): Tree => (value ?? {}) as Tree;
const list = (value: Json | undefined): readonly Json[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]) as readonly Json[];

const NAMED_WEIGHTS: Readonly<Record<string, number>> = {
  thin: 100,
  hairline: 100,
  'extra-light': 200,
  'ultra-light': 200,
  light: 300,
  normal: 400,
  regular: 400,
  book: 400,
  medium: 500,
  'semi-bold': 600,
  'demi-bold': 600,
  bold: 700,
  'extra-bold': 800,
  'ultra-bold': 800,
  black: 900,
  heavy: 900,
  'extra-black': 950,
  'ultra-black': 950,
};

/**
 * The same of a token as DTCG has it: what any file of it must have.
 * @param inHundreds whether the platform has font weights in hundreds only
 * @param isSimple whether it has words for styles of strokes only
 */
export const partsOfToken = (token: DesignToken, inHundreds: boolean, isSimple = false): string[] => {
  const color = (value: Json | undefined): string[] => {
    const { hex: digits, alpha } = tree(value);
    const text = (digits as string).slice(1);
    return [hex(text, 0), hex(text, 2), hex(text, 4), byte(typeof alpha === 'number' ? alpha : 1)];
  };
  const measure = (value: Json | undefined): string[] => {
    const { value: amount, unit } = tree(value);
    return [rounded(Number(amount ?? 0) * (unit === 'rem' ? 16 : unit === 's' ? 1_000 : 1))];
  };
  const number = (value: Json | undefined): string[] => [rounded(Number(value ?? 0))];
  const weight = (value: Json | undefined): string[] => {
    const given = typeof value === 'string' ? (NAMED_WEIGHTS[value] ?? 400) : Number(value ?? 0);
    return [
      String(inHundreds ? Math.min(900, Math.max(100, Math.round(given / 100) * 100)) : Math.round(given)),
    ];
  };
  const families = (value: Json | undefined): string[] =>
    list(value).map((name) => (name as string).replaceAll(/[^\p{L}\p{M}\p{N} ._'’:&+-]/gu, ''));
  const numbers = (value: Json | undefined): string[] => list(value).flatMap(number);
  const stroke = (value: Json | undefined): string[] =>
    typeof value === 'string'
      ? [value, 'butt']
      : [
          'dashed',
          ...list(tree(value)['dashArray']).flatMap(measure),
          (tree(value)['lineCap'] ?? 'butt') as string,
        ];
  if (isColorToken(token)) {
    const { hex: digits, alpha } = token.color;
    return color({ hex: digits, alpha });
  }
  const { value } = token;
  const member = tree(value);
  const readers: Readonly<Record<string, () => string[]>> = {
    dimension: () => measure(value),
    duration: () => measure(value),
    number: () => number(value),
    fontFamily: () => families(value),
    fontWeight: () => weight(value),
    cubicBezier: () => numbers(value),
    strokeStyle: () => (isSimple ? stroke(value).slice(0, 1) : stroke(value)),
    border: () => [...color(member['color']), ...measure(member['width']), ...stroke(member['style'])],
    transition: () => [
      ...measure(member['duration']),
      ...measure(member['delay']),
      ...numbers(member['timingFunction']),
    ],
    shadow: () =>
      list(value).flatMap((layer) => [
        ...color(tree(layer)['color']),
        ...['offsetX', 'offsetY', 'blur', 'spread'].flatMap((name) => measure(tree(layer)[name])),
      ]),
    gradient: () =>
      list(value).flatMap((stop) => [...color(tree(stop)['color']), ...number(tree(stop)['position'])]),
    typography: () => [
      ...families(member['fontFamily']),
      ...measure(member['fontSize']),
      ...weight(member['fontWeight']),
      ...measure(member['letterSpacing']),
      ...number(member['lineHeight'] ?? 1),
    ],
  };
  return readers[token.type]?.() ?? [];
};

/** The lines that declare a constant, by language. */
const CONSTANTS: Readonly<Record<string, RegExp>> = {
  'ios-swift': /^ {4}public static let ([\p{L}\p{N}_]+) = (.*)$/gmu,
  swiftui: /^ {4}public static let ([\p{L}\p{N}_]+) = (.*)$/gmu,
  compose: /^ {2}val ([\p{L}\p{N}_]+) = (.*)$/gmu,
  flutter: /^ {4}static const ([\p{L}\p{N}_]+) = (.*);$/gmu,
};

/** Constants of a program with the parts of their values; one that is another constant has its parts. */
export const constantsIn = (format: string, source: string): ReadonlyMap<string, readonly string[]> => {
  const code = new Map([...source.matchAll(CONSTANTS[format]!)].map(([, name, value]) => [name!, value!]));
  const valueOf = (name: string, depth = 0): string => {
    const value = code.get(name) ?? '';
    return depth < 32 && code.has(value) ? valueOf(value, depth + 1) : value;
  };
  return new Map([...code.keys()].map((name) => [name, partsOfCode(valueOf(name))]));
};

/** Resources of Android by name, with those that they refer to resolved. */
export const resourcesIn = (xml: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  let name = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    name = tag.attributes['name'] ?? '';
  });
  parser.on('text', (text) => {
    if (name !== '' && text.trim() !== '') found.set(name, text.trim());
  });
  parser.on('closetag', () => {
    name = '';
  });
  parser.write(xml).close();
  const valueOf = (given: string, depth = 0): string => {
    const target = /^@\w+\/(.+)$/.exec(given)?.[1];
    return target === undefined || depth > 32 ? given : valueOf(found.get(target) ?? given, depth + 1);
  };
  return new Map([...found].map(([key, value]) => [key, valueOf(value)]));
};

/** The same of a resource of Android. */
export const partsOfResource = (type: string, text: string | undefined): string[] | undefined => {
  if (text === undefined) return undefined;
  if (type === 'color') {
    const digits = text.slice(1).padStart(8, 'f');
    const alpha = hex(digits, 0);
    return [hex(digits, 2), hex(digits, 4), hex(digits, 6), alpha];
  }
  if (type === 'fontFamily') return text.replaceAll("\\'", "'").split(', ');
  if (type === 'strokeStyle') return [text];
  return (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map((part) => rounded(Number(part)));
};

/** The same of Figma's variables, by their paths as JSON, with what they refer to. */
export const figmaIn = (source: string): ReadonlyMap<string, readonly string[]> => {
  const leaves = new Map<string, { $type: string; $value: Json }>();
  const collect = (node: object, path: readonly string[]): void => {
    for (const [name, item] of Object.entries(node) as [string, Tree][]) {
      if (name.startsWith('$')) continue;
      const place = name === 'default' ? path : [...path, name];
      if ('$value' in item) leaves.set(JSON.stringify(place), item as never);
      else collect(item, place);
    }
  };
  collect(JSON.parse(source) as object, []);
  const partsOf = (key: string, depth = 0): string[] => {
    const leaf = leaves.get(key);
    if (leaf === undefined) return ['nothing'];
    const { $type: type, $value: value } = leaf;
    const target = typeof value === 'string' ? /^\{(.*)\}$/.exec(value)?.[1] : undefined;
    if (target !== undefined && depth < 32) {
      const path = target.split('.');
      return partsOf(JSON.stringify(path.at(-1) === 'default' ? path.slice(0, -1) : path), depth + 1);
    }
    if (type === 'string') {
      const numbers = (value as string).match(/-?\d+(?:\.\d+)?/g);
      return numbers?.map((part) => rounded(Number(part))) ?? [value as string];
    }
    return partsOfToken(tokenOfTerrazzo({ id: key, $type: type, $value: value }), false);
  };
  return new Map([...leaves.keys()].map((key) => [key, partsOf(key)]));
};

/** A token as Terrazzo and DTCG files have it, as one of ours. */
export const tokenOfTerrazzo = ({
  id,
  $type: type,
  $value: value,
}: {
  readonly id: string;
  readonly $type: string;
  readonly $value: unknown;
}): DesignToken => {
  const head = { path: [id], description: null };
  if (type !== 'color') return { ...head, type, value: value as Json };
  const { hex: digits, alpha } = value as { hex: string; alpha?: number };
  return { ...head, color: { hex: digits, alpha: alpha ?? 1 } as TokenColor };
};
