import { countries, continents } from 'countries-list';
import type { TCountryCode } from 'countries-list';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const isListed = (code: string): code is TCountryCode => Object.hasOwn(countries, code);

/**
 * English name of a country by its ISO 3166-1 alpha-2 code, or the code itself when it isn't
 * assigned.
 */
export const countryName = (code: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return names.of(code) ?? code;
};

/** English name of the continent of a country; null for a code that isn't assigned. */
export const continentOf = (code: string): string | null =>
  isListed(code) ? continents[countries[code].continent] : null;

const codes = new Map(Object.keys(countries).map((code) => [countryName(code).toLowerCase(), code]));

/** The code of a country by its English name, in any case; undefined for an unknown one. */
export const countryCode = (name: string): string | undefined => codes.get(name.toLowerCase());

/** Languages beside English in which exports name countries. */
const LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'];

const namesIn = (language: string): readonly (readonly [string, string])[] => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return Object.keys(countries).flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[name.toLowerCase(), code] as const];
  });
};

let foreign: ReadonlyMap<string, string> | undefined;

/** The code of a country named in another language than English. */
export const foreignCountryCode = (name: string): string | undefined =>
  (foreign ??= new Map(LANGUAGES.flatMap(namesIn))).get(name.toLowerCase());
