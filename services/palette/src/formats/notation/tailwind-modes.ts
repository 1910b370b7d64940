import type { ColorToken } from '../token.ts';
import { block, preferredRules } from './css-modes.ts';
import type { ExportedMode, ModeRole } from './mode-roles.ts';

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

/** What chooses a mode: a class, or `data-theme`. */
const choosersOf = ({ name }: ExportedMode): string[] => [
  `.${/^\d/.test(name) ? `\\3${name.slice(0, 1)} ${name.slice(1)}` : name}`,
  `[data-theme='${name}']`,
];

/** What chooses one of the light or dark modes, on an element or around it. */
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

export interface TailwindModes {
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
export const tailwindModes = ({
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
