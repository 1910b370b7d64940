import type { Language } from '@platform/errors';

import { countryName } from '../geo/geo-lookup.ts';
import { sourceName } from '../sources/source-of.ts';
import { dimensionDefinition } from './dimension-names.ts';
import type { ValueFormat } from './dimensions.ts';

const LANGUAGES = {
  en: new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }),
  de: new Intl.DisplayNames('de', { type: 'language', fallback: 'code' }),
};

const languageName = (tag: string, language: Language): string => {
  try {
    return LANGUAGES[language].of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/**
 * Characters that must stay encoded: those that are invisible, turn the direction of the text
 * around them, or would change the meaning of the path. Joiners may be decoded: emoji and Persian
 * need them.
 */
const HIDDEN = /(?![\u200C\u200D])[\p{C}\p{Z}%/?#&=+]/u;

const decoded = (encoded: string): string => {
  try {
    return Array.from(decodeURIComponent(encoded), (character) =>
      HIDDEN.test(character) ? encodeURIComponent(character) : character,
    ).join('');
  } catch {
    return encoded;
  }
};

/** A path as browsers show it: `/caf%C3%A9` as `/café`. */
export const readablePath = (path: string): string => path.replace(/(?:%[\da-f]{2})+/gi, decoded);

const FORMATS: Readonly<Record<ValueFormat, (value: string, language: Language) => string>> = {
  text: (value) => value,
  source: sourceName,
  path: readablePath,
  country: countryName,
  language: languageName,
  capitalised: (value) => value.charAt(0).toUpperCase() + value.slice(1),
};

/** A dimension's value as people read it. */
export const formatValue = (dimension: string, value: string, language: Language = 'en'): string =>
  FORMATS[dimensionDefinition(dimension)?.format ?? 'text'](value, language);
