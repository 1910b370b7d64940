import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import lessCompiler from 'less';
import * as sass from 'sass';
import { SaxesParser } from 'saxes';
import stylusCompiler from 'stylus';

import type { Json } from '../../src/themes/theme.ts';
import { isColorToken } from '../../src/formats/token.ts';
import type { DesignToken } from '../../src/formats/token.ts';

/** Values in CSS by the names of a file. */
type Written = ReadonlyMap<string, string>;

/** The variables that a style sheet declares at its root. */
const declared = (css: string): Written => {
  const found = new Map<string, string>();
  for (const [, name, value] of css.matchAll(/^\s*--([^\s:]+): ([^;{}]+);/gm)) found.set(name!, value!);
  return found;
};

const namesAfter = (sign: string, source: string): string[] =>
  [...source.matchAll(new RegExp(`^[${sign}]([\\p{L}\\p{N}_-]+)\\s*[:=]`, 'gmu'))].map(([, name]) => name!);

/** Sass gives the variables of the file, as it inspects them. */
const withSass = (source: string): Written => {
  const importer = {
    canonicalize: (url: string) => (url === 'tokens' ? new URL('tokens:file') : null),
    load: () => ({ contents: source, syntax: 'scss' as const }),
  };
  const { css } = sass.compileString(
    `@use 'sass:meta'; @use 'tokens';
     :root { @each $name, $value in meta.module-variables('tokens') { --#{$name}: #{meta.inspect($value)}; } }`,
    { importers: [importer] },
  );
  return declared(css);
};

const withLess = async (source: string): Promise<Written> => {
  const uses = namesAfter('@', source).map((name) => `  --${name}: @${name};\n`);
  return declared((await lessCompiler.render(`${source}\n:root {\n${uses.join('')}}`)).css);
};

const withStylus = (source: string): Written => {
  const uses = namesAfter('$', source).map((name) => `  x${name} $${name}\n`);
  const css = stylusCompiler.render(`${source}\n:root\n${uses.join('')}`);
  return new Map(
    [...css.matchAll(/^\s*x([\p{L}\p{N}_-]+): ([^;]+);/gmu)].map(([, name, value]) => [name!, value!]),
  );
};

const withNode = async (source: string): Promise<Written> => {
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Record<
    string,
    unknown
  >;
  const { default: all, tokens = all } = module as { default?: object; tokens?: object };
  return new Map(Object.entries(tokens as Record<string, string>));
};

const run = promisify(execFile);

// In a process of its own: Style Dictionary clones with structuredClone, whose objects are foreign inside of Jest.
const STYLE_DICTIONARY = `
  import StyleDictionary from 'style-dictionary';
  import { readFileSync } from 'node:fs';
  const dictionary = new StyleDictionary({
    tokens: JSON.parse(readFileSync(0, 'utf8')),
    platforms: { css: { transformGroup: 'css', files: [{ destination: 'x.css', format: 'css/variables' }] } },
    log: { verbosity: 'silent' },
  });
  const [file] = await dictionary.formatPlatform('css');
  process.stdout.write(file.output);
`;

const withStyleDictionary = async (source: string): Promise<Written> => {
  const child = run(process.execPath, ['--input-type=module', '--eval', STYLE_DICTIONARY], {
    cwd: import.meta.dirname,
    maxBuffer: 64 * 1024 ** 2,
  });
  child.child.stdin?.end(source);
  return declared((await child).stdout);
};

/** How each format with values in CSS is read. */
export const CSS_READERS: Readonly<Record<string, (source: string) => Written | Promise<Written>>> = {
  css: declared,
  scss: withSass,
  less: withLess,
  stylus: withStylus,
  js: withNode,
  ts: (source) =>
    withNode(
      source.replaceAll(/ as const;|^export type .*$/gm, (text) => (text.startsWith(' as') ? ';' : '')),
    ),
  json: (source) => new Map(Object.entries(JSON.parse(source) as Record<string, string>)),
  'style-dictionary': withStyleDictionary,
};

/** Apple's names of font weights. */
const WEIGHTS = ['ultraLight', 'thin', 'light', 'regular', 'medium', 'semibold', 'bold', 'heavy', 'black'];

const hex = (digits: string, at: number): string => String(Number.parseInt(digits.slice(at, at + 2), 16));
const hundredths = (share: number): string => String(Math.round(share * 100));
const rounded = (value: number): string => String(Number(value.toFixed(3)));

/** Numbers and names of fonts of a value in Swift, Kotlin or Dart, in their order; colours as bytes. */
const partsOfCode = (code: string): string[] =>
  code
    .replaceAll(/Color\(0x([\da-f]{8})\)/gi, (_, digits: string) =>
      [
        hex(digits, 2),
        hex(digits, 4),
        hex(digits, 6),
        hundredths(Number.parseInt(digits.slice(0, 2), 16) / 255),
      ].join(' '),
    )
    .replaceAll(
      /(?:UI)?Color\((?:\.sRGB, )?red: ([\d.]+), green: ([\d.]+), blue: ([\d.]+), (?:alpha|opacity): ([\d.]+)\)/g,
      (_, ...shares: string[]) => {
        const [red, green, blue, alpha] = shares.slice(0, 4).map(Number);
        return [red!, green!, blue!]
          .map((share) => String(Math.round(share * 255)))
          .concat(hundredths(alpha!))
          .join(' ');
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

/** The same of a token as DTCG has it: what any file of it must have. */
export const partsOfToken = (token: DesignToken, inHundreds: boolean): string[] => {
  const color = (value: Json | undefined): string[] => {
    const { hex: digits, alpha } = tree(value);
    const text = (digits as string).slice(1);
    return [hex(text, 0), hex(text, 2), hex(text, 4), hundredths(typeof alpha === 'number' ? alpha : 1)];
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
    strokeStyle: () => stroke(value),
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
