import { workerData } from 'node:worker_threads';

import { createDatabase, readFromReplica } from '@platform/database';
import { serveThread, silentLogger } from '@platform/runtime';

import { createCachedStatsStore } from '../cached-stats-store.ts';
import { packOutcome, createStatsAnswers } from './stats-answers.ts';
import type { PackedOutcome, StatsAnswers } from './stats-answers.ts';

/** Data passed to the thread. */
export interface AnswersThreadData {
  readonly databaseUrl: string;
  readonly replica?: { readonly url: string; readonly maxLagSeconds: number } | undefined;
  readonly connections: number;
}

/** Functions of the thread: the same questions. */
export type AnswerFunctions = {
  readonly [Name in keyof StatsAnswers]: (
    question: Parameters<StatsAnswers[Name]>[0],
  ) => Promise<PackedOutcome<Awaited<ReturnType<StatsAnswers[Name]>>>>;
};

const { databaseUrl, replica, connections } = workerData as AnswersThreadData;
const pool = { url: databaseUrl, schema: 'analytics', poolSize: connections };
const primary = createDatabase(pool);
const reading =
  replica &&
  readFromReplica(primary, {
    ...pool,
    replicaUrl: replica.url,
    maxLagSeconds: replica.maxLagSeconds,
    // The main thread logs it.
    onChange: () => undefined,
  });
const cached = createCachedStatsStore(reading?.database ?? primary, silentLogger());
const answers = createStatsAnswers(cached.store, Date.now);

const functions: AnswerFunctions = {
  query: (question) => packOutcome(answers.query(question)),
  queryJson: (question) => packOutcome(answers.queryJson(question)),
  queryCsv: (question) => packOutcome(answers.queryCsv(question)),
  counts: (question) => packOutcome(answers.counts(question)),
  countsCsv: (question) => packOutcome(answers.countsCsv(question)),
  rollupJson: (question) => packOutcome(answers.rollupJson(question)),
  rollupCsv: (question) => packOutcome(answers.rollupCsv(question)),
};

serveThread(functions, async () => {
  await cached.stop();
  await reading?.close();
  await primary.destroy();
});
