import type { Language } from '@platform/errors';

const en = {
  title: (name: string) => `${name} – theme preview`,
  madeFrom: (harmony: string, count: number, base: string) => `${harmony} palette of ${count} from ${base}`,
  text: ['Text on the page, with ', 'a link in it', '.'],
  muted: 'Secondary text, readable on every ground.',
  primary: 'Primary',
  secondary: 'Secondary',
  tertiary: 'Tertiary',
  neutral: 'Neutral',
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
    'high-contrast': 'High contrast',
    'high-contrast-dark': 'High contrast, dark',
  } as Readonly<Record<string, string>>,
  allRoles: (count: number) => `All ${count} roles`,
  rolesIn: (mode: string) => `Roles in ${mode}`,
  role: 'Role',
  hex: 'Hex',
  on: 'On',
  ratio: 'Ratio',
};

const de: typeof en = {
  title: (name) => `${name} – Vorschau des Themes`,
  madeFrom: (harmony, count, base) => `Palette aus ${base}: ${count} Farben, Harmonie ${harmony}`,
  text: ['Text auf der Seite, mit ', 'einem Link darin', '.'],
  muted: 'Nebentext, auf jedem Grund lesbar.',
  primary: 'Primär',
  secondary: 'Sekundär',
  tertiary: 'Tertiär',
  neutral: 'Neutral',
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
    'high-contrast': 'Hoher Kontrast',
    'high-contrast-dark': 'Hoher Kontrast, dunkel',
  },
  allRoles: (count) => `Alle ${count} Rollen`,
  rolesIn: (mode) => `Rollen: ${mode}`,
  role: 'Rolle',
  hex: 'Hex',
  on: 'Auf',
  ratio: 'Verhältnis',
};

/** The texts of a theme's preview, by language. */
export const PREVIEW_TEXTS: Readonly<Record<Language, typeof en>> = { en, de };
export type PreviewTexts = typeof en;

const HARMONIES: Readonly<Record<string, string>> = {
  complementary: 'komplementär',
  analogous: 'analog',
  triadic: 'triadisch',
  split_complementary: 'geteilt-komplementär',
  tetradic: 'tetradisch',
  square: 'quadratisch',
  monochromatic: 'monochromatisch',
  tints: 'Aufhellungen',
  shades: 'Abdunklungen',
  tones: 'Abtönungen',
  temperature: 'warm und kühl',
  contrast: 'Kontrast',
  custom: 'eigene Farben',
};

/** The name of a harmony in a sentence. */
export const harmonyName = (harmony: string, language: Language): string =>
  (language === 'de' ? HARMONIES[harmony] : undefined) ?? harmony.replaceAll('_', ' ');
