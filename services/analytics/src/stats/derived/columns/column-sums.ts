import { createTurns } from '@platform/runtime';
import { isVisitDimension } from '../../../dimensions/dimension-names.ts';
import { conditionsOf } from '../../query/filter.ts';
import type { Filter } from '../../query/filter.ts';
import { basisOf } from '../../query/sums-request.ts';
import type { SumsRequest } from '../../query/sums-request.ts';
import type { LocalDay } from '../../../calendar/local-day.ts';
import { addHits } from './add-hits.ts';
import { addVisits } from './add-visits.ts';
import { openBlock } from './block.ts';
import type { Block, BlockBytes } from './block.ts';
import { blockKeys } from './block-keys.ts';
import { filterMask } from './block-mask.ts';
import { allVisits, hitsOfVisits, ownVisits, rowsLeft } from './block-rows.ts';
import type { BlockRows } from './block-rows.ts';
import { createGroups } from './groups.ts';
import type { Groups, GroupRow } from './groups.ts';
import { createMidnight } from './midnight.ts';
import type { ColumnQuestion } from './column-question.ts';

/** Number of the bucket, from 0 on, of a day. */
const bucketOf = ({ buckets }: SumsRequest, day: LocalDay): number =>
  buckets?.days.findLastIndex((first) => first <= day) ?? -1;

const conjuncts = (filter: Filter): readonly Filter[] =>
  'and' in filter ? filter.and.flatMap(conjuncts) : [filter];

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
  const { sums } = request;
  const filter = splitFilter(request.filter);
  let firstVisit = 0;

  const addBlock = (block: Block): void => {
    const bucket = bucketOf(request, block.day);
    const leave = (rows: BlockRows, of: Filter): BlockRows =>
      rowsLeft(rows, filterMask(block, rows, of, ids));
    if (basis === 'visits') {
      const rows = leave(ownVisits(block), filter.ofVisits);
      for (const { groupBy, groups } of all)
        addVisits(groups, { block, rows, keys: blockKeys(block, rows, groupBy, bucket), sums, firstVisit });
    } else {
      const kind = basis === 'events' ? 'events' : 'pages';
      const mask = filterMask(block, allVisits(block), filter.ofVisits, ids);
      const rows = leave(hitsOfVisits(block, kind, mask), filter.ofHits);
      for (const { groupBy, groups, midnight } of all) {
        const keys = blockKeys(block, rows, groupBy, bucket);
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
export const columnSums = async (
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
