import type { RenderOptions } from '../export-format.ts';
import type { NamedToken } from '../naming/name-tokens.ts';
import { commentText } from './comment.ts';
import { cssValue } from './css-value.ts';

/** A string literal. */
const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/**
 * `export const brandBase = '#336699';` for each token, with its description above it. Style Dictionary has such a
 * format, but runs Prettier on each file, which takes longer than all other formats together.
 */
export const exportedConstants = (tokens: readonly NamedToken[], options: RenderOptions): string =>
  tokens
    .map(({ name, token }) => {
      const { description } = token;
      const comment = options.comments && description !== null ? `/** ${commentText(description)} */\n` : '';
      return `${comment}export const ${name} = ${literal(cssValue(token, options.colorSyntax))};\n`;
    })
    .join('');

/** `{ brandBase, brandAccent }`: all tokens in one object. */
export const objectOfNames = (tokens: readonly NamedToken[]): string =>
  `{\n${tokens.map(({ name }) => `  ${name},\n`).join('')}}`;

/** The comment at the top of a file. */
export const header = (options: RenderOptions): string =>
  options.comments ? '// Do not edit directly, this file was auto-generated.\n\n' : '';
