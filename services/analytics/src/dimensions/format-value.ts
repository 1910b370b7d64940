import { countryName } from '../geo/geo-lookup.ts';
import { sourceName } from '../sources/source-of.ts';
import type { ValueFormat } from './dimension.ts';
import { dimensionDefinition } from './dimension-names.ts';

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

const languageName = (tag: string): string => {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
};

/**
 * What must stay encoded: characters that can't be seen, that turn the direction of the text around
 * them, or that would change the meaning of the path. Joiners may be decoded: emoji and Persian
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

const FORMATS: Readonly<Record<ValueFormat, (value: string) => string>> = {
  text: (value) => value,
  source: sourceName,
  path: readablePath,
  country: countryName,
  language: languageName,
  capitalised: (value) => value.charAt(0).toUpperCase() + value.slice(1),
};

/** A dimension's value as people read it. */
export const formatValue = (dimension: string, value: string): string =>
  FORMATS[dimensionDefinition(dimension)?.format ?? 'text'](value);

/** The dimension's name in front of a filter's value; a property's own name. */
export const dimensionTitle = (dimension: string): string =>
  dimensionDefinition(dimension)?.title ?? dimension.replace(/^prop:/, '');
