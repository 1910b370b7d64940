import { nameOf, nameTokens } from '../naming/name-tokens.ts';
import type { NamedToken, NameRule, Naming } from '../naming/name-tokens.ts';
import { isColorToken } from '../token.ts';
import type { DesignToken, ColorToken } from '../token.ts';
import { commentText, deprecationText } from './comment.ts';
import { inOrder, referencesTo } from './references.ts';
import { isDarkMode } from '../../themes/modes/roles.ts';
import type { ThemeMode } from '../../themes/theme.ts';
import type { Reference } from './references.ts';

/** A role or token of a theme that is exported with all modes. */
export interface InModes<Token extends DesignToken = DesignToken> {
  /** Its path without the mode. */
  readonly path: readonly string[];
  /** Its name without the mode, the groups joined by hyphens. */
  readonly role: string;
  readonly description: string | null;
  /** In the order of the modes. */
  readonly modes: ReadonlyMap<ThemeMode, Token>;
  /** The path of what it is an earlier name of, or null. */
  readonly renamedTo: readonly string[] | null;
}

export type ModeRole = InModes<ColorToken>;

/** Everything that has a value for each mode of a modifier. @param modifier the one with the roles by default */
export const tokensWithModes = (tokens: readonly DesignToken[], modifier?: string): InModes[] => {
  const byName = new Map<string, Map<ThemeMode, DesignToken>>();
  for (const token of tokens) {
    if (token.mode === undefined || token.modifier !== modifier) continue;
    const key = JSON.stringify(token.path.slice(1));
    const modes = byName.get(key) ?? new Map<ThemeMode, DesignToken>();
    byName.set(key, modes.set(token.mode, token));
  }
  return [...byName.values()].flatMap((modes) => {
    const [first] = modes.values();
    if (first === undefined) return [];
    const path = first.path.slice(1);
    const renamedTo = first.deprecated?.renamedTo?.slice(1) ?? null;
    return [{ path, role: path.join('-'), description: first.description, modes, renamedTo }];
  });
};

/** The roles and colours with a value in every mode; none for a palette or a single mode. */
export const rolesWithModes = (tokens: readonly DesignToken[]): ModeRole[] =>
  tokensWithModes(tokens).flatMap((item) => {
    const colors = [...item.modes].filter((entry): entry is [ThemeMode, ColorToken] =>
      isColorToken(entry[1]),
    );
    return colors.length < item.modes.size ? [] : [{ ...item, modes: new Map(colors) }];
  });

/** A mode that tokens are exported with. */
export interface ExportedMode {
  readonly name: ThemeMode;
  readonly isDark: boolean;
}

/** The modes that roles are exported with, in order. */
export const modesIn = (tokens: readonly DesignToken[]): readonly ExportedMode[] => {
  const lightness = new Map<ThemeMode, number | undefined>();
  for (const token of tokens) {
    if (token.mode === undefined || token.modifier !== undefined) continue;
    const isBackground = isColorToken(token) && token.path.length === 2 && token.path[1] === 'background';
    if (isBackground) lightness.set(token.mode, token.color.oklch.l);
    else if (!lightness.has(token.mode)) lightness.set(token.mode, undefined);
  }
  return [...lightness].map(([name, background]) => ({ name, isDark: isDarkMode(name, background) }));
};

/** Other modifiers of tokens, with their modes. */
export const otherModifiers = (tokens: readonly DesignToken[]): ReadonlyMap<string, readonly ThemeMode[]> => {
  const found = new Map<string, Set<ThemeMode>>();
  for (const { mode, modifier } of tokens)
    if (mode !== undefined && modifier !== undefined)
      found.set(modifier, (found.get(modifier) ?? new Set()).add(mode));
  return new Map([...found].map(([modifier, modes]) => [modifier, [...modes]]));
};

/** Drops the colours that are written with their value in the current mode. */
export const withoutSeeds = <Token extends DesignToken>(tokens: readonly Token[]): readonly Token[] => {
  const hasModes = tokens.some((token) => isColorToken(token) && token.mode !== undefined);
  return hasModes ? tokens.filter((token) => !isColorToken(token) || token.isSeed !== true) : tokens;
};

/** A role's own name and the names of its colours in each mode, in one order with the modes. */
export interface NamedRole {
  readonly role: string;
  readonly name: string;
  readonly description: string | null;
  readonly constants: readonly string[];
}

/** Declarations in a class of constants. */
export interface NamedColors {
  /** Each after those that it refers to. */
  readonly constants: readonly NamedToken[];
  /** Returns a constant's value: another one that it refers to, or its colour in `write`'s notation. */
  readonly valueOf: (named: NamedToken, write: (token: DesignToken) => string) => string;
  /** None for a palette or a single mode. */
  readonly roles: readonly NamedRole[];
  /** Earlier names of roles, and the current ones. */
  readonly oldRoles: readonly { readonly name: string; readonly now: string }[];
  /** The current name of a deprecated constant, to write next to the notice. */
  readonly nowOf: (token: DesignToken) => string | null;
  /** The notice for a deprecated constant, or null. */
  readonly deprecationOf: (token: DesignToken) => string | null;
  /** The types of the values beside colours. */
  readonly types: ReadonlySet<string>;
  /** The modes; where the target declares more for each, by the name `darkScheme`. */
  readonly modes: readonly (ExportedMode & { readonly scheme: string })[];
}

/**
 * Names the colours for a language whose tokens are members of a type.
 * @throws `name_collision`, also for tokens with the name of a role or a scheme
 */
export const nameColors = (
  tokens: readonly DesignToken[],
  rule: NameRule,
  naming: Naming = {},
): NamedColors => {
  const colors = withoutSeeds(tokens);
  const roles = rolesWithModes(colors);
  const schemePath = (mode: string): string[] => [mode, 'scheme'];
  const others = roles.flatMap(({ path, modes }) =>
    [...modes.values()].slice(0, 1).map((token) => ({ ...token, path })),
  );
  const schemes = roles
    .slice(0, 1)
    .flatMap(({ modes }) => [...modes].map(([mode, token]) => ({ ...token, path: schemePath(mode) })));
  const all = nameTokens([...colors, ...others, ...schemes], rule, [], naming);
  const named = all.slice(0, colors.length);
  const reference = referencesTo(named, (name) => name);
  const names = referencesTo(all, (name) => name);
  const nameIn = (path: readonly string[]): string => names(path) ?? nameOf(path, rule);
  const modes = modesIn(colors);
  return {
    constants: inOrder(named),
    types: new Set(colors.flatMap((token) => (isColorToken(token) ? [] : [token.type]))),
    valueOf: ({ token }, write) => (token.alias ? reference(token.alias) : null) ?? write(token),
    nowOf: ({ deprecated }) => (deprecated?.renamedTo ? reference(deprecated.renamedTo) : null),
    deprecationOf: ({ deprecated }) =>
      deprecated === undefined ? null : deprecationText(deprecated, reference),
    oldRoles: roles.flatMap(({ path, renamedTo }) =>
      renamedTo === null ? [] : [{ name: nameIn(path), now: nameIn(renamedTo) }],
    ),
    roles: roles
      .filter(({ renamedTo }) => renamedTo === null)
      .map(({ role, path, description, modes: tokensOf }) => ({
        role,
        name: nameIn(path),
        description,
        constants: modes.map(({ name }) => {
          const token = tokensOf.get(name);
          return token === undefined ? '' : nameIn(token.path);
        }),
      })),
    modes: modes.map((mode) => ({ ...mode, scheme: nameIn(schemePath(mode.name)) })),
  };
};

/** `/// description` in front of a declaration, so that the tools show it with that one. */
export const docComment = (description: string | null, indent: string, comments: boolean): string => {
  const text = comments && description !== null ? commentText(description) : '';
  return text === '' ? '' : `${indent}/// ${text}\n`;
};

/** The comment at the top of a file. */
export const GENERATED = '// Do not edit directly, this file was auto-generated.\n\n';

/** When a mode applies automatically. The last that applies wins; the first always applies. */
const PREFERENCE: ReadonlyMap<string, string | null> = new Map([
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

/** Drops the tokens that are written with their value in the current mode. */
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
 * as well, since existing code uses it.
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

/** Which of our roles each colour of a Material 3 scheme is, as Compose and Flutter call it. */
const MATERIAL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['primary', 'secondary', 'tertiary', 'error'].flatMap((accent) => {
      const name = `${accent[0]?.toUpperCase() ?? ''}${accent.slice(1)}`;
      return [
        [accent, accent],
        [`on${name}`, `on-${accent}`],
        [`${accent}Container`, `${accent}-container`],
        [`on${name}Container`, `on-${accent}-container`],
      ];
    }),
  ),
  surface: 'surface',
  onSurface: 'on-surface',
  onSurfaceVariant: 'on-surface-variant',
  outline: 'border',
};

/**
 * `primary = lightPrimary`: a Material colour and the constant that it is in a mode.
 * @param place of the mode
 */
export const materialColors = (
  roles: readonly NamedRole[],
  place: number,
  more: Readonly<Record<string, string>>,
): (readonly [string, string])[] => {
  return Object.entries({ ...MATERIAL, ...more }).flatMap(([name, wanted]) => {
    const constant = roles.find(({ role }) => role === wanted)?.constants[place];
    return constant === undefined ? [] : [[name, constant] as const];
  });
};
