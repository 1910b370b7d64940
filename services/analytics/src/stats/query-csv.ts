import { toCsv } from '@platform/http';
import type { CsvCell } from '@platform/http';
import type { Request, Response } from 'express';

import type { Live } from './query/stats-rows.ts';
import type { Count, QueryAnswer } from './stats-service.ts';

/** True for a client that prefers CSV to JSON. */
export const wantsCsv = (request: Request): boolean => request.accepts(['json', 'text/csv']) === 'text/csv';

/** Answers with a CSV file. */
export const sendCsv = (
  response: Response,
  name: string,
  columns: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): Promise<undefined> => {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  response.setHeader('Cache-Control', 'private, no-store');
  response.send(toCsv(columns, rows));
  return Promise.resolve(undefined);
};

/** A query’s answer as columns and rows; the comparison comes last. */
export const queryCsv = (answer: QueryAnswer, dimensions: readonly string[], metrics: readonly string[]) => {
  const hasComparison = answer.comparisonRange !== undefined;
  const values = (row: Readonly<Partial<Record<string, number | null>>> | null | undefined): CsvCell[] =>
    metrics.map((metric) => row?.[metric] ?? null);
  return {
    columns: [
      ...dimensions,
      ...metrics,
      ...(hasComparison ? metrics.map((metric) => `comparison_${metric}`) : []),
    ],
    rows: answer.rows.map((row): CsvCell[] => [
      ...dimensions.map((name) => row.dimensions[name] ?? ''),
      ...values(row.metrics),
      ...(hasComparison ? values(row.comparison) : []),
    ]),
  };
};

/** Rows of a statistic. */
export const countsCsv = (rows: readonly Count[]): CsvCell[][] => rows.map((row) => [row.value, row.count]);

/** Page views by minute; the present one is 0. */
export const minutesCsv = ({ perMinute }: Live): CsvCell[][] =>
  perMinute.map((views, index) => [index - perMinute.length + 1, views]);
