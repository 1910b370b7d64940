import { invalid, notFound } from '@platform/errors';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, RepeatingJob } from '@platform/runtime';
import type { CheckRegistry } from '../checks/registry.ts';
import { compareRuns, compareScores } from './run.ts';
import type { ComparedScores, Comparison, DetailedRun, Run } from './run.ts';
import type { CompareRunsQuery, ListRunsQuery } from './runs-schema.ts';
import type { RunsStore } from './runs-store.ts';

export interface RunsServiceDeps {
  registry: CheckRegistry;
  store: RunsStore;
  /** Finds a report of an organisation; anything but `undefined` means that it exists. */
  reports: { find(organisation: string, id: number): Promise<object | undefined> };
}

export interface RunsComparison extends Comparison {
  /** Null where the rules aren't today's in both runs. */
  readonly scores: ComparedScores | null;
  readonly from: Run;
  readonly to: Run;
}

/** Every method throws AppError `not_found` for another organisation’s report or run. */
export interface RunsService {
  list(
    organisation: string,
    reportId: number,
    query: ListRunsQuery,
  ): Promise<{ runs: readonly Run[]; total: number }>;
  show(organisation: string, reportId: number, id: number): Promise<DetailedRun>;
  /**
   * Lists the changes since the run `against`, by default the last run before `id` with a result.
   * @throws AppError `invalid` when either run has no result or there is no earlier one
   */
  compare(
    organisation: string,
    reportId: number,
    id: number,
    query: CompareRunsQuery,
  ): Promise<RunsComparison>;
}

/** The use cases of a report’s history. */
export const createRunsService = ({ store, reports, registry }: RunsServiceDeps): RunsService => {
  const show = async (organisation: string, reportId: number, id: number): Promise<DetailedRun> => {
    const run = (await reports.find(organisation, reportId)) && (await store.find(reportId, id));
    if (!run) throw notFound('run');
    return run;
  };

  return {
    async list(organisation, reportId, query) {
      if (!(await reports.find(organisation, reportId))) throw notFound('report');
      return store.list(reportId, query.page, query.per_page);
    },

    show,

    async compare(organisation, reportId, id, { against }) {
      const to = await show(organisation, reportId, id);
      const from =
        against === undefined
          ? await store.lastGenerated(reportId, id)
          : await show(organisation, reportId, against);
      if (!from)
        throw invalid([
          { field: 'against', message: 'against is required: this report has no earlier run with a result' },
        ]);
      if (!to.audit || !from.audit)
        throw invalid([
          { field: 'against', message: 'against and the compared run must both have a result' },
        ]);
      const [before, after] = [from.audit.checks, to.audit.checks];
      const haveSameRules = from.rulesVersion === registry.version && to.rulesVersion === registry.version;
      return {
        from,
        to,
        scores: haveSameRules ? compareScores(before, after, registry) : null,
        ...compareRuns(before, after),
      };
    },
  };
};

interface RunRetentionDeps {
  store: Pick<RunsStore, 'removeOlder'>;
  /** Days that runs are kept; 0 keeps them as long as their report. */
  days: number;
  logger: Logger;
}

const HOUR = 3_600_000;
/** Runs removed at once, so that no lock is held for long. */
const BATCH = 1000;

/**
 * Removes old runs, hour by hour. The last two results of a report stay, whatever their age: its page
 * shows one and compares it with the other.
 */
export const createRunRetention = ({ store, days, logger }: RunRetentionDeps): RepeatingJob =>
  createRepeatingJob({
    name: 'removing old runs',
    run: async () => {
      if (days === 0) return;
      for (let removed = BATCH; removed === BATCH;) removed = await store.removeOlder(days, BATCH);
    },
    everyMilliseconds: HOUR,
    firstAfterMilliseconds: HOUR,
    logger,
  });
