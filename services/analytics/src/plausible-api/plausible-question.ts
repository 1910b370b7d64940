import type { DateRange, Preset } from '../calendar/date-range.ts';
import type { QueryAnswer } from '../stats/answers/stats-answers.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Website } from '../websites/website.ts';
import type { AskedFilters } from './plausible-filters.ts';
import type { Money, RevenueWarning } from './plausible-revenue.ts';

export type Order = readonly (readonly [string, 'asc' | 'desc'])[];

/** A question in Plausible's names. */
export interface Question {
  readonly metrics: readonly string[];
  readonly dimensions: readonly string[];
  readonly filters: AskedFilters;
  readonly range: DateRange | Preset;
  readonly limit: number;
  /** Rows before the first one of the answer. */
  readonly offset: number;
  readonly order?: Order;
  /** Of a question that is a part of another one: filters of the whole, and of its group. */
  readonly partOf?: { readonly all: readonly Filter[]; readonly group: readonly Filter[] };
}

export type PlausibleValue = number | Money | null;

export interface PlausibleRow {
  /** In the order of the question's dimensions. */
  readonly dimensions: readonly string[];
  /** In the order of its metrics. */
  readonly values: readonly PlausibleValue[];
}

export interface PlausibleAnswer extends Pick<QueryAnswer, 'total' | 'range' | 'hasImported'> {
  readonly rows: readonly PlausibleRow[];
  /** Why there is no revenue, where it was asked for. */
  readonly warning?: RevenueWarning | undefined;
  /** What is missing from the rows. */
  readonly note?: string;
}

/** Answers a question about a website. @throws AppError `invalid` */
export type Ask = (website: Website, question: Question) => Promise<PlausibleAnswer>;

/** Rows of an answer at most. */
export const MOST_ROWS = 10_000;
