import type { DateRange } from '../date-range.ts';
import { lastSettledDay } from '../settled-days.ts';
import type { Site } from '../sums-request.ts';
import { addDays, daysBetween } from '../zone.ts';
import type { LocalDate } from '../zone.ts';
import type { BlockBytes } from './block.ts';
import type { BlocksStore, StoredDay } from './blocks-store.ts';
import type { ColumnName } from './columns.ts';

/** Days to be read together, or days that have to be made of their rows. */
export type BlockStep = { readonly stored: readonly LocalDate[] } | { readonly rows: DateRange };

/** Where the blocks of a range's days come from. */
export interface BlockPlan {
  /** In the order of the days. */
  readonly steps: readonly BlockStep[];
  /** Days that could be stored, and aren't. */
  readonly missing: readonly LocalDate[];
}

/** Blocks that are read at once. */
const READ = 24;

export const daysOf = ({ from, to }: DateRange): readonly LocalDate[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

/** Plans how to get the blocks of a range. @param today the website's present day */
export const planBlocks = (range: DateRange, stored: readonly StoredDay[], today: LocalDate): BlockPlan => {
  const blocksOf = new Map(stored.map(({ day, blocks }) => [day, blocks]));
  const settled = lastSettledDay(today);
  const steps: ({ stored: LocalDate[] } | { rows: DateRange })[] = [];
  const missing: LocalDate[] = [];
  let room = 0;
  for (const day of daysOf(range)) {
    const last = steps.at(-1);
    const blocks = day <= settled ? blocksOf.get(day) : undefined;
    if (blocks === undefined) {
      if (day <= settled) missing.push(day);
      if (last && 'rows' in last) last.rows = { from: last.rows.from, to: day };
      else steps.push({ rows: { from: day, to: day } });
      continue;
    }
    if (last && 'stored' in last && room >= blocks) last.stored.push(day);
    else {
      steps.push({ stored: [day] });
      room = READ;
    }
    room -= blocks;
  }
  return { steps, missing };
};

/** Reads blocks in the order of their days. The next ones are read while the present ones are counted. */
export async function* readBlocks(
  store: Pick<BlocksStore, 'read' | 'readRows'>,
  site: Site,
  steps: readonly BlockStep[],
  columns: ReadonlySet<ColumnName>,
): AsyncGenerator<BlockBytes> {
  const readings = steps.flatMap((step) =>
    'stored' in step
      ? [() => store.read(site, step.stored, columns)]
      : daysOf(step.rows).map((day) => () => store.readRows(site, day, columns)),
  );
  const read = (index: number): Promise<readonly BlockBytes[]> => {
    const blocks = readings[index]?.() ?? Promise.resolve([]);
    // A fault is thrown where the blocks are awaited, which may be never when whoever asked has stopped.
    blocks.catch(() => undefined);
    return blocks;
  };
  let next = read(0);
  for (let index = 0; index < readings.length; index += 1) {
    const blocks = await next;
    next = read(index + 1);
    yield* blocks;
  }
}
