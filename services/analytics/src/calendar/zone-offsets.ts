/** A year of a zone: from each instant on, its clock is ahead of UTC by that many milliseconds. */
interface YearOfOffsets {
  readonly since: readonly number[];
  readonly offsets: readonly number[];
}

/** The clock of a zone by the rules that Node.js has, as `toWallClock` tells it. */
export type ReadClock = (zone: string, instant: number) => number;

/** No zone changes its offset and back within a week. */
const WEEK = 7 * 86_400_000;
const SECOND = 1_000;

const years = new Map<string, YearOfOffsets>();
const CACHE_SIZE = 10_000;

const findChanges = (zone: string, year: number, read: ReadClock): YearOfOffsets => {
  const [begin, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const offsetAt = (instant: number): number => read(zone, instant) - instant;
  const since = [begin];
  const offsets = [offsetAt(begin)];
  for (let week = begin; week < end; week += WEEK) {
    const next = Math.min(week + WEEK, end);
    const offset = offsetAt(next);
    // To the second, as zones before 1972 are.
    for (let from = week; offsets.at(-1) !== offset;) {
      let [before, after] = [from, next];
      while (after - before > SECOND) {
        const middle = Math.floor((before + after) / (2 * SECOND)) * SECOND;
        if (offsetAt(middle) === offsets.at(-1)) before = middle;
        else after = middle;
      }
      since.push(after);
      offsets.push(offsetAt(after));
      from = after;
    }
  }
  return { since, offsets };
};

/**
 * Milliseconds by which a zone's clock is ahead of UTC at an instant. The changes of a year are
 * found once, which takes as long as reading the clock a hundred times.
 */
export const zoneOffset = (zone: string, instant: number, read: ReadClock): number => {
  const year = new Date(instant).getUTCFullYear();
  const key = `${year} ${zone}`;
  let known = years.get(key);
  if (known === undefined) {
    if (years.size >= CACHE_SIZE) years.clear();
    known = findChanges(zone, year, read);
    years.set(key, known);
  }
  return known.offsets[known.since.findLastIndex((since) => since <= instant)] ?? 0;
};
