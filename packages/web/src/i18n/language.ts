import { computed, effect } from '@preact/signals';

import { english } from './english.ts';
import type { Texts } from './english.ts';
import { german } from './german.ts';
import { language, LANGUAGES } from './spoken.ts';
import type { Language } from './spoken.ts';

const CATALOGUES: Readonly<Record<Language, Texts>> = { en: english, de: german };

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const STORED = 'console-language';

const preferred = (): Language => {
  const stored = localStorage.getItem(STORED);
  const wanted = [stored ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return LANGUAGES.find((language) => language === wanted.find((tag) => tag in CATALOGUES)) ?? 'en';
};

/** The language of the console is what was chosen, else the browser's. */
language.value = preferred();

/** Remembers a choice. */
export const chooseLanguage = (chosen: Language): void => {
  localStorage.setItem(STORED, chosen);
  language.value = chosen;
};

const catalogue = computed(() => CATALOGUES[language.value]);

/** All texts in the present language. Read it while rendering, so that a change shows. */
export const texts = (): Texts => catalogue.value;

effect(() => {
  document.documentElement.lang = language.value;
});
