import type { RenderOptions } from '../export-format.ts';
import { SWIFT_NAMES } from '../naming/rules.ts';
import type { ColorToken, DesignToken } from '../token.ts';
import { docComment, GENERATED, nameColors } from './named-modes.ts';
import { typeName } from './type-name.ts';

export interface SwiftFile {
  /** The lines of its imports. */
  readonly imports: string;
  /** `UIColor` or `Color`. */
  readonly type: string;
  readonly value: (token: ColorToken) => string;
  /** The body of a function that takes the four colours of a role and gives one that follows the system. */
  readonly dynamic: string;
}

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
  { prefix, comments }: Pick<RenderOptions, 'prefix' | 'comments'>,
  { imports, type, value, dynamic }: SwiftFile,
): string => {
  const { constants, valueOf, roles, oldRoles, deprecationOf, nowOf } = nameColors(tokens, SWIFT_NAMES);
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
    return `${comment}${attribute}    public static let ${name} = ${valueOf(named, value)}\n`;
  });
  const signature = parameters.map((name) => `_ ${name}: ${type}`).join(', ');
  const helper =
    roles.length === 0
      ? ''
      : `\n    private static func dynamic(${signature}) -> ${type} {\n${dynamic}    }\n`;
  const body = [...declared, ...old, ...(declared.length > 0 ? ['\n'] : []), ...lines, helper].join('');
  return `${comments ? GENERATED : ''}${imports}\npublic enum ${typeName(prefix)} {\n${body}}\n`;
};
