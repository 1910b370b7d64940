import type {
  Dimension,
  OriginDimension,
  PropertyDimension,
  GroupBy,
} from '../../dimensions/dimension-names.ts';
import type { Metric } from '../../metrics/metric-values.ts';
import type { Sums } from '../../metrics/metrics.ts';

/** The rows of an answer that are wanted, and their order. */
export interface RowOrder {
  readonly sort: readonly { readonly by: Metric | GroupBy; readonly order: 'asc' | 'desc' }[];
  readonly limit: number;
  readonly offset: number;
  /** Keeps rows whose first dimension's value holds this text, regardless of case. */
  readonly search?: string | undefined;
  /** Keeps rows with these values of a dimension, those of the page being compared. */
  readonly only?: readonly { readonly key: number; readonly values: readonly string[] }[];
}

/** A row of an answer: its keys (number of the time bucket, or the dimension's value) and sums. */
export interface SumsRow {
  readonly keys: readonly (number | string)[];
  /** Title of the page in the keys, where there is one. */
  readonly title: string | null;
  readonly sums: Sums;
}

export interface SumsPage {
  readonly rows: readonly SumsRow[];
  /** Rows on all pages. */
  readonly total: number;
  /** True where imported days are counted; raw rows and hours have none. */
  readonly hasImported: boolean;
}

/** Imported days that follow each other. */
export interface ImportedRange {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** The program that they come from. */
  readonly source: string;
}

export interface LiveValue {
  readonly value: string;
  readonly visitors: number;
}

/** The last half hour. */
export interface Live {
  readonly visitors5: number;
  readonly visitors30: number;
  readonly pageviews5: number;
  readonly pageviews30: number;
  /** Page views of the last 30 minutes, the present one last. */
  readonly perMinute: readonly number[];
  readonly pages: readonly LiveValue[];
  readonly referrers: readonly LiveValue[];
  readonly countries: readonly LiveValue[];
}

export interface Breakdown {
  readonly value: string;
  readonly visits: number;
}

/** Dimensions whose values stand in the rollups. */
export type TopDimension = Exclude<Dimension, PropertyDimension | OriginDimension>;

export interface TopList {
  readonly rows: readonly { readonly value: string; readonly title: string | null; readonly count: number }[];
  /** Values in all. */
  readonly total: number;
}
