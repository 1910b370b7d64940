import { INTERVALS } from '../calendar/date-range.ts';
import type { Interval } from '../calendar/date-range.ts';
import { DIMENSIONS } from './dimensions.ts';
import type { DimensionDefinition } from './dimensions.ts';

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
 * Stands for a dimension's number in `imported_values`: visits by their source, which is the campaign's, or
 * else the page that linked. Imports know each visit's column by itself only.
 */
export const IMPORTED_SOURCE = -1;

/**
 * Bits of `visits.first_today`: bit 0 for the visitor's first visit of the local day, bit n for the
 * visitor's first visit that day with this value of dimension number n.
 */
export const firstTodayBit = (dimension: HitDimension | 'visitor'): number =>
  dimension === 'visitor' ? 1 : 1 << numberOf(dimension);

/** Stands in for further values once a website has had too many new ones in a day. */
export const OTHER_VALUE = '(other)';

/** Values of `events.kind`. */
export const EVENT_KINDS = { pageview: 0, event: 1, engagement: 2, vitals: 3 } as const;

/** Bits of `events.flags`. */
export const EVENT_FLAGS = {
  /**
   * The visitor's first page view or event of the local day; rows with it are the day's visitors.
   */
  firstToday: 1,
  /** Opened the visit. */
  entry: 2,
  /** The visitor's first view of this page, or first event of this name, on the local day. */
  firstOfValueToday: 4,
  /** An event that the visitor did nothing for: it doesn't end a bounce. */
  passive: 8,
  /** Opened a visit although one was going on, as its client asked. */
  opensVisit: 16,
} as const;

/** Dimensions with one value for a whole visit. */
export type VisitDimension = Exclude<Definition, { scope: 'event' }>['id'];

/** Each property of custom events is a dimension as well: `prop:plan`. */
export type PropertyDimension = `prop:${string}`;

/** Dimensions that have a column. */
export type ColumnDimension = Definition['id'];

/**
 * Where visits came from by one rule, made of columns when it is asked for: the first of them that has a
 * value. Visits without any are counted as well, under the empty text.
 */
export const ORIGINS = {
  source: ['utm_source', 'referrer'],
  origin: ['referrer'],
} as const satisfies Readonly<Record<string, readonly ColumnDimension[]>>;
export type OriginDimension = keyof typeof ORIGINS;

export type Dimension = ColumnDimension | PropertyDimension | OriginDimension;

export type TimeDimension = `time:${Interval}`;

/** Dimension by which a query may be split. */
export type GroupBy = Dimension | TimeDimension;

const isOfVisit = (definition: Definition): definition is Exclude<Definition, { scope: 'event' }> =>
  definition.scope !== 'event';

export const COLUMN_DIMENSIONS: readonly ColumnDimension[] = DIMENSIONS.map(({ id }) => id);
export const VISIT_DIMENSIONS: readonly VisitDimension[] = DIMENSIONS.filter(isOfVisit).map(({ id }) => id);

/** Dimensions with pages as values. */
export const PAGE_DIMENSIONS: readonly ColumnDimension[] = DIMENSIONS.filter(
  ({ format }) => format === 'path',
).map(({ id }) => id);

const BY_ID: ReadonlyMap<string, DimensionDefinition> = new Map(
  DIMENSIONS.map((dimension) => [dimension.id, dimension]),
);
const VISIT_SCOPED: ReadonlySet<string> = new Set(VISIT_DIMENSIONS);

/** Returns the definition of a dimension; undefined for properties and unknown names. */
export const dimensionDefinition = (name: string): DimensionDefinition | undefined => BY_ID.get(name);

export const isTime = (name: GroupBy): name is TimeDimension => name.startsWith('time:');

export const isOrigin = (name: GroupBy): name is OriginDimension => Object.hasOwn(ORIGINS, name);

export const isVisitDimension = (name: GroupBy): name is VisitDimension | OriginDimension =>
  VISIT_SCOPED.has(name) || isOrigin(name);

export const isProperty = (name: GroupBy): name is PropertyDimension => name.startsWith('prop:');

/** The interval of `time:day`. */
export const intervalOf = (dimension: TimeDimension): Interval => {
  const name = dimension.slice('time:'.length);
  const interval = INTERVALS.find((candidate) => candidate === name);
  if (interval === undefined) throw new Error(`unknown interval ${name}`);
  return interval;
};

/** The property's name of `prop:plan`. */
export const propertyOf = (dimension: PropertyDimension): string => dimension.slice('prop:'.length);
