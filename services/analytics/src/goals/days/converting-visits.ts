import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { decodeNumbers, encodeNumbers } from '../../stats/derived/columns/columns.ts';
import type { Bytes, Numbers } from '../../stats/derived/columns/columns.ts';
import type { DayVisits } from '../../stats/derived/columns/day-visits.ts';
import type { GoalRule } from '../goal.ts';
import { stepsTaken } from './add-counts.ts';
import type { Amount, CrossingRow, SpanCounts } from './add-counts.ts';

/** Of one visit, by its place among those of the day. */
interface OfVisit {
  readonly visit: number;
}

/** What can't be numbers in columns. */
export interface ConvertingMore {
  /** Of visitors who may be in other days, too: `count` conversions, the first of them at `at`. */
  readonly crossing: readonly (CrossingRow & OfVisit & { readonly count: number })[];
  readonly amounts: readonly (Amount & OfVisit)[];
}

/**
 * The visits of a day in which rules converted, without those of `crossing`: columns whose rows are in the
 * order of the visits.
 */
interface ConvertingColumns {
  /** Place of the visit among those of the day. */
  readonly place: Numbers;
  /** Place of the rule in the list. */
  readonly step: Numbers;
  /** Which of the visitor's moments it was, from 1 on; empty for a single rule. */
  readonly turn: Numbers;
  /** How often the rule converted in the visit, the first time at this moment; empty for several rules. */
  readonly count: Numbers;
}

export interface ConvertingVisits extends ConvertingMore {
  /** How many late writes they include. */
  readonly writes: string;
  readonly columns: ConvertingColumns;
}

/** The columns that `countsSql` adds for the visits of a day: lists of numbers; null where there is too much. */
export interface KeptRow {
  readonly kept_place: string | null;
  readonly kept_step: string | null;
  readonly kept_turn: string | null;
  readonly kept_count: string | null;
  readonly kept_crossing: ConvertingMore['crossing'] | null;
  readonly kept_amounts: ConvertingMore['amounts'] | null;
}

const numbersOf = (list: string | null): number[] =>
  list === null || list === '' ? [] : list.split(',').map(Number);

/** The columns, compressed, each after its length in bytes; empty where there is too much to keep. */
export const encodeConverting = (row: KeptRow, rules: readonly GoalRule[]): Buffer => {
  if (row.kept_place === null) return Buffer.alloc(0);
  const isSequence = rules.length > 1;
  const places = numbersOf(row.kept_place);
  const columns = [
    // Differences are small, and so are their columns.
    places.map((place, index) => place - (places[index - 1] ?? 0)),
    isSequence ? numbersOf(row.kept_step) : [],
    isSequence ? numbersOf(row.kept_turn) : [],
    isSequence ? [] : numbersOf(row.kept_count),
  ];
  return deflateRawSync(
    Buffer.concat(
      columns.flatMap((numbers) => {
        const bytes = encodeNumbers(numbers);
        const length = Buffer.alloc(4);
        length.writeUInt32LE(bytes.length);
        return [length, bytes];
      }),
    ),
  );
};

/** Reads what `encodeConverting` wrote. @throws Error if the bytes are none of its */
export const decodeConverting = (compressed: Bytes): ConvertingColumns => {
  const bytes = inflateRawSync(compressed);
  let start = 0;
  const next = (): Numbers => {
    const end = start + 4 + bytes.readUInt32LE(start);
    const column = decodeNumbers(bytes.subarray(start + 4, end));
    start = end;
    return column;
  };
  const [steps, step, turn, count] = [next(), next(), next(), next()];
  const place = new Uint32Array(steps.length);
  let last = 0;
  for (let row = 0; row < steps.length; row += 1) {
    last += steps[row] ?? 0;
    place[row] = last;
  }
  return { place, step, turn, count };
};

/** Counts rules in the visits of a day that match a filter. */
export const countMatching = (
  rules: readonly GoalRule[],
  { columns, crossing, amounts }: ConvertingVisits,
  { matching, visitors }: DayVisits,
): SpanCounts => {
  const { place, step, turn, count } = columns;
  const reached = rules.map(() => 0);
  // Of one visitor after the other; most have nothing but the first step.
  const turns: number[][] = rules.map(() => []);
  let isPastFirst = false;
  let visitor = -1;
  let conversions = 0;
  const endVisitor = (): void => {
    const taken = isPastFirst ? stepsTaken(turns) : Math.min(turns[0]?.length ?? 0, 1);
    for (let each = 0; each < taken; each += 1) reached[each] = (reached[each] ?? 0) + 1;
    for (const list of turns) list.length = 0;
    isPastFirst = false;
  };
  for (let row = 0; row < place.length; row += 1) {
    const visit = place[row] ?? 0;
    if (matching[visit] !== 1) continue;
    const next = visitors[visit] ?? 0;
    if (next !== visitor) endVisitor();
    visitor = next;
    const ownStep = step[row] ?? 0;
    if (ownStep > 0) isPastFirst = true;
    else conversions += count[row] ?? 0;
    turns[ownStep]?.push(turn[row] ?? 0);
  }
  endVisitor();
  const left = crossing.filter(({ visit }) => matching[visit] === 1);
  // The first one of each visit is added up with those of other days.
  for (const row of left) if (row.step === 0) conversions += row.count - 1;
  return {
    conversions,
    visitors: reached,
    crossing: left,
    revenue: amounts.filter(({ visit }) => matching[visit] === 1),
  };
};
