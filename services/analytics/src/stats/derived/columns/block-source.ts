import { daysOf } from '../../../calendar/date-range.ts';
import type { DateRange } from '../../../calendar/date-range.ts';
import { lastSettledDay } from '../settled-days.ts';
import type { Site } from '../../query/sums-request.ts';
import type { LocalDay } from '../../../calendar/local-day.ts';
import type { BlockBytes } from './block.ts';
import type { BlocksStore, StoredDay } from './blocks-store.ts';
import type { ColumnName } from './columns.ts';

/** Days to be read together, or days that have to be made of their rows. */
export type BlockStep = { readonly stored: readonly StoredDay[] } | { readonly rows: DateRange };

/** Where the blocks of a range's days come from. */
export interface BlockPlan {
  /** In the order of the days. */
  readonly steps: readonly BlockStep[];
  /** Days that could be stored, and aren't. */
  readonly missing: readonly LocalDay[];
}

/** Blocks that are read at once. */
const READ = 24;

/** Plans how to get the blocks of a range. @param today the website's present day */
export const planBlocks = (range: DateRange, stored: readonly StoredDay[], today: LocalDay): BlockPlan => {
  const storedOf = new Map(stored.map((known) => [known.day, known]));
  const settled = lastSettledDay(today);
  const steps: ({ stored: StoredDay[] } | { rows: DateRange })[] = [];
  const missing: LocalDay[] = [];
  let room = 0;
  for (const day of daysOf(range)) {
    const last = steps.at(-1);
    const known = day <= settled ? storedOf.get(day) : undefined;
    if (known === undefined) {
      if (day <= settled) missing.push(day);
      if (last && 'rows' in last) last.rows = { from: last.rows.from, to: day };
      else steps.push({ rows: { from: day, to: day } });
      continue;
    }
    if (last && 'stored' in last && room >= known.versions.length) last.stored.push(known);
    else {
      steps.push({ stored: [known] });
      room = READ;
    }
    room -= known.versions.length;
  }
  return { steps, missing };
};

/** Reads blocks in the order of their days. */
export async function* readBlocks(
  store: Pick<BlocksStore, 'read' | 'readRows'>,
  site: Site,
  steps: readonly BlockStep[],
  columns: ReadonlySet<ColumnName>,
): AsyncGenerator<BlockBytes> {
  for (const step of steps)
    if ('stored' in step) yield* await store.read(site, step.stored, columns);
    else for (const day of daysOf(step.rows)) yield* await store.readRows(site, day, columns);
}
