import { createHealth, createServiceApp, managementDialect } from '@platform/http';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestDatabase, createTestIdentity } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import type { Express } from 'express';

import { createStatsAnswers } from '../../src/stats/answers/stats-answers.ts';
import type { StatsAnswers } from '../../src/stats/answers/stats-answers.ts';
import { createQuestions } from '../../src/stats/questions.ts';
import { createRawEventsStore, createPropertiesStore } from '../../src/stats/raw-events-store.ts';
import { createStatsRouter } from '../../src/stats/stats-router.ts';
import { createStatsService } from '../../src/stats/stats-service.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { createWebsitesService } from '../../src/websites/websites-service.ts';
import { createWebsitesStore } from '../../src/websites/websites-store.ts';

export interface StatsApp {
  app: Express;
  db: TestDatabase;
  identity: TestIdentity;
  /** Adds a website of the organisation `org_test`. */
  addWebsite(values: Record<string, unknown>): Promise<void>;
}

/** The statistics on a database of their own, with a clock that stands still. */
export const createStatsApp = async (
  now: () => number,
  options: {
    exportPatience?: number;
    answersOf?: (here: StatsAnswers, db: TestDatabase) => StatsAnswers;
  } = {},
): Promise<StatsApp> => {
  const { answersOf = (here) => here, ...routerOptions } = options;
  const db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  const identity = await createTestIdentity('analytics');
  const websites = createWebsitesService({
    store: createWebsitesStore(db.database),
  });
  const store = createStatsStore(db.database);
  const stats = createStatsService({
    questions: createQuestions({
      websites,
      store,
      named: { goal: () => Promise.resolve(undefined), segment: () => Promise.resolve(undefined) },
      now,
    }),
    now,
    store,
    answers: answersOf(createStatsAnswers(store, now), db),
    rawEvents: createRawEventsStore(db.database),
    properties: createPropertiesStore(db.database),
  });
  const app = createServiceApp({
    title: 'Analytics',
    dialect: managementDialect,
    routers: [createStatsRouter({ stats, ...routerOptions })],
    identity: identity.verifier,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'analytics', withProcess: false }),
    health: createHealth({}),
    trustProxy: 0,
  });
  return {
    app,
    db,
    identity,
    async addWebsite(values) {
      await db.database('websites').insert({
        organisation: 'org_test',
        domain: `${String(values['id'])}.example`,
        site_key: `key${String(values['id'])}`,
        ...values,
      });
    },
  };
};
