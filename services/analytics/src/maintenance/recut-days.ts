import { addDays } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import type { RecutStore, ZoneChange } from './recut-store.ts';
import { runSteps } from './run-steps.ts';
import type { Step } from './run-steps.ts';

/**
 * How many days apart two clocks can be: 10:30 UTC is two calendar days later in Kiritimati
 * (UTC+14) than in Pago Pago (UTC-11).
 */
const DAYS_APART = [-2, -1, 0, 1, 2];

/** Days that may have something by another clock, the latest first: those are looked at most. */
const around = (days: readonly LocalDay[]): readonly LocalDay[] =>
  [...new Set(days.flatMap((day) => DAYS_APART.map((apart) => addDays(day, apart))))].sort().reverse();

const recutWebsite = async (store: RecutStore, change: ZoneChange, signal: AbortSignal): Promise<void> => {
  const { websiteId, timezone } = change;
  if (timezone !== undefined)
    for (const day of around(await store.daysOf(websiteId))) {
      if (signal.aborted) return;
      await store.recut(websiteId, timezone, day);
    }
  await store.forget(change);
};

/**
 * Cuts the sums by day of websites that got another time zone by its days, a day at a time. What is
 * interrupted begins again the next time, and so does what failed: days that are right stay as they are.
 * @param stop ends it between two days
 * @throws AggregateError that names the websites that failed
 */
export const recutDays = async (store: RecutStore, stop?: AbortSignal): Promise<void> => {
  await store.exclusively(async (signal) => {
    const steps = (await store.changes()).map((change): Step => [
      `days of website ${change.websiteId}`,
      () => recutWebsite(store, change, signal),
    ]);
    await runSteps(steps, signal);
  }, stop);
};
