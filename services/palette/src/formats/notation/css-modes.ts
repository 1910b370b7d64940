import { THEME_MODES } from '../../themes/theme.ts';
import type { ThemeMode } from '../../themes/theme.ts';
import { nameOf, nameTokens } from '../naming/name-tokens.ts';
import { CSS_NAMES } from '../naming/rules.ts';
import type { ColorToken, DesignToken } from '../token.ts';
import { isColorToken } from '../token.ts';

/** When a mode applies automatically. The last that applies wins; the first always applies. */
const PREFERENCE: Readonly<Record<ThemeMode, string | null>> = {
  light: null,
  dark: '(prefers-color-scheme: dark)',
  'high-contrast': '(prefers-contrast: more)',
  'high-contrast-dark': '(prefers-contrast: more) and (prefers-color-scheme: dark)',
};

const block = (selector: string, lines: readonly string[], indent: string): string =>
  `${indent}${selector} {\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}\n`;

/**
 * For a theme with all modes: one variable per role (`--theme-primary`) with the colour of the mode
 * that the system prefers, or that `data-theme` selects on an element. Empty for tokens without
 * modes.
 * @throws `name_collision` if another token has the name of such a variable
 */
export const modeRules = (tokens: readonly DesignToken[], prefix: string): string => {
  const roles = tokens.filter(
    (token): token is ColorToken => isColorToken(token) && token.mode !== undefined,
  );
  if (roles.length === 0) return '';
  const roleOf = ({ path }: ColorToken): readonly string[] => path.slice(1);
  const once = roles.filter(({ mode }) => mode === THEME_MODES[0]);
  nameTokens([...tokens, ...once.map((token) => ({ ...token, path: roleOf(token) }))], CSS_NAMES, [prefix]);

  const variable = (path: readonly string[]): string => `--${nameOf([prefix, ...path], CSS_NAMES)}`;
  const sourceOf = ({ path, deprecated }: ColorToken): readonly string[] =>
    deprecated?.renamedTo?.slice(1) ?? path;
  const linesOf = (mode: ThemeMode): string[] => [
    `color-scheme: ${mode.endsWith('dark') ? 'dark' : 'light'};`,
    ...roles
      .filter((token) => token.mode === mode)
      .map((token) => `${variable(roleOf(token))}: var(${variable(sourceOf(token))});`),
  ];
  const preferred = THEME_MODES.map((mode) => {
    const query = PREFERENCE[mode];
    if (query === null) return block(':root', linesOf(mode), '');
    return `@media ${query} {\n${block(':root', linesOf(mode), '  ')}}\n`;
  });
  // After the queries, which are equally specific, so that an explicit choice overrides the system.
  const chosen = THEME_MODES.map((mode) => block(`[data-theme='${mode}']`, linesOf(mode), ''));
  return [...preferred, ...chosen].join('\n');
};
