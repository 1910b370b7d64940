import { theme as english } from '../i18n/english/theme.ts';
import type { ThemeTexts } from '../i18n/english/theme.ts';
import { theme as german } from '../i18n/german/theme.ts';
import { language } from '../i18n/spoken.ts';
import type { Language } from '../i18n/spoken.ts';

const CATALOGUES: Readonly<Record<Language, ThemeTexts>> = { en: english, de: german };

/** The texts of themes in the present language. */
export const themeTexts = (): ThemeTexts => CATALOGUES[language.value];

/** The name of a mode, which may be its owner's. */
export const modeTitle = (mode: string): string =>
  themeTexts().modes[mode] ?? `${mode.slice(0, 1).toUpperCase()}${mode.slice(1).replaceAll(/[_-]/g, ' ')}`;
