import { lengthInDays, today } from '../date-range.ts';
import type { DateRange } from '../date-range.ts';
import type { GroupBy } from '../dimensions.ts';
import type { FittingIds } from '../filter-sql.ts';
import type { Site, SumsRequest } from '../sums-request.ts';
import { addDays, localDate } from '../zone.ts';
import type { LocalDate } from '../zone.ts';
import { planBlocks, readBlocks } from './block-source.ts';
import type { BlockStep } from './block-source.ts';
import type { BlocksStore } from './blocks-store.ts';
import { addsUp, columnSums, fitsColumns, neededColumns } from './column-sums.ts';
import type { GroupRow } from './groups.ts';

/** What columns have told of a request. */
export interface ColumnCount {
  /** The rows of each grouping. */
  readonly rows: readonly (readonly GroupRow[])[];
  /** Days that aren't counted in them. */
  readonly rest: readonly DateRange[];
}

export interface ColumnReader {
  /**
   * Counts a request by several lists of keys.
   * @returns the settled days that would have to be stored, and the count, unless there are too few columns for the request
   */
  count(
    request: SumsRequest,
    groupings: readonly (readonly GroupBy[])[],
    ids: FittingIds,
  ): Promise<{ readonly count?: ColumnCount; readonly missing: readonly LocalDate[] }>;
}

export interface ColumnReaderDeps {
  readonly blocks: Pick<BlocksStore, 'stored' | 'read' | 'readRows'>;
  /** Time of the first thing that was counted, milliseconds since 1970. */
  readonly firstTraffic: (site: Site) => Promise<number | undefined>;
}

/** To make a day's columns of its rows takes several times as long as a query of the rows does. */
const STORED_FOR_EACH_OF_ROWS = 5;

/** The days of a range on which there can be anything: a clock may be ahead by a day. */
const withTraffic = (site: Site, range: DateRange, first: number, present: LocalDate): DateRange => {
  const [since, until] = [localDate(site.timezone, first), addDays(present, 1)];
  return { from: range.from > since ? range.from : since, to: range.to < until ? range.to : until };
};

const rowsOf = (steps: readonly BlockStep[]): readonly DateRange[] =>
  steps.flatMap((step) => ('rows' in step ? [step.rows] : []));

/** Answers requests from columns. Everything it is given has to look at one snapshot of the database. */
export const createColumnReader = ({ blocks, firstTraffic }: ColumnReaderDeps): ColumnReader => ({
  async count(request, groupings, ids) {
    const { site } = request;
    if (!fitsColumns(request)) return { missing: [] };
    const first = await firstTraffic(site);
    if (first === undefined) return { missing: [] };
    const present = today(site.timezone, Date.now());
    const range = withTraffic(site, request.range, first, present);
    if (range.to < range.from) return { missing: [] };
    const { steps, missing } = planBlocks(range, await blocks.stored(site, range), present);
    const ofRows = rowsOf(steps);
    const days = ofRows.reduce((sum, part) => sum + lengthInDays(part), 0);
    const stored = lengthInDays(range) - days;
    // Where days add up the rows of those that aren't stored can be counted apart, with one query for each stretch of days.
    const isApart = addsUp(request);
    if (isApart ? stored <= days || ofRows.length > 10 : stored < days * STORED_FOR_EACH_OF_ROWS)
      return { missing };
    const question = { request, groupings, ids };
    const read = isApart ? steps.filter((step) => 'stored' in step) : steps;
    const rows = await columnSums(question, readBlocks(blocks, site, read, neededColumns(question)));
    return { missing, count: { rows, rest: isApart ? ofRows : [] } };
  },
});
