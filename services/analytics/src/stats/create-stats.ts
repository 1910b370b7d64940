import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { comparisonRange, lengthInDays } from '../calendar/date-range.ts';
import type { Interval } from '../calendar/date-range.ts';
import { isTime } from '../dimensions/dimension-names.ts';
import { createAnswersThread } from './answers/answers-thread.ts';
import type { AnswersThreadOptions } from './answers/answers-thread.ts';
import type { StatisticQuestion } from './answers/named-statistics.ts';
import { createStatsAnswers } from './answers/stats-answers.ts';
import type { StatsAnswers } from './answers/stats-answers.ts';
import { createCachedStatsStore } from './cached-stats-store.ts';
import { conditionsOf } from './query/filter.ts';
import type { Filter } from './query/filter.ts';
import { intervalIn } from './query/sums-request.ts';
import type { ResolvedQuery } from './query/sums-request.ts';
import { createQuestions } from './questions.ts';
import type { Questions, QuestionsDeps } from './questions.ts';
import { createRawEventsStore, createPropertiesStore } from './raw-events-store.ts';
import { createStatsRouter } from './stats-router.ts';
import { STATISTICS } from './stats-schema.ts';
import { createStatsService } from './stats-service.ts';
import type { StatsService } from './stats-service.ts';
import type { StatsStore } from './stats-store.ts';

/** Rows up to which the way to another thread would cost more than it saves. */
const MANY = 1_000;

const DAYS: Readonly<Record<Interval, number>> = {
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
};

/** Days whose visits are counted here under a filter: a quarter of a year. */
const DAYS_OF_VISITS = 92;

/** Under a filter, the visits of all days are read and counted; without, there are sums. */
const countsManyVisits = (filter: Filter, days: number): boolean =>
  conditionsOf(filter).length > 0 && days > DAYS_OF_VISITS;

/**
 * True for a question whose answer may be put together of many rows or visits; of how many isn't
 * known yet.
 */
const isHeavyQuery = ({ groupBy, filter, range, compare, limit }: ResolvedQuery): boolean => {
  const interval = intervalIn(groupBy);
  const compared = compare === undefined ? 0 : lengthInDays(comparisonRange(range, compare));
  const days = lengthInDays(range) + compared;
  if ((interval !== undefined && days / DAYS[interval] > MANY) || countsManyVisits(filter, days)) return true;
  return limit > MANY && groupBy.some((name) => !isTime(name));
};

/** The same for a named statistic. */
const isHeavyStatistic = ({ name, filter, range, limit }: StatisticQuestion): boolean => {
  const { kind } = STATISTICS[name];
  if (countsManyVisits(filter, lengthInDays(range))) return true;
  if (kind === 'dimension') return limit > MANY;
  return kind !== 'continent' && lengthInDays(range) / DAYS[kind === 'time' ? 'day' : 'hour'] > MANY;
};

/** Answers small questions `here`, which is fastest, and heavy ones `elsewhere`. */
export const createWeighedAnswers = (here: StatsAnswers, elsewhere: StatsAnswers): StatsAnswers => {
  const ofQuery = ({ query }: Parameters<StatsAnswers['query']>[0]): StatsAnswers =>
    isHeavyQuery(query) ? elsewhere : here;
  const ofStatistic = (question: Parameters<StatsAnswers['counts']>[0]): StatsAnswers =>
    isHeavyStatistic(question) ? elsewhere : here;
  return {
    query: (question) => ofQuery(question).query(question),
    queryJson: (question) => ofQuery(question).queryJson(question),
    queryCsv: (question) => ofQuery(question).queryCsv(question),
    counts: (question) => ofStatistic(question).counts(question),
    countsCsv: (question) => ofStatistic(question).countsCsv(question),
    // Each website is a question.
    rollupJson: (question) => elsewhere.rollupJson(question),
    rollupCsv: (question) => elsewhere.rollupCsv(question),
  };
};

export interface StatsDeps {
  readonly database: Database;
  /** Of the same database: heavy questions have connections of their own. */
  readonly databaseUrl: string;
  readonly replica?: AnswersThreadOptions['replica'];
  readonly websites: QuestionsDeps['websites'];
  readonly named: QuestionsDeps['named'];
  readonly logger: Logger;
}

export interface Stats {
  /** For the features that show statistics: the page and the digests. */
  readonly store: StatsStore;
  /** For everything else that is asked about days and visits. */
  readonly questions: Questions;
  /** For other ways to ask. */
  readonly service: StatsService;
  readonly answers: StatsAnswers;
  readonly router: ApiRouter;
  /** Ends the work in the background. */
  stop(): Promise<void>;
}

/** Puts the statistics together: the store, and the interface on it. */
export const createStats = (deps: StatsDeps): Stats => {
  const { database, databaseUrl, replica, websites, named, logger } = deps;
  const cached = createCachedStatsStore(database, logger);
  const thread = createAnswersThread({ databaseUrl, replica, logger });
  const questions = createQuestions({ websites, store: cached.store, named, now: Date.now });
  const answers = createWeighedAnswers(createStatsAnswers(cached.store, Date.now), thread.answers);
  const stats = createStatsService({
    questions,
    rawEvents: createRawEventsStore(database),
    properties: createPropertiesStore(database),
    store: cached.store,
    answers,
    now: Date.now,
  });
  return {
    questions,
    service: stats,
    answers,
    store: cached.store,
    router: createStatsRouter({ stats }),
    async stop() {
      await Promise.all([cached.stop(), thread.stop()]);
    },
  };
};
