import { splitTokens } from '../../src/formats/export-format.ts';
import { nameTokens } from '../../src/formats/naming/name-tokens.ts';
import * as rules from '../../src/formats/naming/rules.ts';
import type { NameRule } from '../../src/formats/naming/name-tokens.ts';
import { withLetterSpacing } from '../../src/formats/notation/css-value.ts';
import { dtcgName } from '../../src/formats/notation/dtcg.ts';
import { inParts } from '../../src/formats/notation/value-parts.ts';
import { formats } from '../../src/formats/registry.ts';
import { isColorToken } from '../../src/formats/token.ts';
import type { DesignToken } from '../../src/formats/token.ts';
import { treeFault } from '../../src/themes/tokens/dtcg-schemas.ts';
import { renderText } from '../formats/render.ts';
import { readWithTerrazzo } from '../read-with-terrazzo.ts';
import { faultsIn } from './grammars.ts';
import {
  constantsIn,
  CSS_READERS,
  figmaIn,
  partsOfResource,
  partsOfToken,
  resourcesIn,
  tokenOfTerrazzo,
  withStyleDictionary,
} from './written-values.ts';
import type { StyleDictionaryWay } from './written-values.ts';

/** DTCG `$type`. */
export const typeOf = (token: DesignToken): string => (isColorToken(token) ? 'color' : token.type);

/** A value in CSS, to be computed. */
export interface CssText {
  readonly name: string;
  /** DTCG `$type`. */
  readonly type: string;
  readonly text: string;
}

/** Computes values in CSS by their names, in a form in which equal ones are equal. */
export type ComputeCss = (values: readonly CssText[]) => Promise<ReadonlyMap<string, string>>;

/** A token that a program reads as something else: its path, what is meant, and what is read. */
export type Difference = readonly [path: string, meant: string | undefined, found: string | undefined];

export const PLAIN = { prefix: '', comments: false, collisions: 'suffix', p3: false } as const;

const named = (tokens: readonly DesignToken[], rule: NameRule): string[] =>
  nameTokens(tokens, rule, [], PLAIN).map(({ name }) => name);

const byPath = (tokens: readonly DesignToken[]): string[] =>
  tokens.map(({ path }) => JSON.stringify(path.map(dtcgName)));

const NAMES: Readonly<Record<string, (tokens: readonly DesignToken[]) => string[]>> = {
  css: (tokens) => named(tokens, rules.CSS_NAMES),
  scss: (tokens) => named(tokens, rules.SASS_NAMES),
  'scss-map': (tokens) => named(tokens, rules.CSS_NAMES),
  less: (tokens) => named(tokens, rules.LESS_NAMES),
  stylus: (tokens) => named(tokens, rules.ASCII_KEBAB_NAMES),
  js: (tokens) => named(tokens, rules.JAVASCRIPT_NAMES),
  ts: (tokens) => named(tokens, rules.JAVASCRIPT_NAMES),
  json: (tokens) => named(tokens, rules.CSS_NAMES),
  'json-nested': (tokens) => tokens.map(({ path }) => JSON.stringify(path)),
};

/** Tailwind 4's namespaces for a type: https://tailwindcss.com/docs/theme#theme-variable-namespaces */
const NAMESPACES_4: Readonly<Record<string, readonly string[]>> = {
  color: ['color'],
  dimension: ['radius', 'text', 'tracking', 'leading', 'breakpoint', 'container', 'spacing'],
  number: ['leading'],
  cubicBezier: ['ease'],
  shadow: ['shadow'],
  fontFamily: ['font'],
  fontWeight: ['font-weight'],
};

/** The sections of a theme of Tailwind 3 for a type; by itself where it has none. */
const SECTIONS_3: Readonly<Record<string, readonly string[]>> = {
  dimension: ['borderRadius', 'fontSize', 'letterSpacing', 'lineHeight', 'screens', 'borderWidth', 'spacing'],
  number: ['opacity', 'zIndex', 'lineHeight', 'number'],
  duration: ['transitionDuration'],
  cubicBezier: ['transitionTimingFunction'],
  shadow: ['boxShadow'],
  gradient: ['backgroundImage'],
};

const KEYS_3 = { ...rules.ASCII_KEBAB_NAMES, leadingDigit: true };

/** Names under which each token may be found in a file, the likeliest first. */
const candidatesIn = (id: string, tokens: readonly DesignToken[]): (readonly string[])[] => {
  if (id === 'tailwind-v4')
    return named(tokens, { ...rules.ASCII_KEBAB_NAMES, leadingDigit: true }).map((name, at) => [
      ...(NAMESPACES_4[typeOf(tokens[at]!)] ?? []).map((space) => `${space}-${name}`),
      name,
      `c${name}`,
    ]);
  if (id === 'tailwind-v3') {
    // Letter spacing is within the size of a text.
    const plain = nameTokens(tokens, KEYS_3, [], PLAIN);
    return plain.map(({ name, token }) => {
      const type = typeOf(token);
      const path = token.path.map((segment) => named([{ ...token, path: [segment] }], KEYS_3)[0]!);
      const spacing = name.replace(/-letter-spacing$/, '');
      return type === 'color'
        ? [JSON.stringify(path)]
        : [
            ...(SECTIONS_3[type] ?? [type]).map((section) => JSON.stringify([section, name])),
            JSON.stringify(['letterSpacing', spacing]),
          ];
    });
  }
  return NAMES[id]!(tokens).map((name) => [name]);
};

const asked = (
  tokens: readonly DesignToken[],
  textOf: (token: DesignToken, at: number) => string,
): CssText[] => tokens.map((token, at) => ({ name: `t${at}`, type: typeOf(token), text: textOf(token, at) }));

/** Version 4 rounds the opacity of a colour, a byte here, to hundredths. */
const inHundredths = (text: string | undefined): string | undefined =>
  text?.replaceAll(/(?<=^\d+ \d+ \d+ \/ )\d+$/g, (byte) =>
    (Math.round((Number(byte) / 255) * 100) / 100).toFixed(2),
  );

/**
 * Writes tokens in formats whose values are in CSS, and reads each file by the format's own program.
 * @param meant without references
 * @param tokens the same, with references if they have any
 * @returns differences by reader; none is left out
 */
export const differencesInCss = async (
  meant: readonly DesignToken[],
  tokens: readonly DesignToken[],
  compute: ComputeCss,
  dictionaries: readonly StyleDictionaryWay[],
): Promise<Record<string, Difference[]>> => {
  const all = withLetterSpacing(meant);
  const css = await CSS_READERS['css']!(await renderText('css', meant, PLAIN));
  const names = NAMES['css']!(all);
  const wanted = await compute(asked(all, (_, at) => css.get(names[at]!) ?? ''));
  const compare = async (
    textOf: (at: number) => string | undefined,
    plain = (text: string | undefined): string | undefined => text,
  ): Promise<Difference[]> => {
    const found = await compute(asked(all, (_, at) => textOf(at) ?? ''));
    return all.flatMap(({ path }, at): Difference[] => {
      const [is, should] = [plain(found.get(`t${at}`)), plain(wanted.get(`t${at}`))];
      // What has no value in the style sheet either is a difference, too.
      return is === should && should !== undefined ? [] : [[path.join('.'), should, is ?? textOf(at)]];
    });
  };
  const differences: Record<string, Difference[]> = {};
  for (const [id, read] of Object.entries(CSS_READERS)) {
    const written = await read(await renderText(id, tokens, PLAIN));
    const candidates = candidatesIn(id, all);
    differences[id] = await compare((at) => {
      const name = candidates[at]!.find((candidate) => written.has(candidate));
      return name === undefined ? undefined : written.get(name);
    });
  }
  const paths = byPath(all);
  const source = await renderText('style-dictionary', tokens, PLAIN);
  for (const [way, written] of await withStyleDictionary(source, dictionaries))
    differences[way] = await compare(
      (at) => written.get(paths[at]!),
      way === 'Style Dictionary 4' ? inHundredths : undefined,
    );
  return differences;
};

const CONSTANTS = {
  'ios-swift': rules.SWIFT_NAMES,
  swiftui: rules.SWIFT_NAMES,
  compose: rules.KOTLIN_NAMES,
  flutter: rules.DART_NAMES,
} as const;

/** Writes tokens in formats with values of their own, and reads each file back; the same parameters. */
export const differencesInParts = async (
  meant: readonly DesignToken[],
  tokens: readonly DesignToken[],
): Promise<Record<string, Difference[]>> => {
  const compare = (
    own: readonly DesignToken[],
    wantedOf: (token: DesignToken) => readonly string[],
    foundOf: (at: number) => readonly string[] | undefined,
  ): Difference[] =>
    own.flatMap((token, at): Difference[] => {
      const [is, should] = [foundOf(at)?.join(' '), wantedOf(token).join(' ')];
      return is === should ? [] : [[token.path.join('.'), should, is]];
    });
  const differences: Record<string, Difference[]> = {};
  for (const [id, rule] of Object.entries(CONSTANTS)) {
    const source = await renderText(id, tokens, PLAIN);
    const faults = await faultsIn(id, source);
    const constants = constantsIn(id, source);
    const names = named(meant, rule);
    differences[id] = [
      ...faults.map((fault): Difference => ['', '', fault]),
      ...compare(
        meant,
        (token) => partsOfToken(token, id !== 'compose'),
        (at) => constants.get(names[at]!),
      ),
    ];
  }
  const parts = inParts(splitTokens(formats.get('android-xml')!, meant).kept);
  const resources = resourcesIn(await renderText('android-xml', tokens, PLAIN));
  const names = named(parts, rules.ANDROID_NAMES);
  differences['android-xml'] = compare(
    parts,
    (token) => partsOfToken(token, false, true),
    (at) => partsOfResource(typeOf(parts[at]!), resources.get(names[at]!)),
  );
  const variables = figmaIn(await renderText('figma', tokens, PLAIN));
  differences['figma'] = compare(
    parts,
    (token) => partsOfToken(token, false, true),
    (at) => variables.get(JSON.stringify(parts[at]!.path.map((name) => dtcgName(name).replaceAll('/', '-')))),
  );
  const dtcg = await renderText('dtcg', tokens, PLAIN);
  const fault = treeFault(JSON.parse(dtcg) as object);
  const terrazzo = await readWithTerrazzo(dtcg);
  const ids = byPath(meant).map((path) => (JSON.parse(path) as string[]).join('.'));
  // Terrazzo 2.7 leaves a reference to the number 0 as it is.
  const readAt = (id: string): (typeof terrazzo.tokens)[string] | undefined => {
    const token = terrazzo.tokens[`${id}.$root`] ?? terrazzo.tokens[id];
    const target = typeof token?.$value === 'string' ? /^\{(.*)\}$/.exec(token.$value)?.[1] : undefined;
    return target === undefined ? token : readAt(target);
  };
  const read = ids.map(readAt);
  differences['dtcg'] = [
    ...[...terrazzo.said, ...(fault === null ? [] : [fault])].map((said): Difference => ['', '', said]),
    ...compare(
      meant,
      (token) => partsOfToken(token, false),
      (at) => {
        const token = read[at];
        return token === undefined ? undefined : partsOfToken(tokenOfTerrazzo(token), false);
      },
    ),
  ];
  return differences;
};

/** Only readers that read something else, and the first few of what they read. */
export const shown = (differences: Readonly<Record<string, readonly Difference[]>>): object =>
  Object.fromEntries(
    Object.entries(differences)
      .filter(([, found]) => found.length > 0)
      .map(([id, found]) => [id, [found.length, ...found.slice(0, 12)]]),
  );
