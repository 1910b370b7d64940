import { palette as english } from '../i18n/english/palette.ts';
import type { PaletteTexts } from '../i18n/english/palette.ts';
import { palette as german } from '../i18n/german/palette.ts';
import { language } from '../i18n/spoken.ts';
import type { Language } from '../i18n/spoken.ts';

const CATALOGUES: Readonly<Record<Language, PaletteTexts>> = { en: english, de: german };

/** The texts of palettes in the present language. */
export const paletteTexts = (): PaletteTexts => CATALOGUES[language.value];
