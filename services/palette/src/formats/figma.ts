import type { ExportFormat } from './export-format.ts';
import { isColorToken } from './token.ts';
import type { DesignToken } from './token.ts';
import { dtcgName, dtcgSrgb, dtcgToken } from './notation/dtcg.ts';
import { withoutFollowed, modesIn, otherModifiers } from './notation/named-modes.ts';
import { cssValue } from './notation/css-value.ts';
import { leadingOf, nameOf } from './naming/name-tokens.ts';
import { CSS_NAMES } from './naming/rules.ts';
import {
  inParts,
  lostInParts,
  millisecondsOf,
  pixelsOf,
  purposeOf,
  weightOf,
} from './notation/value-parts.ts';
import { nest } from './notation/nest.ts';

const SCOPES: Readonly<Record<string, readonly string[]>> = {
  radius: ['CORNER_RADIUS'],
  fontSize: ['FONT_SIZE'],
  letterSpacing: ['LETTER_SPACING'],
  lineHeight: ['LINE_HEIGHT'],
  opacity: ['OPACITY'],
  borderWidth: ['STROKE_FLOAT'],
};

/** Where Figma offers a variable. */
const scopesOf = (token: DesignToken): readonly string[] => {
  if (isColorToken(token)) return ['ALL_SCOPES'];
  if (token.type === 'fontFamily') return ['FONT_FAMILY'];
  if (token.type === 'fontWeight') return ['FONT_WEIGHT'];
  const purpose = purposeOf(token);
  return (purpose === null ? undefined : SCOPES[purpose]) ?? ['ALL_SCOPES'];
};

/** A value as Figma's variables have it: lengths in pixels, durations in seconds, curves as texts. */
const inFigma = (token: DesignToken): DesignToken => {
  if (isColorToken(token)) return token;
  const { written: _, ...plain } = token;
  const { type, value } = token;
  if (type === 'dimension') return { ...plain, value: { value: pixelsOf(value), unit: 'px' } };
  if (type === 'duration') return { ...plain, value: { value: millisecondsOf(value) / 1_000, unit: 's' } };
  if (type === 'fontWeight') return { ...plain, value: weightOf(value) };
  return type === 'cubicBezier' || type === 'strokeStyle'
    ? { ...plain, type: 'string', value: cssValue(plain, 'hex') }
    : plain;
};

/** The tokens of one mode: its roles without the name of the mode, and those that have no mode. */
const tokensOfMode = (tokens: readonly DesignToken[], mode: string): DesignToken[] => {
  const within = (path: readonly string[]): readonly string[] => (path[0] === mode ? path.slice(1) : path);
  return withoutFollowed(tokens)
    .filter((token) => token.mode === undefined || token.mode === mode)
    .map((token) =>
      token.mode === undefined
        ? token
        : {
            ...token,
            path: token.path.slice(1),
            ...(token.alias === undefined ? {} : { alias: within(token.alias) }),
            ...(token.deprecated?.renamedTo === undefined
              ? {}
              : { deprecated: { renamedTo: within(token.deprecated.renamedTo) } }),
          },
    );
};

/**
 * DTCG as Figma imports it into a variable collection without a plugin: sRGB colours, no token that
 * is also a group, and a file for each mode, which all have the same names.
 */
export const figma: ExportFormat = {
  id: 'figma',
  title: 'Figma variables (DTCG)',
  target: 'Figma',
  mediaType: 'application/json',
  extension: '.json',
  docs: 'https://help.figma.com/hc/en-us/articles/15343816063383-Modes-for-variables',
  holds: 'all',
  loses: lostInParts,
  options: ['comments', 'references'],
  fileName: (prefix) => `${prefix}-figma`,
  render(tokens, { prefix, comments }) {
    const document = (own: readonly DesignToken[], modeName: string): string => {
      const tree = nest(own, {
        leading: leadingOf(prefix),
        // Figma reads `/` in a name as a group.
        key: (segment) => dtcgName(segment).replaceAll('/', '-'),
        rootKey: 'default',
        leaf: (token, reference) => ({
          ...dtcgToken(inFigma(token), { color: dtcgSrgb, comments, reference }),
          $extensions: {
            'com.figma.scopes': scopesOf(token),
            'com.figma.codeSyntax': {
              WEB: `var(--${nameOf([...leadingOf(prefix), ...token.path], CSS_NAMES)})`,
            },
          },
        }),
      });
      return `${JSON.stringify({ ...tree, $extensions: { 'com.figma.modeName': modeName } }, null, 2)}\n`;
    };
    const parts = inParts(tokens);
    const modes = modesIn(parts).map(({ name }) => name);
    const others = [...otherModifiers(parts).values()].flat();
    if (modes.length + others.length === 0) return document(parts, prefix || 'tokens');
    // A collection has one set of modes: what changes with others is in files of its own.
    const ofOthers = others.map((mode): [string, string] => [
      `${mode}.tokens.json`,
      document(
        tokensOfMode(
          parts.filter((token) => token.mode === mode),
          mode,
        ),
        mode,
      ),
    ]);
    return new Map([
      ...modes.map((name): [string, string] => [
        `${name}.tokens.json`,
        document(tokensOfMode(parts, name), name),
      ]),
      ...ofOthers,
    ]);
  },
};
