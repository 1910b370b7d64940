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
  const days = new Map<LocalDay, Map<number, Buffer>>();
  return {
    get({ id }, day) {
      const ofDay = days.get(day) ?? new Map<number, Buffer>();
      days.set(day, ofDay);
      const salt = ofDay.get(id) ?? randomBytes(SALT_BYTES);
      ofDay.set(id, salt);
      return salt;
    },
    peek: ({ id }, day) => days.get(day)?.get(id) ?? null,
    takeBefore(day) {
      const passed = [...days].filter(([known]) => known < day);
      for (const [known] of passed) days.delete(known);
      return passed.flatMap(([known, ofDay]) =>
        [...ofDay.keys()].map((websiteId) => ({ websiteId, day: known, isLive: false })),
      );
    },
    forgetStale: () => undefined,
    // The database may have changed under the load, but not who the visitors were.
    forget: () => undefined,
  };
};
