import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { nameOf, nameTokens } from './naming/name-tokens.ts';
import type { NamedToken } from './naming/name-tokens.ts';
import { ASCII_KEBAB_NAMES } from './naming/rules.ts';
import { commentText } from './notation/comment.ts';
import { commentOf } from './notation/deprecated.ts';
import { cssColor, cssP3 } from './notation/css-color.ts';
import { followedTokens } from './notation/css-modes.ts';
import { modesIn, rolesWithModes, withoutSeeds } from './notation/mode-roles.ts';
import { inOrder, referencesTo } from './notation/references.ts';
import { tailwindModes } from './notation/tailwind-modes.ts';
import { wantsP3 } from './notation/wide-gamut.ts';

/**
 * Tailwind CSS 4 theme variables: `@theme { --color-brand-base }` creates `bg-brand-base` and its
 * siblings. The roles of a theme with all modes follow the system, a class or `data-theme`.
 */
export const tailwindV4: ExportFormat = {
  id: 'tailwind-v4',
  title: 'Tailwind CSS 4 theme',
  target: 'Tailwind CSS 4, shadcn/ui',
  mediaType: 'text/css',
  extension: '.css',
  docs: 'https://tailwindcss.com/docs/theme',
  holds: 'colors',
  options: ['color_syntax', 'p3', 'comments', 'references'],
  fileName: (prefix) => `${prefix}-tailwind`,
  render(all, options) {
    const { prefix, colorSyntax } = options;
    // Tailwind generates its colour utilities from the `--color-` namespace.
    const leading = prefix === 'color' ? ['color'] : ['color', prefix];
    const tokens = withoutSeeds(colorsOf(all));
    const roles = rolesWithModes(tokens);
    // Checks the names of the roles beside all others.
    const named = nameTokens(
      [...tokens, ...colorsOf(followedTokens(tokens))],
      ASCII_KEBAB_NAMES,
      leading,
    ).slice(0, tokens.length);
    const variables = referencesTo(named, (name) => `var(--${name})`);
    const nameIn = (path: readonly string[]): string => `--${nameOf(path, ASCII_KEBAB_NAMES)}`;
    const roleVariable = (role: string): string => nameIn([prefix === 'color' ? 'role' : prefix, role]);
    const byPath = new Set(roles.map(({ role }) => role));
    // A colour by the name of a role is what the role is in the present mode.
    const reference = (path: readonly string[]): string | null =>
      variables(path) ?? (byPath.has(path.join('-')) ? `var(${roleVariable(path.join('-'))})` : null);
    const nameInFile = referencesTo(named, (name) => name);
    const header = options.comments ? '/* Do not edit directly, this file was auto-generated. */\n\n' : '';
    const lines = inOrder(named).map((item) => {
      const { alias, color } = item.token;
      const value = (alias === undefined ? null : reference(alias)) ?? cssColor(color, colorSyntax);
      const text = commentOf(item.token, nameInFile);
      return `  ${declaration(item, value)}${options.comments ? comment(text) : ''}`;
    });
    const wide = named
      .filter(
        ({ token }) => wantsP3(token.color, options) && (!token.alias || reference(token.alias) === null),
      )
      .map((item) => `    ${declaration(item, cssP3(item.token.color))}\n`);
    const p3 = wide.length === 0 ? '' : `\n@media (color-gamut: p3) {\n  :root {\n${wide.join('')}  }\n}\n`;
    const modes =
      roles.length === 0
        ? ''
        : `\n${tailwindModes({
            roles,
            modes: modesIn(tokens),
            variable: roleVariable,
            themeName: (role) => nameIn([...leading, role]),
            color: (token) => `var(${nameIn([...leading, ...token.path])})`,
            taken: new Set(named.map(({ name }) => `--${name}`)),
          })}`;
    // Otherwise Tailwind leaves out what no utility uses, and the modes refer to it.
    const theme = roles.length === 0 ? '@theme' : '@theme static';
    return `${header}${theme} {\n${lines.join('\n')}\n}\n${p3}${modes}`;
  },
};

const declaration = ({ name }: NamedToken, value: string): string => `--${name}: ${value};`;

const comment = (description: string | null): string => {
  const text = commentText(description ?? '');
  return text === '' ? '' : ` /* ${text} */`;
};
