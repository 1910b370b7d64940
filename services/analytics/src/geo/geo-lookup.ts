import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { SetupError } from '@platform/runtime';
import { open } from 'maxmind';
import type { CityResponse } from 'maxmind';
import { countries, continents } from 'countries-list';
import type { TCountryCode } from 'countries-list';
import type { Language } from '@platform/errors';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const germanNames = new Intl.DisplayNames('de', { type: 'region', fallback: 'none' });

const isListed = (code: string): code is TCountryCode => Object.hasOwn(countries, code);

/**
 * Name of a country, English unless asked otherwise, by its ISO 3166-1 alpha-2 code, or the code
 * itself when it isn't assigned.
 */
export const countryName = (code: string, language: Language = 'en'): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return (language === 'de' ? germanNames : names).of(code) ?? code;
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

/** Where an address is, as far as the database knows. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** English name of the first-level subdivision. */
  readonly region: string | null;
  /** English name. */
  readonly city: string | null;
}

/** Where the places come from. */
export interface GeoSource {
  /** As the database calls itself. */
  readonly name: string;
  /** When it was made, milliseconds since 1970: addresses change hands. */
  readonly builtAt: number;
  /** False for the one that comes with the service. */
  readonly isOwn: boolean;
}

export interface GeoLookup {
  /** @param address IPv4 or IPv6; anything else is nowhere */
  find(address: string): Place;
  /** Of the database as it is now; undefined without one. */
  source?(): GeoSource;
}

export const NOWHERE: Place = { country: null, region: null, city: null };

/** A row of MaxMind's databases and DB-IP's, or of the simpler ones of ip-location-db. */
type GeoRow = Partial<CityResponse> & {
  readonly country_code?: string;
  readonly state1?: string;
  readonly city?: string | CityResponse['city'];
};

const placeOf = (row: GeoRow): Place => ({
  country: row.country?.iso_code ?? row.country_code ?? null,
  region: row.subdivisions?.[0]?.names.en ?? row.state1 ?? null,
  city: (typeof row.city === 'string' ? row.city : row.city?.names.en) ?? null,
});

/** Countries by the registries of addresses, in the public domain (CC0 1.0): from npm, with IPv4 and IPv6. */
const BUNDLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/**
 * Opens a city or country database in MaxMind's format: the operator's (DB-IP Lite, GeoLite2 and others),
 * or the one with countries that comes with the service. It is read into memory, and read again when the
 * file changes.
 * @throws when the file is missing or no such database, so that a wrong setting shows at the start
 */
export const createGeoLookup = async (databasePath: string | undefined): Promise<GeoLookup> => {
  const path = databasePath ?? fileURLToPath(import.meta.resolve(BUNDLED));
  const isOwn = databasePath !== undefined;
  const reader = await open<GeoRow & CityResponse>(path, {
    cache: { max: 10_000 },
    ...(isOwn ? { watchForUpdates: true, watchForUpdatesNonPersistent: true } : {}),
  }).catch((error: unknown) => {
    if (!isOwn) throw error;
    const { code = 'it is no MaxMind database' } = error as NodeJS.ErrnoException;
    throw new SetupError(`GEO_DATABASE: ${path} can't be read (${code}).`, { cause: error });
  });
  return {
    find(address) {
      // The reader would accept anything.
      if (isIP(address) === 0) return NOWHERE;
      const found = reader.get(address);
      return found === null ? NOWHERE : placeOf(found);
    },
    source: () => ({
      isOwn,
      name: isOwn ? reader.metadata.databaseType : 'geo-whois-asn-country (CC0)',
      builtAt: reader.metadata.buildEpoch.getTime(),
    }),
  };
};
