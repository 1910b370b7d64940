import { THEME_MODES } from '../../themes/theme.ts';
import type { ThemeMode } from '../../themes/theme.ts';
import type { ColorToken } from '../token.ts';
import type { ModeRole } from './mode-roles.ts';

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

/** When a mode applies by itself. The last that applies wins; the first always applies. */
const PREFERENCE: Readonly<Record<ThemeMode, string | null>> = {
  light: null,
  dark: '(prefers-color-scheme: dark)',
  'high-contrast': '(prefers-contrast: more)',
  'high-contrast-dark': '(prefers-contrast: more) and (prefers-color-scheme: dark)',
};

/** What chooses one of the light or dark modes, on an element or around it. */
const choosers = (isDark: boolean): string =>
  THEME_MODES.filter((mode) => mode.endsWith('dark') === isDark)
    .flatMap((mode) => [`.${mode}`, `[data-theme='${mode}']`])
    .flatMap((selector) => [selector, `${selector} *`])
    .join(', ');

/** `dark:` follows the system unless an element around chooses a mode. */
const DARK_VARIANT = `@custom-variant dark {
  @media (prefers-color-scheme: dark) {
    &:where(:not(${choosers(false)})) {
      @slot;
    }
  }
  &:where(${choosers(true)}) {
    @slot;
  }
}
`;

const block = (selector: string, lines: readonly string[], indent = ''): string =>
  `${indent}${selector} {\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}\n`;

export interface TailwindModes {
  readonly roles: readonly ModeRole[];
  /** The variable that has a role's colour in the mode of its element: `--theme-primary`. */
  readonly variable: (role: string) => string;
  /** Tailwind's name of the role: `--color-theme-primary`. */
  readonly themeName: (role: string) => string;
  readonly color: (token: ColorToken) => string;
  /** Tailwind's names of the other tokens. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Rules that give each role the colour of the mode that the system prefers, or that a class or
 * `data-theme` chooses, with utilities for them; and the same as the variables of shadcn/ui.
 */
export const tailwindModes = ({ roles, variable, themeName, color, taken }: TailwindModes): string => {
  const shadcn = Object.entries(SHADCN).filter(
    ([name, wanted]) => !taken.has(`--color-${name}`) && roles.some(({ role }) => role === wanted),
  );
  const linesOf = (mode: ThemeMode): string[] => [
    `color-scheme: ${mode.endsWith('dark') ? 'dark' : 'light'};`,
    ...roles.map(({ role, modes, renamedTo }) => {
      const value = renamedTo === null ? color(modes[mode]) : `var(${variable(renamedTo)})`;
      return `${variable(role)}: ${value};`;
    }),
    // Here and not once: a variable that refers to another one is settled where it is declared.
    ...shadcn.map(([name, role]) => `--${name}: var(${variable(role)});`),
  ];
  const preferred = THEME_MODES.map((mode) => {
    const query = PREFERENCE[mode];
    if (query === null) return block(':root', linesOf(mode));
    return `@media ${query} {\n${block(':root', linesOf(mode), '  ')}}\n`;
  });
  // After the queries, which are equally specific, so that an explicit choice overrides the system.
  const chosen = THEME_MODES.map((mode) => block(`.${mode}, [data-theme='${mode}']`, linesOf(mode)));
  const utilities = [
    ...roles.map(({ role }) => `${themeName(role)}: var(${variable(role)});`),
    ...shadcn.map(([name]) => `--color-${name}: var(--${name});`),
  ];
  return [DARK_VARIANT, ...preferred, ...chosen, block('@theme inline', [...new Set(utilities)])].join('\n');
};
