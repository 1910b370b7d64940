import { spoken } from './spoken.ts';

/** Texts of a theme's modes, in the console and on its own page. */
const english = {
  title: (name: string) => `${name} – theme preview`,
  madeFrom: (harmony: string, count: number, base: string) => `${harmony}, ${count} colours from ${base}`,
  modesLabel: 'Modes',
  all: 'All',
  grounds: 'Grounds',
  text: ['Text on the page, with ', 'a link in it', '.'],
  muted: 'Secondary text, readable on every ground.',
  surface: 'Text on a surface',
  primary: 'Primary',
  secondary: 'Secondary',
  tertiary: 'Tertiary',
  neutral: 'Neutral',
  error: 'Error',
  delete: 'Delete',
  cancel: 'Cancel',
  focused: 'Focused',
  card: 'A card',
  onCard: ['Cards lie on the surface. ', 'Links', ' are readable here, too.'],
  email: 'E-mail',
  emailExample: 'you@example.com',
  subscribe: 'Subscribe',
  alerts: {
    success: ['Saved', 'Your changes are live.'],
    warning: ['Almost full', 'You have used 90 % of your space.'],
    error: ['Payment failed', 'The card was declined.'],
    info: ['New version', 'An update is ready to install.'],
  },
  modes: {
    light: 'Light',
    dark: 'Dark',
    high_contrast: 'High contrast',
    high_contrast_dark: 'High contrast, dark',
  } as Readonly<Record<string, string>>,
  allRoles: (count: number) => `All ${count} roles`,
  rolesIn: (mode: string) => `Roles in ${mode}`,
  role: 'Role',
  hex: 'Hex',
  on: 'On',
  ratio: 'Ratio',
};

const german: typeof english = {
  title: (name) => `${name} – Vorschau des Themas`,
  madeFrom: (harmony, count, base) => `${harmony}, ${count} Farben aus ${base}`,
  modesLabel: 'Modi',
  all: 'Alle',
  grounds: 'Flächen',
  text: ['Text auf der Seite, mit ', 'einem Link darin', '.'],
  muted: 'Nebentext, auf jedem Grund lesbar.',
  surface: 'Text auf einer Fläche',
  primary: 'Primär',
  secondary: 'Sekundär',
  tertiary: 'Tertiär',
  neutral: 'Neutral',
  error: 'Fehler',
  delete: 'Löschen',
  cancel: 'Abbrechen',
  focused: 'Im Fokus',
  card: 'Eine Karte',
  onCard: ['Karten liegen auf der Oberfläche. ', 'Links', ' sind auch hier lesbar.'],
  email: 'E-Mail',
  emailExample: 'name@beispiel.de',
  subscribe: 'Abonnieren',
  alerts: {
    success: ['Gespeichert', 'Ihre Änderungen sind online.'],
    warning: ['Fast voll', 'Sie haben 90 % Ihres Speichers belegt.'],
    error: ['Zahlung fehlgeschlagen', 'Die Karte wurde abgelehnt.'],
    info: ['Neue Version', 'Ein Update steht bereit.'],
  },
  modes: {
    light: 'Hell',
    dark: 'Dunkel',
    high_contrast: 'Hoher Kontrast',
    high_contrast_dark: 'Hoher Kontrast, dunkel',
  },
  allRoles: (count) => `Alle ${count} Rollen`,
  rolesIn: (mode) => `Rollen: ${mode}`,
  role: 'Rolle',
  hex: 'Hex',
  on: 'Auf',
  ratio: 'Verhältnis',
};

/** The texts of themes in the present language. */
export const themeTexts = (): typeof english => spoken({ en: english, de: german });

/** The name of a mode, which may be its owner's. */
export const modeTitle = (mode: string): string =>
  themeTexts().modes[mode] ?? `${mode.slice(0, 1).toUpperCase()}${mode.slice(1).replaceAll(/[_-]/g, ' ')}`;
