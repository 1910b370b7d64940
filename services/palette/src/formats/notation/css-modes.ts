import type { DesignToken } from '../token.ts';
import { modesIn, otherModifiers, tokensWithModes } from './mode-roles.ts';
import type { ExportedMode, InModes } from './mode-roles.ts';
import type { Reference } from './references.ts';

/** When a mode applies automatically. The last that applies wins; the first always applies. */
export const PREFERENCE: ReadonlyMap<string, string | null> = new Map([
  ['light', null],
  ['dark', '(prefers-color-scheme: dark)'],
  ['high-contrast', '(prefers-contrast: more)'],
  ['high-contrast-dark', '(prefers-contrast: more) and (prefers-color-scheme: dark)'],
]);

/** A rule with its declarations. */
export const block = (selector: string, lines: readonly string[], indent = ''): string =>
  `${indent}${selector} {\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}\n`;

/**
 * Rules for what applies by itself, as the system prefers.
 * @param linesOf the declarations of a mode
 */
export const preferredRules = (
  modes: readonly ExportedMode[],
  linesOf: (mode: ExportedMode) => readonly string[],
): string[] =>
  modes.flatMap((mode) => {
    const query = PREFERENCE.get(mode.name);
    if (query === undefined) return [];
    if (query === null) return [block(':root', linesOf(mode))];
    return [`@media ${query} {\n${block(':root', linesOf(mode), '  ')}}\n`];
  });

/** Everything that CSS writes by its name without a mode, as what it is in the present one. */
const followed = (tokens: readonly DesignToken[]): InModes[] => tokensWithModes(tokens);

/** Tokens without those whose name is written as what it is in the present mode. */
export const withoutFollowed = (tokens: readonly DesignToken[]): readonly DesignToken[] =>
  tokens.some(({ mode, modifier }) => mode !== undefined && modifier === undefined)
    ? tokens.filter(({ isSeed }) => isSeed !== true)
    : tokens;

/** The names that follow the mode, as paths, to refer to them. */
export const followedTokens = (tokens: readonly DesignToken[]): DesignToken[] =>
  followed(tokens).flatMap(({ path, modes }) => {
    const [first] = modes.values();
    return first === undefined ? [] : [{ ...first, path }];
  });

/**
 * For a theme with all modes: a variable for each role and each token that changes
 * (`--theme-primary`) with the value of the mode that the system prefers, or that `data-theme`
 * selects on an element. Modes of other modifiers are selected by `data-mode`, which takes several.
 * Empty for tokens without modes. The name of each role in each mode (`--theme-dark-primary`) stays
 * beside it, since code out there uses it.
 * @param nameIn the variable of a path, with or without a mode
 */
export const modeRules = (tokens: readonly DesignToken[], nameIn: Reference): string => {
  const variable = (path: readonly string[]): string => nameIn(path) ?? '--unknown';
  const lineOf = ({ path, modes }: InModes, mode: string): string[] => {
    const token = modes.get(mode);
    if (token === undefined) return [];
    const source = token.deprecated?.renamedTo?.slice(1) ?? token.path;
    return [`${variable(path)}: var(${variable(source)});`];
  };
  const roles = followed(tokens);
  const others = [...otherModifiers(tokens)].flatMap(([modifier, names]) => {
    const changing = tokensWithModes(tokens, modifier);
    return names.map((name) =>
      block(
        `[data-mode~='${name}']`,
        changing.flatMap((item) => lineOf(item, name)),
      ),
    );
  });
  if (roles.length === 0) return others.join('\n');
  const modes = modesIn(tokens);
  const linesOf = ({ name, isDark }: ExportedMode): string[] => [
    `color-scheme: ${isDark ? 'dark' : 'light'};`,
    ...roles.flatMap((item) => lineOf(item, name)),
  ];
  // After the queries, which are equally specific, so that an explicit choice overrides the system.
  const chosen = modes.map((mode) => block(`[data-theme='${mode.name}']`, linesOf(mode)));
  return [...preferredRules(modes, linesOf), ...chosen, ...others].join('\n');
};
