import { invalid } from '@platform/errors';

import { spanOf } from '../calendar/date-range.ts';
import { isTime } from '../dimensions/dimension-names.ts';
import { MAX_ROWS } from './answers/named-statistics.ts';
import type { Counts, StatisticQuestion } from './answers/named-statistics.ts';
import type { QueryAnswer, QueryQuestion, StatsAnswers } from './answers/stats-answers.ts';
import type { Live } from './query/stats-rows.ts';
import type { ResolvedQuery } from './query/sums-request.ts';
import type { QuestionFields } from './question-schema.ts';
import { checkedComparison, checkedRange, isPreset, resolvePreset } from './questions.ts';
import type { Questions } from './questions.ts';
import type { RawEvent, RawEventsStore, PropertiesStore, PropertyCount } from './raw-events-store.ts';
import type { StatisticQuery, RangeQuery, StatsQueryBody } from './stats-schema.ts';
import type { StatsStore } from './stats-store.ts';

export interface StatsServiceDeps {
  readonly questions: Questions;
  readonly store: StatsStore;
  readonly answers: StatsAnswers;
  readonly rawEvents: RawEventsStore;
  readonly properties: PropertiesStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface StatsService {
  /** A page of a named statistic. */
  statistic(organisation: string, id: number, query: StatisticQuery): Promise<Counts>;
  /** All of its rows, as a file. */
  statisticCsv(organisation: string, id: number, query: StatisticQuery): Promise<Uint8Array>;
  /**
   * @throws AppError `invalid` for a range that is reversed or too long, or a sort by something not
   * asked for; `unavailable` when the answer takes too long
   * @returns metrics that are not rounded, from which those of other products are made
   */
  query(organisation: string, id: number, body: StatsQueryBody): Promise<QueryAnswer>;
  /** The same in JSON, as the interface shows it. */
  queryJson(organisation: string, id: number, body: StatsQueryBody): Promise<string>;
  /** All rows, as a file. */
  queryCsv(organisation: string, id: number, body: StatsQueryBody): Promise<Uint8Array>;
  live(organisation: string, id: number): Promise<Live>;
  /** The properties that events of a range have, at most 100; of the last 30 days by default. */
  properties(organisation: string, id: number, query: QuestionFields): Promise<readonly PropertyCount[]>;
  /** The raw events of a range, today's by default. */
  events(organisation: string, id: number, query: RangeQuery): Promise<AsyncIterable<RawEvent>>;
}

/** Nobody reads more names. */
const MOST_PROPERTIES = 100;

const ALL = { limit: MAX_ROWS, offset: 0 };

const pageOf = ({ page, per_page }: { page: number; per_page: number }) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
});

/** @throws AppError `invalid` for a sort by something not asked for, or times in two intervals */
const refuseUnclear = ({ metrics, dimensions, sort }: StatsQueryBody): void => {
  const names: readonly string[] = [...metrics, ...dimensions];
  sort?.forEach(({ by }, index) => {
    if (names.includes(by)) return;
    const message = `sort[${index}].by must be one of the metrics and dimensions`;
    throw invalid([{ field: `sort.${index}.by`, message }]);
  });
  if (dimensions.filter(isTime).length > 1)
    throw invalid([{ field: 'dimensions', message: 'dimensions may hold one of time:… only' }]);
};

/** The use cases of the statistics. */
export const createStatsService = (deps: StatsServiceDeps): StatsService => {
  const { questions, store, answers, rawEvents, properties, now } = deps;

  const statisticQuestion = async (
    organisation: string,
    id: number,
    query: StatisticQuery,
    page: Pick<StatisticQuestion, 'limit' | 'offset'>,
  ): Promise<StatisticQuestion> => {
    const site = await questions.site(organisation, id);
    return {
      site,
      name: query.name,
      range: await questions.range(site, query),
      filter: await questions.filter(site, query),
      search: query.search === '' ? undefined : query.search,
      sort: { by: query.sort_by, order: query.sort },
      ...page,
    };
  };

  const queryQuestion = async (
    organisation: string,
    id: number,
    body: StatsQueryBody,
    page: Pick<ResolvedQuery, 'limit' | 'offset'>,
  ): Promise<QueryQuestion> => {
    const site = await questions.site(organisation, id);
    refuseUnclear(body);
    const range = isPreset(body.date_range)
      ? await resolvePreset(store, site, body.date_range, now())
      : checkedRange(body.date_range, 'date_range.to');
    const { metrics, dimensions: groupBy, sort } = body;
    const compare = checkedComparison(body.compare);
    const filter = await questions.filter(site, body);
    const comparedUntil = body.same_hours ? now() : undefined;
    return { site, query: { metrics, groupBy, filter, range, compare, comparedUntil, sort, ...page } };
  };

  return {
    statistic: async (organisation, id, query) =>
      answers.counts(await statisticQuestion(organisation, id, query, pageOf(query))),
    statisticCsv: async (organisation, id, query) =>
      answers.countsCsv(await statisticQuestion(organisation, id, query, ALL)),
    async query(organisation, id, body) {
      const { site, query } = await queryQuestion(organisation, id, body, pageOf(body));
      return answers.query({ site, query: { ...query, isExact: true } });
    },
    queryCsv: async (organisation, id, body) =>
      answers.queryCsv(await queryQuestion(organisation, id, body, ALL)),
    async queryJson(organisation, id, body) {
      const question = await queryQuestion(organisation, id, body, pageOf(body));
      return answers.queryJson({ ...question, page: body.page, perPage: body.per_page });
    },

    live: async (organisation, id) => store.live(await questions.site(organisation, id), now()),

    async properties(organisation, id, query) {
      const site = await questions.site(organisation, id);
      const filter = await questions.filter(site, query);
      const range = await questions.range(site, query);
      return properties.names({ site, range, filter }, MOST_PROPERTIES);
    },

    async events(organisation, id, query) {
      const site = await questions.site(organisation, id);
      const range = await questions.range(site, query, 1);
      return rawEvents.stream(id, spanOf(range, site.timezone));
    },
  };
};
