import type { RenderOptions } from '../export-format.ts';
import type { NamedToken } from '../naming/name-tokens.ts';
import { commentText, commentOf } from './comment.ts';
import { cssValue } from './css-value.ts';
import { inOrder, referencesTo } from './references.ts';

/** A string literal. */
const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/**
 * `export const brandBase = '#336699';` for each token, with its description above. Style
 * Dictionary has such a format, but it runs Prettier on each file, which takes longer than all
 * other formats together.
 */
export const exportedConstants = (tokens: readonly NamedToken[], options: RenderOptions): string => {
  const reference = referencesTo(tokens, (name) => name);
  return inOrder(tokens)
    .map(({ name, token }) => {
      const text = options.comments ? commentText(commentOf(token, reference) ?? '') : '';
      const comment = text === '' ? '' : `/** ${text} */\n`;
      const alias = token.alias === undefined ? null : reference(token.alias);
      return `${comment}export const ${name} = ${alias ?? literal(cssValue(token, options.colorSyntax))};\n`;
    })
    .join('');
};

/** `{ brandBase, brandAccent }`: all tokens in one object. Editors strike through deprecated ones. */
export const objectOfNames = (
  tokens: readonly NamedToken[],
  { comments }: Pick<RenderOptions, 'comments'>,
): string => {
  const reference = referencesTo(tokens, (name) => name);
  const lines = tokens.map(({ name, token }) => {
    const text = comments && token.deprecated ? commentText(commentOf(token, reference) ?? '') : '';
    return `${text === '' ? '' : `  /** ${text} */\n`}  ${name},\n`;
  });
  return `{\n${lines.join('')}}`;
};

/** The comment at the top of a file. */
export const header = (options: RenderOptions): string =>
  options.comments ? '// Do not edit directly, this file was auto-generated.\n\n' : '';
