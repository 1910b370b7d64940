import { toCsv } from '@platform/http';
import type { CsvCell } from '@platform/http';

import type { DateRange } from '../../calendar/date-range.ts';
import { daysWithin } from '../days-within.ts';
import { answerQuery } from '../query/answer-query.ts';
import type { Answer, ResolvedQuery } from '../query/resolved-query.ts';
import type { Site } from '../query/sums-request.ts';
import type { StatsStore } from '../stats-store.ts';
import { countStatistic } from './named-statistics.ts';
import type { Counts, StatisticQuestion } from './named-statistics.ts';
import { countsCsv, queryCsv } from './csv-rows.ts';
import { toQueryJson } from './query-json.ts';

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
  /** A file in UTF-8, whose bytes are nobody else's. */
  queryCsv(question: QueryQuestion): Promise<Uint8Array>;
  counts(question: StatisticQuestion): Promise<Counts>;
  countsCsv(question: StatisticQuestion): Promise<Uint8Array>;
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
    countsCsv: async (question) => csvFile(['value', 'count'], countsCsv((await counts(question)).rows)),
  };
};
