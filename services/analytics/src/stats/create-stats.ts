import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { createAnswersThread } from './answers/answers-thread.ts';
import type { AnswersThreadOptions } from './answers/answers-thread.ts';
import { createStatsAnswers } from './answers/stats-answers.ts';
import { createWeighedAnswers } from './answers/weighed-answers.ts';
import { createCachedStatsStore } from './cached-stats-store.ts';
import { createRawEventsStore } from './export/raw-events-store.ts';
import { createPropertiesStore } from './properties-store.ts';
import { createQuestions } from './questions.ts';
import type { Questions, QuestionsDeps } from './questions.ts';
import { createStatsRouter } from './stats-router.ts';
import { createStatsService } from './stats-service.ts';
import type { StatsService } from './stats-service.ts';
import type { StatsStore } from './stats-store.ts';

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
  const stats = createStatsService({
    questions,
    rawEvents: createRawEventsStore(database),
    properties: createPropertiesStore(database),
    store: cached.store,
    answers: createWeighedAnswers(createStatsAnswers(cached.store, Date.now), thread.answers),
    now: Date.now,
  });
  return {
    questions,
    service: stats,
    store: cached.store,
    router: createStatsRouter({ stats }),
    async stop() {
      await Promise.all([cached.stop(), thread.stop()]);
    },
  };
};
