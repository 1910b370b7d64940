import { VISIT_DIMENSIONS as STORED_VISIT_DIMENSIONS } from '../dimensions/dimensions.ts';

/** Dimensions with one value for a whole visit. */
export const VISIT_DIMENSIONS = ['entry_page', 'exit_page', ...STORED_VISIT_DIMENSIONS] as const;
export type VisitDimension = (typeof VISIT_DIMENSIONS)[number];

/** Dimensions with a value of each event. Beside these, each property of custom events is one: `prop:plan`. */
export const EVENT_DIMENSIONS = ['page', 'event'] as const;
export type PropertyDimension = `prop:${string}`;
export type EventDimension = (typeof EVENT_DIMENSIONS)[number] | PropertyDimension;

export type Dimension = VisitDimension | EventDimension;

export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];
export type TimeDimension = `time:${Interval}`;

/** What a query may be split by. */
export type GroupBy = Dimension | TimeDimension;

const VISIT_SCOPED: ReadonlySet<string> = new Set(VISIT_DIMENSIONS);

export const isTime = (name: GroupBy): name is TimeDimension => name.startsWith('time:');

export const isVisitDimension = (name: GroupBy): name is VisitDimension => VISIT_SCOPED.has(name);

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
