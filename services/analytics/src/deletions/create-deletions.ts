import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';

import type { Placements } from '../cluster/cluster-store.ts';
import { createBatchStore } from '../collect/writing/batch-store.ts';
import { createPartitionsStore } from '../partitions/partitions-store.ts';
import { isNegated, ownConditionsOf, encodedPage } from '../stats/query/filter.ts';
import type { Condition, Filter } from '../stats/query/filter.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { createDeletionWork } from './deletion-work.ts';
import type { Selection } from './deletion.ts';
import { createDeletionsRouter } from './deletions-router.ts';
import { createDeletionsJob, createDeletionsService } from './deletions-service.ts';
import type { DeletionsService } from './deletions-service.ts';
import { createDeletionsStore } from './deletions-store.ts';
import type { DeletionsStore } from './deletions-store.ts';

const matches = ({ operator }: Condition, text: string, value: string): boolean => {
  if (operator === 'is' || operator === 'is_not') return text === value;
  const [given, sought] = [text.toLowerCase(), value.toLowerCase()];
  if (operator === 'contains' || operator === 'contains_not')
    return given.includes(sought) || given.includes(encodedPage(value).toLowerCase());
  const parts = sought.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(given);
};

const holds = (filter: Filter, page: string): boolean => {
  if ('and' in filter) return filter.and.every((part) => holds(part, page));
  if ('or' in filter) return filter.or.some((part) => holds(part, page));
  if ('what' in filter) return false;
  return filter.values.some((value) => matches(filter, page, value)) !== isNegated(filter.operator);
};

/**
 * Deletes the clicks that a deletion of hits means: all of its days, or those on its pages. Clicks
 * don't know their visits and events, so a deletion of those leaves them.
 */
export const createDeleteClicks =
  (database: Database) =>
  async ({ site, range, of, filter }: Selection): Promise<void> => {
    const conditions = ownConditionsOf(filter);
    if (of !== 'hits' || conditions.some(({ dimension }) => dimension !== 'page')) return;
    const ofDays = () =>
      database('click_days').where({ website_id: site.id }).whereBetween('day', [range.from, range.to]);
    if (conditions.length === 0) {
      await ofDays().delete();
      return;
    }
    const pages = await ofDays().distinct('page').pluck<string[]>('page');
    const chosen = pages.filter((page) => page !== '' && holds(filter, page));
    if (chosen.length > 0) await ofDays().whereIn('page', chosen).delete();
  };

interface DeletionsDeps {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly placements: Placements;
  readonly questions: Questions;
  readonly stats: Pick<StatsStore, 'firstTraffic'>;
  readonly timezoneOf: (websiteId: number) => Promise<string | undefined>;
  readonly logger: Logger;
}

interface Deletions {
  readonly router: ApiRouter;
  /** For bots by hand, whose visits are deleted. */
  readonly service: DeletionsService;
  readonly store: DeletionsStore;
  readonly job: RepeatingJob;
  /** Closes the connection that the job writes on. */
  close(): Promise<void>;
}

const EVERY_MS = 2_000;

/** Puts together what takes back statistics. */
export const createDeletions = (deps: DeletionsDeps): Deletions => {
  const { database, placements, questions, stats, timezoneOf, logger } = deps;
  const store = createDeletionsStore(database);
  const batches = createBatchStore({
    url: deps.databaseUrl,
    schema: 'analytics',
    connections: 1,
    isDistributed: placements.isDistributed,
  });
  const work = createDeletionWork({
    reader: store,
    batches,
    partitions: createPartitionsStore(database),
    nodeOf: async (websiteId) => (await placements.of(websiteId)).node,
  });
  const service = createDeletionsService({ store, questions, stats, now: Date.now });
  return {
    service,
    store,
    router: createDeletionsRouter(service),
    job: createRepeatingJob({
      name: 'deleting statistics',
      run: createDeletionsJob({
        store,
        filterOf: (site, asked) => questions.filter(site, asked),
        timezoneOf,
        work,
        deleteClicks: createDeleteClicks(database),
        logger,
      }),
      everyMilliseconds: EVERY_MS,
      logger,
    }),
    close: () => batches.close(),
  };
};
