import { invalid, notFound } from '@platform/errors';

import type { Report } from '../reports/report.ts';
import { compareRuns } from './compare-runs.ts';
import type { Comparison } from './compare-runs.ts';
import type { DetailedRun, Run } from './run.ts';
import type { CompareRunsQuery, ListRunsQuery } from './runs-schema.ts';
import type { RunsStore } from './runs-store.ts';

export interface RunsServiceDeps {
  store: RunsStore;
  reports: { find(organisation: string, id: number): Promise<Report | undefined> };
}

export interface RunsComparison extends Comparison {
  readonly from: Run;
  readonly to: Run;
}

/** All throw AppError `not_found` for a report or run that isn't the organisation's. */
export interface RunsService {
  list(
    organisation: string,
    reportId: number,
    query: ListRunsQuery,
  ): Promise<{ runs: readonly Run[]; total: number }>;
  show(organisation: string, reportId: number, id: number): Promise<DetailedRun>;
  /**
   * What changed since an earlier run, the good one before `id` if none is named.
   * @throws AppError `invalid` when one of the two has no result, or there is no earlier one
   */
  compare(
    organisation: string,
    reportId: number,
    id: number,
    query: CompareRunsQuery,
  ): Promise<RunsComparison>;
}

/** The use cases of a report's history. */
export const createRunsService = ({ store, reports }: RunsServiceDeps): RunsService => {
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
          { field: 'against', message: 'against is needed: no earlier run of this report has a result' },
        ]);
      if (!to.audit || !from.audit)
        throw invalid([
          { field: 'against', message: 'against must be a run with a result, and so must the run itself' },
        ]);
      return { from, to, ...compareRuns(from.audit.checks, to.audit.checks) };
    },
  };
};
