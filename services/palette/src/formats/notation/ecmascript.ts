import type { RenderOptions } from '../export-format.ts';
import type { NamedToken } from '../naming/name-tokens.ts';
import { commentText } from './comment.ts';
import { cssColor } from './css-color.ts';

/** `export const brandBase = '#336699';` for each token, with its description above it. */
export const exportedConstants = (tokens: readonly NamedToken[], options: RenderOptions): string =>
  tokens
    .map(({ name, token }) => {
      const { description, color } = token;
      const comment = options.comments && description !== null ? `/** ${commentText(description)} */\n` : '';
      return `${comment}export const ${name} = '${cssColor(color, options.colorSyntax)}';\n`;
    })
    .join('');

/** `{ brandBase, brandAccent }`: all tokens in one object. */
export const objectOfNames = (tokens: readonly NamedToken[]): string =>
  `{\n${tokens.map(({ name }) => `  ${name},\n`).join('')}}`;

/** The comment at the top of a file. */
export const header = (options: RenderOptions): string =>
  options.comments ? '// Do not edit directly, this file was auto-generated.\n\n' : '';
