import { toCsv, toAppError } from '@platform/http';
import type { CsvCell } from '@platform/http';
import { lengthInDays } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import type { Metric } from '../../metrics/metric-values.ts';
import { answerQuery } from '../query/answer-query.ts';
import type { Answer, ResolvedQuery, Site } from '../query/sums-request.ts';
import type { StatsStore } from '../stats-store.ts';
import { countStatistic } from './named-statistics.ts';
import type { Count, Counts, StatisticQuestion } from './named-statistics.ts';
import { answerRollup, WEBSITE } from './rollup-answers.ts';
import type { RollupQuestion } from './rollup-answers.ts';
import { AppError } from '@platform/errors';
import type { AppErrorOptions, ErrorKind } from '@platform/errors';

/** Outcome of a question, in a form that survives the transfer from another thread. */
export type PackedOutcome<Result> =
  | { readonly result: Result }
  | {
      readonly kind: ErrorKind;
      readonly message: string;
      readonly options: Omit<AppErrorOptions, 'cause'>;
      readonly cause: string | undefined;
    };

/** Packs the outcome of `work`: any error as the one to answer, with its cause as text. */
export const packOutcome = async <Result>(work: Promise<Result>): Promise<PackedOutcome<Result>> => {
  try {
    return { result: await work };
  } catch (error) {
    const { kind, message, code, details, retryAfterSeconds, headers, cause } = toAppError(error);
    return {
      kind,
      message,
      options: {
        details,
        headers,
        ...(code !== undefined && { code }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
      cause: Error.isError(cause) ? (cause.stack ?? cause.message) : undefined,
    };
  }
};

/** Unpacks an outcome. @throws AppError that was packed */
export const unpackOutcome = <Result>(outcome: PackedOutcome<Result>): Result => {
  if ('result' in outcome) return outcome.result;
  const { kind, message, options, cause } = outcome;
  throw new AppError(kind, message, { ...options, ...(cause !== undefined && { cause: new Error(cause) }) });
};

/** A query’s answer as columns and rows; the comparison comes last. */
const queryCsv = (
  answer: QueryAnswer,
  { groupBy, metrics }: { readonly groupBy: readonly string[]; readonly metrics: readonly Metric[] },
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
const countsCsv = (rows: readonly Count[]): readonly (readonly CsvCell[])[] =>
  rows.map((row) => [row.value, row.count]);

/** A query’s answer as the interface shows it. */
const toQueryJson = (answer: QueryAnswer, { page, per_page }: { page: number; per_page: number }) => ({
  rows: answer.rows.map(({ title, ...row }) => ({ ...row, ...(title === null ? {} : { title }) })),
  date_range: answer.range,
  comparison_date_range: answer.comparisonRange ?? null,
  timezone: answer.timezone,
  imported_days: answer.importedDays,
  includes_imported: answer.importedDays > 0 && answer.hasImported,
  page,
  per_page,
  total: answer.total,
});

/** How many days of a range lie in stretches of days that don't overlap. */
const daysWithin = (stretches: readonly DateRange[], range: DateRange): number =>
  stretches.reduce((sum, { from, to }) => {
    const part = { from: from > range.from ? from : range.from, to: to < range.to ? to : range.to };
    return part.from > part.to ? sum : sum + lengthInDays(part);
  }, 0);

/** A question about a website, with everything resolved that its record or a segment holds. */
export interface QueryQuestion {
  readonly site: Site;
  readonly query: ResolvedQuery;
}

export interface QueryAnswer extends Answer {
  readonly range: DateRange;
  readonly timezone: string;
  /** Days of the range that were imported. */
  readonly importedDays: number;
}

/**
 * Answers to questions, as rows or already in the form in which they are sent. Questions and answers
 * are plain data, so another thread can answer as well.
 * @throws AppError `unavailable` when the answer takes too long
 */
export interface StatsAnswers {
  query(question: QueryQuestion): Promise<QueryAnswer>;
  /** The answer to a query as the interface shows it, in JSON. */
  queryJson(question: QueryQuestion & { readonly page: number; readonly perPage: number }): Promise<string>;
  /** File in UTF-8; nothing else shares its bytes. */
  queryCsv(question: QueryQuestion): Promise<Uint8Array>;
  counts(question: StatisticQuestion): Promise<Counts>;
  countsCsv(question: StatisticQuestion): Promise<Uint8Array>;
  /** The same for several websites together. */
  rollupJson(question: RollupQuestion & { readonly page: number; readonly perPage: number }): Promise<string>;
  rollupCsv(question: RollupQuestion): Promise<Uint8Array>;
}

/** A table as a CSV file. */
export const csvFile = (
  columns: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): Uint8Array<ArrayBuffer> => new TextEncoder().encode(toCsv(columns, rows));

/** Answers from a store. @param now milliseconds since 1970 */
export const createStatsAnswers = (store: StatsStore, now: () => number): StatsAnswers => {
  const query = async ({ site, query: resolved }: QueryQuestion): Promise<QueryAnswer> => {
    const answer = await store.inSnapshot((snapshot) => answerQuery(snapshot, site, resolved));
    const importedDays = daysWithin(await store.importedDays(site), resolved.range);
    return { ...answer, range: resolved.range, importedDays, timezone: site.timezone };
  };
  const counts = (question: StatisticQuestion): Promise<Counts> => countStatistic(store, question, now());
  return {
    query,
    queryJson: async ({ page, perPage, ...question }) =>
      JSON.stringify(toQueryJson(await query(question), { page, per_page: perPage })),
    async queryCsv(question) {
      const { columns, rows } = queryCsv(await query(question), question.query);
      return csvFile(columns, rows);
    },
    counts,
    async rollupJson({ page, perPage, ...question }) {
      const answer = await answerRollup(store, question);
      const json = toQueryJson(answer, { page, per_page: perPage });
      return JSON.stringify({ ...json, websites: answer.websites });
    },
    async rollupCsv(question) {
      const answer = await answerRollup(store, question);
      const { metrics } = question.query;
      const groupBy = [...(question.byWebsite ? [WEBSITE] : []), ...question.query.groupBy];
      const { columns, rows } = queryCsv(answer, { groupBy, metrics });
      return csvFile(columns, rows);
    },
    countsCsv: async (question) => csvFile(['value', 'count'], countsCsv((await counts(question)).rows)),
  };
};
