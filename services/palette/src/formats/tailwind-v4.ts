import type { ExportFormat } from './export-format.ts';
import { colorsOf, isColorToken } from './token.ts';
import type { DesignToken, ColorToken } from './token.ts';
import { leadingOf, nameOf, nameTokens } from './naming/name-tokens.ts';
import type { NamedToken } from './naming/name-tokens.ts';
import { ASCII_KEBAB_NAMES } from './naming/rules.ts';
import { commentText, commentOf } from './notation/comment.ts';
import { cssP3, cssValue } from './notation/css-value.ts';
import {
  block,
  followedTokens,
  preferredRules,
  modesIn,
  otherModifiers,
  rolesWithModes,
  tokensWithModes,
  withoutSeeds,
} from './notation/named-modes.ts';
import { inOrder, referencesTo } from './notation/references.ts';
import { lostDashes, purposeOf } from './notation/value-parts.ts';
import { wantsP3 } from './notation/native-values.ts';
import type { ExportedMode, ModeRole } from './notation/named-modes.ts';

/** shadcn/ui's variables and the roles that they are. */
const SHADCN: Readonly<Record<string, string>> = {
  background: 'background',
  foreground: 'on-background',
  card: 'surface',
  'card-foreground': 'on-surface',
  popover: 'surface',
  'popover-foreground': 'on-surface',
  primary: 'primary',
  'primary-foreground': 'on-primary',
  secondary: 'secondary',
  'secondary-foreground': 'on-secondary',
  muted: 'surface-variant',
  'muted-foreground': 'on-surface-variant',
  accent: 'primary-container',
  'accent-foreground': 'on-primary-container',
  destructive: 'error',
  'destructive-foreground': 'on-error',
  border: 'border',
  input: 'border',
  ring: 'focus',
};

/** Returns a mode's selectors: a class, or `data-theme`. */
const choosersOf = ({ name }: ExportedMode): string[] => [
  `.${/^\d/.test(name) ? `\\3${name.slice(0, 1)} ${name.slice(1)}` : name}`,
  `[data-theme='${name}']`,
];

/** Returns the selectors of the light or dark modes, on an element or around it. */
const choosers = (modes: readonly ExportedMode[], isDark: boolean): string =>
  modes
    .filter((mode) => mode.isDark === isDark)
    .flatMap(choosersOf)
    .flatMap((selector) => [selector, `${selector} *`])
    .join(', ');

/** `dark:` follows the system unless an element around chooses a mode. */
const darkVariant = (modes: readonly ExportedMode[]): string => `@custom-variant dark {
  @media (prefers-color-scheme: dark) {
    &:where(:not(${choosers(modes, false)})) {
      @slot;
    }
  }
  &:where(${choosers(modes, true)}) {
    @slot;
  }
}
`;

interface TailwindModes {
  readonly roles: readonly ModeRole[];
  readonly modes: readonly ExportedMode[];
  /** The variable that has a role's colour in the mode of its element: `--theme-primary`. */
  readonly variable: (role: string) => string;
  /** Tailwind's name of the role: `--color-theme-primary`. */
  readonly themeName: (role: string) => string;
  readonly color: (token: ColorToken) => string;
  /** Declarations of what else changes in a mode. */
  readonly values: (mode: string) => readonly string[];
  /** Tailwind's names of the other tokens. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Rules that give each role the colour of the mode that the system prefers, or that a class or
 * `data-theme` chooses, with utilities for them; and the same as the variables of shadcn/ui.
 */
const tailwindModes = ({
  roles,
  modes,
  variable,
  themeName,
  color,
  values,
  taken,
}: TailwindModes): string => {
  const names = new Set(roles.map(({ role }) => role));
  // A theme that was made with shadcn/ui has its own colours for them.
  const shadcn = Object.entries(SHADCN)
    .map(([name, wanted]) => [name, names.has(name) ? name : wanted] as const)
    .filter(([name, wanted]) => !taken.has(`--color-${name}`) && names.has(wanted));
  const linesOf = ({ name: mode, isDark }: ExportedMode): string[] => [
    `color-scheme: ${isDark ? 'dark' : 'light'};`,
    ...roles.flatMap(({ role, modes: tokens, renamedTo }) => {
      const token = tokens.get(mode);
      if (token === undefined) return [];
      const value = renamedTo === null ? color(token) : `var(${variable(renamedTo.join('-'))})`;
      return [`${variable(role)}: ${value};`];
    }),
    ...values(mode),
    // Here and not once: a variable that refers to another one is settled where it is declared.
    ...shadcn.map(([name, role]) => `--${name}: var(${variable(role)});`),
  ];
  const preferred = preferredRules(modes, linesOf);
  // After the queries, which are equally specific, so that an explicit choice overrides the system.
  const chosen = modes.map((mode) => block(choosersOf(mode).join(', '), linesOf(mode)));
  const utilities = [
    ...roles.map(({ role }) => `${themeName(role)}: var(${variable(role)});`),
    ...shadcn.map(([name]) => `--color-${name}: var(--${name});`),
  ];
  return [darkVariant(modes), ...preferred, ...chosen, block('@theme inline', [...new Set(utilities)])].join(
    '\n',
  );
};

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
  holds: 'all',
  loses: lostDashes,
  writesFont: true,
  options: ['color_syntax', 'p3', 'comments', 'references'],
  fileName: (prefix) => `${prefix}-tailwind`,
  render(given, options) {
    const { prefix, colorSyntax } = options;
    const tokens = withoutSeeds(given);
    const roles = rolesWithModes(tokens);
    const followed = colorsOf(followedTokens(tokens));
    // Checks the names of the roles beside all others. Each name begins with Tailwind's namespace.
    const named = nameTokens(
      [...tokens, ...followed].map((token) => ({
        ...token,
        original: token.path,
        path: [...namespaceOf(token, prefix), ...token.path],
      })),
      ASCII_KEBAB_NAMES,
      [],
      options,
    )
      .map(({ name, token: { original, ...token } }): NamedToken => ({
        name,
        token: { ...token, path: original },
      }))
      .slice(0, tokens.length);
    const variables = referencesTo(named, (name) => `var(--${name})`);
    const nameIn = (path: readonly string[]): string => `--${nameOf(path, ASCII_KEBAB_NAMES)}`;
    const roleVariable = (role: string): string =>
      nameIn([...(prefix === 'color' ? ['role'] : leadingOf(prefix)), role]);
    const byPath = new Set(roles.map(({ role }) => role));
    // A colour by the name of a role is what the role is in the present mode.
    const reference = (path: readonly string[]): string | null =>
      variables(path) ?? (byPath.has(path.join('-')) ? `var(${roleVariable(path.join('-'))})` : null);
    const nameInFile = referencesTo(named, (name) => name);
    const header = options.comments ? '/* Do not edit directly, this file was auto-generated. */\n\n' : '';
    const lines = inOrder(named).map((item) => {
      const text = commentOf(item.token, nameInFile);
      const value = cssValue(item.token, colorSyntax, reference);
      return `  ${declaration(item, value)}${options.comments ? comment(text) : ''}`;
    });
    const wide = named.flatMap((item) => {
      const { token } = item;
      return isColorToken(token) &&
        wantsP3(token.color, options) &&
        (!token.alias || reference(token.alias) === null)
        ? [`    ${declaration(item, cssP3(token.color))}\n`]
        : [];
    });
    const p3 = wide.length === 0 ? '' : `\n@media (color-gamut: p3) {\n  :root {\n${wide.join('')}  }\n}\n`;
    /** Returns a mode's values besides colours: Tailwind's utilities follow the variable. */
    const valuesIn = (mode: string, modifier?: string): string[] =>
      tokensWithModes(tokens, modifier).flatMap(({ path, modes: inModes }) => {
        const token = inModes.get(mode);
        if (token === undefined || (isColorToken(token) && modifier === undefined)) return [];
        const [plain, own] = [nameInFile(path), variables(token.path)];
        return plain === null || own === null ? [] : [`--${plain}: ${own};`];
      });
    const others = [...otherModifiers(tokens)].flatMap(([modifier, names]) =>
      names.map((mode) => `\n${block(`[data-mode~='${mode}']`, valuesIn(mode, modifier))}`),
    );
    const modes =
      roles.length === 0
        ? ''
        : `\n${tailwindModes({
            roles,
            modes: modesIn(tokens),
            variable: roleVariable,
            themeName: (role) => nameIn([...namespaceOf({ type: 'color' }, prefix), role]),
            color: (token) => variables(token.path) ?? '',
            values: valuesIn,
            taken: new Set(named.map(({ name }) => `--${name}`)),
          })}`;
    // Otherwise Tailwind leaves out what no utility uses, and the modes refer to it.
    const theme = roles.length === 0 ? '@theme' : '@theme static';
    return `${header}${theme} {\n${lines.join('\n')}\n}\n${p3}${modes}${others.join('')}`;
  },
};

/** Tailwind's namespaces of theme variables, by DTCG type. */
const NAMESPACES: Readonly<Record<string, string>> = {
  color: 'color',
  cubicBezier: 'ease',
  shadow: 'shadow',
  fontFamily: 'font',
  fontWeight: 'font-weight',
};

const OF_SIZES: Readonly<Record<string, string>> = {
  radius: 'radius',
  fontSize: 'text',
  letterSpacing: 'tracking',
  lineHeight: 'leading',
  breakpoint: 'breakpoint',
  container: 'container',
};

/** The beginning of a token's name: the namespace of the utilities that it makes, if any, and the prefix. */
const namespaceOf = (token: DesignToken | { readonly type: 'color' }, prefix: string): readonly string[] => {
  const type = 'type' in token ? token.type : 'color';
  if (type === 'color') return prefix === 'color' ? ['color'] : ['color', ...leadingOf(prefix)];
  const purpose = 'path' in token ? purposeOf(token) : null;
  const ofSize = purpose === null ? undefined : OF_SIZES[purpose];
  const namespace =
    type === 'dimension'
      ? (ofSize ?? 'spacing')
      : type === 'number'
        ? purpose === 'lineHeight'
          ? 'leading'
          : undefined
        : NAMESPACES[type];
  return [...(namespace === undefined ? [] : [namespace]), ...leadingOf(prefix)];
};

const declaration = ({ name }: NamedToken, value: string): string => `--${name}: ${value};`;

const comment = (description: string | null): string => {
  const text = commentText(description ?? '');
  return text === '' ? '' : ` /* ${text} */`;
};
