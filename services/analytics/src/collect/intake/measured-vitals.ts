import { storedValue, VITALS } from '../../vitals/vitals.ts';
import type { MeasuredVitals } from '../../vitals/vitals.ts';

/**
 * Reads the web vitals of a hit, by the names that `web-vitals` gives them. Unknown ones are left
 * out, as a newer script may send more.
 * @returns undefined if there are none
 */
export const measuredVitals = (value: unknown): MeasuredVitals | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  const measured = VITALS.flatMap((vital) => {
    const number = given[vital.name];
    return typeof number === 'number' && number >= 0 ? [[vital.id, storedValue(vital, number)] as const] : [];
  });
  return measured.length === 0 ? undefined : Object.fromEntries(measured);
};
