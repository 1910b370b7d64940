import { lengthInDays } from '../../../calendar/date-range.ts';
import type { DateRange } from '../../../calendar/date-range.ts';
import type { GroupBy } from '../../../dimensions/dimension-names.ts';
import type { FittingIds } from '../../sql/filter-sql.ts';
import type { Site, SumsRequest } from '../../query/sums-request.ts';
import type { LocalDay } from '../../../calendar/local-day.ts';
import { localDay } from '../../../calendar/zone-day.ts';
import { planBlocks, readBlocks } from './block-source.ts';
import type { BlockPlan } from './block-source.ts';
import type { BlocksStore, StoredDay } from './blocks-store.ts';
import { columnSums } from './column-sums.ts';
import { addsUp, fitsColumns, neededColumns } from './column-question.ts';
import type { GroupRow } from './groups.ts';
import { withTraffic } from './days-with-traffic.ts';

/** What columns have told of a request. */
export interface ColumnCount {
  /** The rows of each grouping. */
  readonly rows: readonly (readonly GroupRow[])[];
  /** Days that aren't counted in them. */
  readonly rest: readonly DateRange[];
  /** Settled days that would have been of use, too. */
  readonly missing: readonly LocalDay[];
}

export interface ColumnReader {
  /** Counts a request by several lists of keys; undefined where too few of its days are stored. */
  count(
    request: SumsRequest,
    groupings: readonly (readonly GroupBy[])[],
    ids: FittingIds,
  ): Promise<ColumnCount | undefined>;
  /** The settled days that a request lacks: none for one that columns can't answer. */
  missing(request: SumsRequest): Promise<readonly LocalDay[]>;
}

export interface ColumnReaderDeps {
  readonly blocks: Pick<BlocksStore, 'stored' | 'read' | 'readRows'>;
  /** Time of the first thing that was counted, milliseconds since 1970. */
  readonly firstTraffic: (site: Site) => Promise<number | undefined>;
}

/** Stretches of days up to which they are counted apart. */
const MOST_STRETCHES = 10;

/** To make a day's columns of its rows takes several times as long as a query of the rows does. */
const STORED_FOR_EACH_OF_ROWS = 5;

/** Answers requests from columns. All dependencies must read the same snapshot. */
export const createColumnReader = ({ blocks, firstTraffic }: ColumnReaderDeps): ColumnReader => {
  /**
   * Plans by site and range. A snapshot doesn't change, and a page asks for one range many times.
   */
  const known = new Map<string, Promise<readonly StoredDay[]>>();
  const storedOf = ({ site, range }: SumsRequest): Promise<readonly StoredDay[]> => {
    const key = `${site.id} ${site.timezone} ${range.from} ${range.to}`;
    const stored = known.get(key) ?? blocks.stored(site, range);
    known.set(key, stored);
    return stored;
  };
  const planOf = async (request: SumsRequest): Promise<BlockPlan> => {
    const { site, range } = request;
    const stored = await storedOf(request);
    const first = await firstTraffic(site);
    const present = localDay(site.timezone, Date.now());
    return first === undefined
      ? { steps: [], missing: [] }
      : planBlocks(withTraffic(site, range, first, present), stored, present);
  };

  return {
    async count(request, groupings, ids) {
      if (!fitsColumns(request)) return undefined;
      // Small websites, whose days are never stored, are not asked anything else.
      if ((await storedOf(request)).length === 0) return undefined;
      const { steps, missing } = await planOf(request);
      const stored = steps.flatMap((step) => ('stored' in step ? step.stored : [])).length;
      const ofRows = steps.flatMap((step) => ('rows' in step ? [step.rows] : []));
      const days = ofRows.reduce((sum, part) => sum + lengthInDays(part), 0);
      // Where days add up, those that aren't stored are counted with one query for each run of
      // days.
      const isApart = addsUp(request);
      if (
        isApart ? stored <= days || ofRows.length > MOST_STRETCHES : stored < days * STORED_FOR_EACH_OF_ROWS
      )
        return undefined;
      const question = { request, groupings, ids };
      const read = isApart ? steps.filter((step) => 'stored' in step) : steps;
      const rows = await columnSums(
        question,
        readBlocks(blocks, request.site, read, neededColumns(question)),
      );
      return { rows, missing, rest: isApart ? ofRows : [] };
    },
    async missing(request) {
      return fitsColumns(request) ? (await planOf(request)).missing : [];
    },
  };
};
