import { isIP } from 'node:net';

import { open } from 'maxmind';
import type { CityResponse } from 'maxmind';

/** Where an address is, as far as the database knows. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** English name of the first-level subdivision. */
  readonly region: string | null;
  /** English name. */
  readonly city: string | null;
}

export interface GeoLookup {
  /** @param address IPv4 or IPv6; anything else is nowhere */
  find(address: string): Place;
}

export const NOWHERE: Place = { country: null, region: null, city: null };

/**
 * Opens a city or country database in MaxMind's format, supplied by the operator (DB-IP Lite,
 * GeoLite2 and others). It is read into memory, and read again when the file changes. Without a
 * path every address is nowhere.
 * @throws when the file is missing or no such database, so that a wrong setting shows at the start
 */
export const createGeoLookup = async (databasePath: string | undefined): Promise<GeoLookup> => {
  if (databasePath === undefined) return { find: () => NOWHERE };
  const reader = await open<CityResponse>(databasePath, {
    cache: { max: 10_000 },
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  });
  return {
    find(address) {
      // The reader would accept anything.
      if (isIP(address) === 0) return NOWHERE;
      const found = reader.get(address);
      if (found === null) return NOWHERE;
      return {
        country: found.country?.iso_code ?? null,
        region: found.subdivisions?.[0]?.names.en ?? null,
        city: found.city?.names.en ?? null,
      };
    },
  };
};
