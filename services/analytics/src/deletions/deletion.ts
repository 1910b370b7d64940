import type { DateRange } from '../calendar/date-range.ts';
import { isVisitDimension } from '../dimensions/dimension-names.ts';
import { asksForBehaviour, forRowsOf, ownConditionsOf } from '../stats/query/filter.ts';
import type { AskedFilter, Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';

export type DeletionStatus = 'pending' | 'running' | 'completed' | 'failed';

/** How much is deleted. */
export interface Amount {
  readonly pageviews: number;
  readonly events: number;
  readonly visits: number;
}

/**
 * One visit. It is kept among the filters, where a process that doesn't know it fails instead of
 * deleting the whole day.
 */
export interface VisitCondition {
  readonly dimension: 'visit';
  readonly operator: 'is';
  /** Ids, as the export of events has them. */
  readonly values: readonly string[];
}

export type DeletionFilter = AskedFilter | VisitCondition;

const isVisit = (filter: DeletionFilter): filter is VisitCondition =>
  'dimension' in filter && filter.dimension === 'visit';

/** Takes the visit out of a deletion's filters, if it is about one. */
export const splitFilters = (
  filters: readonly DeletionFilter[],
): { readonly filters: readonly AskedFilter[]; readonly visit: string | undefined } => ({
  filters: filters.filter((filter): filter is AskedFilter => !isVisit(filter)),
  visit: filters.find(isVisit)?.values[0],
});

/** A deletion that an owner ordered. It stays as the record of it. */
export interface Deletion extends Amount {
  readonly id: number;
  readonly websiteId: number;
  /** Null where everything goes. */
  readonly range: DateRange | null;
  readonly filters: readonly DeletionFilter[];
  readonly status: DeletionStatus;
  /** The caller who ordered it. */
  readonly keyId: string;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/**
 * Rows that a deletion means. With conditions on pages and events alone, the hits on those pages and
 * of those names, of visits that otherwise stay; with any other, whole visits that began in the range.
 */
export interface Selection {
  readonly site: Site;
  readonly range: DateRange;
  readonly of: 'hits' | 'visits';
  readonly filter: Filter;
  /** The only visit that is meant. */
  readonly visit?: string | undefined;
}

const isOfHits = (filter: Filter): boolean =>
  !asksForBehaviour(filter) &&
  ownConditionsOf(filter).every(({ dimension }) => dimension === 'page' || dimension === 'event');

/** Decides what a filter selects. A range without a filter means its hits: those of its days. */
export const selectionOf = (site: Site, range: DateRange, filter: Filter, visit?: string): Selection =>
  visit === undefined && isOfHits(filter)
    ? { site, range, of: 'hits', filter }
    : { site, range, of: 'visits', filter: forRowsOf(filter, isVisitDimension), visit };
