import type { CsvCell } from '@platform/http';

import type { ResolvedQuery } from '../query/resolved-query.ts';
import type { Count } from './named-statistics.ts';
import type { QueryAnswer } from './stats-answers.ts';

/** A query’s answer as columns and rows; the comparison comes last. */
export const queryCsv = (
  answer: QueryAnswer,
  { groupBy, metrics }: Pick<ResolvedQuery, 'groupBy' | 'metrics'>,
): { columns: readonly string[]; rows: readonly (readonly CsvCell[])[] } => {
  const hasComparison = answer.comparisonRange !== undefined;
  const values = (row: Readonly<Partial<Record<string, number | null>>> | null | undefined): CsvCell[] =>
    metrics.map((metric) => row?.[metric] ?? null);
  return {
    columns: [
      ...groupBy,
      ...metrics,
      ...(hasComparison ? metrics.map((metric) => `comparison_${metric}`) : []),
    ],
    rows: answer.rows.map((row): CsvCell[] => [
      ...groupBy.map((name) => row.dimensions[name] ?? ''),
      ...values(row.metrics),
      ...(hasComparison ? values(row.comparison) : []),
    ]),
  };
};

/** Rows of a statistic. */
export const countsCsv = (rows: readonly Count[]): readonly (readonly CsvCell[])[] =>
  rows.map((row) => [row.value, row.count]);
