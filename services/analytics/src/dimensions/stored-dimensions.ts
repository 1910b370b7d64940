import { DIMENSIONS } from './dimensions.ts';

type Definition = (typeof DIMENSIONS)[number];

/** Dimensions with values of their own in the dictionary. */
export type StoredDimension = Exclude<Definition, { scope: 'visit_page' }>['id'];

/** Dimensions read from the hit that opens a visit, in columns `<name>_id` of `visits`. */
export type HitDimension = Extract<Definition, { scope: 'visit' }>['id'];

const isOfHit = (definition: Definition): definition is Extract<Definition, { scope: 'visit' }> =>
  definition.scope === 'visit';

export const HIT_DIMENSIONS: readonly HitDimension[] = DIMENSIONS.filter(isOfHit).map(({ id }) => id);

const NUMBERS: ReadonlyMap<string, number> = new Map(DIMENSIONS.map(({ id, number }) => [id, number]));

/** The number under which a dimension's values are stored: entry and exit pages are pages. */
export const numberOf = (dimension: Definition['id']): number => {
  const number = NUMBERS.get(dimension);
  if (number === undefined) throw new Error(`unknown dimension ${dimension}`);
  return number;
};

/**
 * Bits of `visits.first_today`: bit 0 for the visitor's first visit of the local day, bit n for the
 * visitor's first visit that day with this value of dimension number n.
 */
export const firstTodayBit = (dimension: HitDimension | 'visitor'): number =>
  dimension === 'visitor' ? 1 : 1 << numberOf(dimension);

/** Stands in for further values once a website has had too many new ones in a day. */
export const OTHER_VALUE = '(other)';
