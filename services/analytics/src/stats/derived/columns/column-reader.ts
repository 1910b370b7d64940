import { createTurns } from '@platform/runtime';

import { daysOf, lengthInDays } from '../../../calendar/date-range.ts';
import type { DateRange } from '../../../calendar/date-range.ts';
import { addDays, localDay } from '../../../calendar/local-day.ts';
import type { LocalDay } from '../../../calendar/local-day.ts';
import { isProperty, isTime, isVisitDimension } from '../../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../../dimensions/dimension-names.ts';
import type { Sum } from '../../../metrics/metrics.ts';
import { asksForBehaviour, conditionsOf, conjuncts, isOfAnyHit } from '../../query/filter.ts';
import type { Filter } from '../../query/filter.ts';
import { basisOf, dimensionsOf, isDaily } from '../../query/sums-request.ts';
import type { Site, SumsRequest } from '../../query/sums-request.ts';
import { countsByFlag } from '../../sql/event-rows-sql.ts';
import type { FittingIds } from '../../sql/filter-sql.ts';
import { lastSettledDay } from '../settled-days.ts';
import {
  columnsOf,
  filterMask,
  allVisits,
  hitsOfVisits,
  nameOf,
  ownVisits,
  rowsLeft,
  openBlock,
} from './block.ts';
import type { BlockRows, Block, BlockBytes } from './block.ts';
import type { BlocksStore, StoredDay } from './blocks-store.ts';
import type { ColumnName } from './columns.ts';
import { addHits, WHOLE_VISIT, blockKeys, createGroups, addVisits, createMidnight } from './groups.ts';
import type { GroupRow, Groups } from './groups.ts';

/** The sums of a request for one or more lists of keys, counted in one pass. */
interface ColumnQuestion {
  readonly request: SumsRequest;
  readonly groupings: readonly (readonly GroupBy[])[];
  readonly ids: FittingIds;
}

/**
 * True for a request that blocks answer exactly as the raw rows do: no property, nothing on what else
 * a visit did, no time within the day, and not the visitors of a page (or event) alone, which are counted by the flag "first of
 * this page today".
 */
export const fitsColumns = (request: SumsRequest): boolean => {
  const names = dimensionsOf(request);
  if (asksForBehaviour(request.filter) || isOfAnyHit(request.filter)) return false;
  if (names.length === 0 || names.some(isProperty) || !isDaily(request.groupBy)) return false;
  return !(request.sums.has('visitors') && countsByFlag(request));
};

/** True for a request whose sums of different days add up to those of all of them. */
const addsUp = (request: SumsRequest): boolean =>
  basisOf(request) === 'visits' || !WHOLE_VISIT.some((sum) => request.sums.has(sum));

const SUM_COLUMNS: Readonly<Partial<Record<Sum, ColumnName>>> = {
  duration: 'duration',
  pageviews: 'pageviews',
  events: 'events',
  engaged: 'engaged',
  scroll: 'scroll',
};

const HIT_SUM_COLUMNS: Readonly<Partial<Record<Sum, ColumnName>>> = {
  duration: 'duration',
  engaged: 'hit_engaged',
  scroll: 'hit_scroll',
};

/** The columns that a question needs. */
const neededColumns = ({ request, groupings }: ColumnQuestion): ReadonlySet<ColumnName> => {
  const isOfVisits = basisOf(request) === 'visits';
  const keys = groupings.flat().flatMap((name) => (isTime(name) ? [] : columnsOf(name)));
  const conditions = conditionsOf(request.filter).flatMap(({ dimension }) => columnsOf(dimension));
  const sums = [...request.sums].flatMap((sum) => (isOfVisits ? SUM_COLUMNS : HIT_SUM_COLUMNS)[sum] ?? []);
  const always: ColumnName[] = isOfVisits ? ['traits'] : ['traits', 'hits', 'hit_name', 'hit_count'];
  return new Set([...always, ...keys, ...conditions, ...sums]);
};

/** Number of the bucket, from 0 on, of a day. */
const bucketOf = ({ buckets }: SumsRequest, day: LocalDay): number =>
  buckets?.days.findLastIndex((first) => first <= day) ?? -1;

/**
 * A filter split in two; a hit has to match both. The part on the visit comes first and usually
 * leaves few hits.
 */
const splitFilter = (filter: Filter): { readonly ofVisits: Filter; readonly ofHits: Filter } => {
  const isOfVisit = (part: Filter): boolean =>
    conditionsOf(part).every(({ dimension }) => isVisitDimension(dimension));
  const parts = conjuncts(filter);
  return {
    ofVisits: { and: parts.filter(isOfVisit) },
    ofHits: { and: parts.filter((part) => !isOfVisit(part)) },
  };
};

/** Counts block after block; days have to come in order. */
const createCounter = ({ request, groupings, ids }: ColumnQuestion) => {
  const all = groupings.map((groupBy) => ({ groupBy, groups: createGroups(), midnight: createMidnight() }));
  const basis = basisOf(request);
  const { sums, sameOrigins } = request;
  const filter = splitFilter(request.filter);
  const names = { ofVisits: nameOf(filter.ofVisits, ids), ofHits: nameOf(filter.ofHits, ids) };
  let firstVisit = 0;

  const addBlock = (block: Block): void => {
    const bucket = bucketOf(request, block.day);
    const leave = (rows: BlockRows, of: Filter): BlockRows =>
      rowsLeft(rows, filterMask(block, rows, of, ids));
    if (basis === 'visits') {
      const rows = block.remembered('visits', names.ofVisits, () => leave(ownVisits(block), filter.ofVisits));
      for (const { groupBy, groups } of all)
        addVisits(groups, {
          block,
          rows,
          keys: blockKeys(block, rows, groupBy, { bucket, sameOrigins }),
          sums,
          firstVisit,
        });
    } else {
      const kind = basis === 'events' ? 'events' : 'pages';
      const rows = block.remembered(kind, `${names.ofVisits} ${names.ofHits}`, () => {
        const mask = filterMask(block, allVisits(block), filter.ofVisits, ids);
        return leave(hitsOfVisits(block, kind, mask), filter.ofHits);
      });
      for (const { groupBy, groups, midnight } of all) {
        const keys = blockKeys(block, rows, groupBy, { bucket, sameOrigins });
        addHits(groups, midnight, kind, { block, rows, keys, sums, firstVisit });
      }
    }
    firstVisit += block.numbers('traits').length;
  };
  return { addBlock, groups: (): readonly Groups[] => all.map(({ groups }) => groups) };
};

/**
 * Counts a question from blocks, which come in the order of their days. Other requests get their turn
 * after each block that takes long.
 * @returns the rows of each grouping
 */
const columnSums = async (
  question: ColumnQuestion,
  blocks: AsyncIterable<BlockBytes>,
): Promise<readonly (readonly GroupRow[])[]> => {
  const counter = createCounter(question);
  const turn = createTurns();
  for await (const bytes of blocks) {
    await turn();
    counter.addBlock(openBlock(bytes));
  }
  return counter.groups().map((groups) => groups.rows());
};

/** Days to be read together, or days that have to be made of their rows. */
type BlockStep = { readonly stored: readonly StoredDay[] } | { readonly rows: DateRange };

/** Where the blocks of a range's days come from. */
interface BlockPlan {
  /** In the order of the days. */
  readonly steps: readonly BlockStep[];
  /** Days that could be stored, and aren't. */
  readonly missing: readonly LocalDay[];
}

/** Blocks that are read at once. */
const READ = 24;

/** Plans how to get the blocks of a range. @param today the website's present day */
const planBlocks = (range: DateRange, stored: readonly StoredDay[], today: LocalDay): BlockPlan => {
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
async function* readBlocks(
  store: Pick<BlocksStore, 'read' | 'readRows'>,
  site: Site,
  steps: readonly BlockStep[],
  columns: ReadonlySet<ColumnName>,
): AsyncGenerator<BlockBytes> {
  for (const step of steps)
    if ('stored' in step) yield* await store.read(site, step.stored, columns);
    else for (const day of daysOf(step.rows)) yield* await store.readRows(site, day, columns);
}

/** The days of a range on which there can be anything: a clock may be ahead by a day. */
const withTraffic = (site: Site, range: DateRange, first: number, present: LocalDay): DateRange => {
  const [since, until] = [localDay(site.timezone, first), addDays(present, 1)];
  return { from: range.from > since ? range.from : since, to: range.to < until ? range.to : until };
};

/** Result of counting a request from columns. */
interface ColumnCount {
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

interface ColumnReaderDeps {
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
      // Small websites never have stored days, and are not asked anything else.
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
