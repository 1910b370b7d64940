import type { RenderOptions } from '../export-format.ts';
import { SWIFT_NAMES } from '../naming/rules.ts';
import { isColorToken } from '../token.ts';
import type { DesignToken, TokenColor, ValueToken } from '../token.ts';
import { amountText } from './css-value.ts';
import { docComment, GENERATED, nameColors } from './named-modes.ts';
import { helperTypes, nativeValue } from './native-values.ts';
import type { NativeLanguage } from './native-values.ts';
import { typeName } from '../naming/name-tokens.ts';
import { treeOf, weightOf } from './value-parts.ts';

export interface SwiftFile {
  /** The lines of its imports. */
  readonly imports: string;
  /** `UIColor` or `Color`. */
  readonly type: string;
  readonly shade: (color: TokenColor) => string;
  /** The type of font weights: `UIFont.Weight`. */
  readonly weights: string;
  /** The body of a function that takes the four colours of a role and gives one that follows the system. */
  readonly dynamic: string;
}

/** Apple's names of font weights, by their hundreds. */
const WEIGHTS = [
  'ultraLight',
  'thin',
  'light',
  'regular',
  'medium',
  'semibold',
  'bold',
  'heavy',
  'black',
] as const;

/** Apple has nine weights, so that others become the next one. */
export const roundedWeight = (token: ValueToken): string | null => {
  const given = token.type === 'typography' ? treeOf(token.value)['fontWeight'] : token.value;
  const weight = token.type === 'typography' || token.type === 'fontWeight' ? weightOf(given) : 400;
  return weight % 100 === 0 && weight >= 100 && weight <= 900
    ? null
    : 'the platform has the font weights 100 to 900 in hundreds; the nearest is written';
};

const swiftLanguage = (type: string, weights: string, shade: SwiftFile['shade']): NativeLanguage => {
  const types: Readonly<Record<string, string>> = {
    color: type,
    length: 'CGFloat',
    fontSize: 'CGFloat',
    duration: 'TimeInterval',
    number: 'Double',
    text: 'String',
    flag: 'Bool',
    weight: weights,
    texts: '[String]',
    lengths: '[CGFloat]',
  };
  return {
    color: shade,
    length: (pixels) => `CGFloat(${amountText(pixels)})`,
    fontSize: (pixels) => `CGFloat(${amountText(pixels)})`,
    duration: (milliseconds) => `TimeInterval(${amountText(milliseconds / 1_000)})`,
    number: (value) => `Double(${amountText(value)})`,
    weight: (weight) =>
      `${weights}.${WEIGHTS[Math.min(8, Math.max(0, Math.round(weight / 100) - 1))] ?? 'regular'}`,
    list: (items) => `[${items.join(', ')}]`,
    make: (helper, members) => `${helper}(${members.map(([name, value]) => `${name}: ${value}`).join(', ')})`,
    declare: (helper, members) =>
      `\n    public struct ${helper} {\n${members.map(([name, kind]) => `        public let ${name}: ${types[kind] ?? kind}\n`).join('')}    }\n`,
  };
};

/** Makes the compiler warn and offer the current name. */
const available = (now: string | null, warning: string | null): string => {
  const advice = now === null ? `message: ${literal(warning ?? '')}` : `renamed: "${now}"`;
  return `    @available(*, deprecated, ${advice})\n`;
};

/** Must not contain backslashes, which begin interpolations; `commentText` has removed them. */
const literal = (text: string): string => `"${text.replaceAll('"', "'")}"`;

/**
 * A Swift enum without cases. With all modes, each role is a colour that follows the system's
 * appearance and its setting for more contrast, made of the constants of the modes.
 */
export const swiftFile = (
  tokens: readonly DesignToken[],
  options: RenderOptions,
  { imports, type, dynamic, weights, shade }: SwiftFile,
): string => {
  const language = swiftLanguage(type, weights, shade);
  const { prefix, comments } = options;
  const { constants, valueOf, roles, oldRoles, deprecationOf, nowOf, types } = nameColors(
    tokens,
    SWIFT_NAMES,
    options,
  );
  const parameters = ['light', 'dark', 'highContrast', 'highContrastDark'];
  const declared = roles.map(
    ({ name, description, constants: names }) =>
      `${docComment(description, '    ', comments)}    public static let ${name} = dynamic(${names.slice(0, parameters.length).join(', ')})\n`,
  );
  const old = oldRoles.map(
    ({ name, now }) => `${available(now, null)}    public static let ${name} = ${now}\n`,
  );
  const lines = constants.map((named) => {
    const { name, token } = named;
    const warning = deprecationOf(token);
    const attribute = warning === null ? '' : available(nowOf(token), warning);
    const comment = token.mode === undefined ? docComment(token.description, '    ', comments) : '';
    return `${comment}${attribute}    public static let ${name} = ${valueOf(named, (item) => (isColorToken(item) ? shade(item.color) : nativeValue(item, language)))}\n`;
  });
  const helpers = helperTypes(types, language);
  const signature = parameters.map((name) => `_ ${name}: ${type}`).join(', ');
  const helper =
    roles.length === 0
      ? ''
      : `\n    private static func dynamic(${signature}) -> ${type} {\n${dynamic}    }\n`;
  const body = [...declared, ...old, ...(declared.length > 0 ? ['\n'] : []), ...lines, helper].join('');
  return `${comments ? GENERATED : ''}${imports}\npublic enum ${typeName(prefix)} {\n${body}${helpers}}\n`;
};
