import { randomBytes } from 'node:crypto';

import type { LocalDay } from '../calendar/local-day.ts';
import type { SaltCache } from '../collect/visitors/salt-cache.ts';
import type { SaltOfDay } from '../collect/visitors/destroy-salts.ts';

export interface PassingSalts extends SaltCache {
  /** Removes the salts of the days before `day` and returns whose they were. */
  takeBefore(day: LocalDay): readonly SaltOfDay[];
}

const SALT_BYTES = 16;

/**
 * Salts for traffic that is loaded in chronological order. They live in memory only: once the
 * traffic has passed a day, nothing more comes for it.
 */
export const createPassingSalts = (): PassingSalts => {
  const days = new Map<LocalDay, Map<number, { salt: Buffer; timezone: string }>>();
  return {
    get({ id, timezone }, day) {
      const ofDay = days.get(day) ?? new Map<number, { salt: Buffer; timezone: string }>();
      days.set(day, ofDay);
      const known = ofDay.get(id) ?? { salt: randomBytes(SALT_BYTES), timezone };
      ofDay.set(id, known);
      return known.salt;
    },
    peek: ({ id }, day) => days.get(day)?.get(id)?.salt ?? null,
    takeBefore(day) {
      const passed = [...days].filter(([known]) => known < day);
      for (const [known] of passed) days.delete(known);
      return passed.flatMap(([known, ofDay]) =>
        [...ofDay].map(([websiteId, { timezone }]) => ({
          websiteId,
          day: known,
          timezone,
          isLive: false,
        })),
      );
    },
    forgetStale: () => undefined,
    // The database may have changed under the load, but not who the visitors were.
    forget: () => undefined,
  };
};
