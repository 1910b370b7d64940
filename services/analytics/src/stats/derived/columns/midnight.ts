import type { LocalDay } from '../../../calendar/local-day.ts';

/** Remembers visits counted at a place on an earlier day, so that one over midnight counts once. */
export interface Midnight {
  /** True the first time for a visit and a place. Days must be asked for in order. */
  isFirst(day: LocalDay, visit: string, place: number): boolean;
}

/** Days remembered: no visit spans more. */
const DAYS = 3;

/** Makes an empty memory of visits that cross midnight. */
export const createMidnight = (): Midnight => {
  const days: { readonly day: LocalDay; readonly counted: Set<string> }[] = [];
  return {
    isFirst(day, visit, place) {
      if (days.at(-1)?.day !== day) days.push({ day, counted: new Set() });
      if (days.length > DAYS) days.shift();
      const name = `${visit} ${place}`;
      if (days.some(({ counted }) => counted.has(name))) return false;
      days.at(-1)?.counted.add(name);
      return true;
    },
  };
};
