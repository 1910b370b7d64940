import type { GroupBy } from '../../dimensions/dimension-names.ts';
import type { Metric } from '../../metrics/metric-values.ts';

/** Which rows of an answer are wanted, and in which order. */
export interface RowOrder {
  readonly sort: readonly { readonly by: Metric | GroupBy; readonly order: 'asc' | 'desc' }[];
  readonly limit: number;
  readonly offset: number;
  /** Keeps rows whose first dimension's value holds this text, regardless of case. */
  readonly search?: string | undefined;
  /** Keeps rows with these values of a dimension, those of the page being compared. */
  readonly only?: readonly { readonly key: number; readonly values: readonly string[] }[];
}
