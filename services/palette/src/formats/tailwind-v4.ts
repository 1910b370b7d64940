import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { nameTokens } from './naming/name-tokens.ts';
import type { NamedToken } from './naming/name-tokens.ts';
import { ASCII_KEBAB_NAMES } from './naming/rules.ts';
import { commentText } from './notation/comment.ts';
import { cssColor, cssP3 } from './notation/css-color.ts';
import { wantsP3 } from './notation/wide-gamut.ts';

/** Tailwind CSS 4 theme variables: `@theme { --color-brand-base }` makes `bg-brand-base` and all its siblings. */
export const tailwindV4: ExportFormat = {
  id: 'tailwind-v4',
  title: 'Tailwind CSS 4 theme',
  target: 'Tailwind CSS 4',
  mediaType: 'text/css',
  extension: '.css',
  docs: 'https://tailwindcss.com/docs/theme',
  holds: 'colors',
  options: ['color_syntax', 'p3', 'comments'],
  fileName: (prefix) => `${prefix}-tailwind`,
  render(tokens, options) {
    // `--color-` is the namespace from which Tailwind makes its colour utilities.
    const leading = options.prefix === 'color' ? ['color'] : ['color', options.prefix];
    const named = nameTokens(colorsOf(tokens), ASCII_KEBAB_NAMES, leading);
    const header = options.comments ? '/* Do not edit directly, this file was auto-generated. */\n\n' : '';
    const lines = named.map(
      (item) => `  ${declaration(item, cssColor(item.token.color, options.colorSyntax))}`,
    );
    const described = options.comments ? lines.map((line, index) => line + comment(named[index])) : lines;
    const wide = named
      .filter(({ token }) => wantsP3(token.color, options))
      .map((item) => `    ${declaration(item, cssP3(item.token.color))}\n`);
    const p3 = wide.length === 0 ? '' : `\n@media (color-gamut: p3) {\n  :root {\n${wide.join('')}  }\n}\n`;
    return `${header}@theme {\n${described.join('\n')}\n}\n${p3}`;
  },
};

const declaration = ({ name }: NamedToken, value: string): string => `--${name}: ${value};`;

const comment = (item: NamedToken | undefined): string => {
  const text = commentText(item?.token.description ?? '');
  return text === '' ? '' : ` /* ${text} */`;
};
