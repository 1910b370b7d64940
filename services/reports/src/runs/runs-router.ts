import {
  createRouter,
  endpoint,
  integerId,
  managementDialect,
  negotiateLanguage,
  ok,
  page,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { comparedIn } from '../checks/translate-check.ts';
import { present } from './run-json.ts';
import {
  compareRunsSchema,
  comparisonAnswerSchema,
  detailedRunAnswerSchema,
  listRunsSchema,
  runAnswerSchema,
} from './runs-schema.ts';
import type { RunsService } from './runs-service.ts';

export interface RunsRouterDeps {
  runs: RunsService;
}

/** `/api/v1/reports/{id}/runs` */
export const createRunsRouter = ({ runs }: RunsRouterDeps): ApiRouter => {
  const id = integerId('report');
  const run = integerId('run');

  return createRouter(managementDialect, 'Reports', [
    endpoint({
      method: 'GET',
      path: '/reports/:id/runs',
      operationId: 'reports.runs.list',
      summary: 'List the runs of a report',
      description: 'Newest first. Runs are kept as long as the report, unless the operator limits their age.',
      scope: 'reports:read',
      params: { id },
      query: listRunsSchema,
      responses: { 200: { description: 'A page of runs', kind: 'page', data: runAnswerSchema } },
      handler: async ({ caller, params, query, request, response }) => {
        const language = negotiateLanguage(request, response);
        const found = await runs.list(caller.organisation, params.id, query);
        const items = found.runs.map((found) => present.summary(found, language));
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/reports/:id/runs/:run',
      operationId: 'reports.runs.show',
      summary: 'Show a run and what it found',
      scope: 'reports:read',
      params: { id, run },
      responses: { 200: { description: 'The run', data: detailedRunAnswerSchema } },
      handler: async ({ caller, params, request, response }) => {
        const shown = await runs.show(caller.organisation, params.id, params.run);
        return ok(present.detailed(shown, negotiateLanguage(request, response)));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/reports/:id/runs/:run/diff',
      operationId: 'reports.runs.diff',
      summary: 'Compare a run with an earlier one',
      description: 'By check id: what was fixed, what is new and what is unchanged.',
      scope: 'reports:read',
      params: { id, run },
      query: compareRunsSchema,
      responses: { 200: { description: 'The difference', data: comparisonAnswerSchema } },
      handler: async ({ caller, params, query, request, response }) => {
        const language = negotiateLanguage(request, response);
        const difference = await runs.compare(caller.organisation, params.id, params.run, query);
        const { from, to } = difference;
        return ok({
          from: present.summary(from, language),
          to: present.summary(to, language),
          same_rules: from.rulesVersion === to.rulesVersion,
          score_change: (to.score ?? 0) - (from.score ?? 0),
          comparable: difference.scores && {
            checks: difference.scores.checks,
            score_before: difference.scores.before,
            score_after: difference.scores.after,
          },
          fixed: comparedIn(language, difference.fixed),
          new: comparedIn(language, difference.new),
          unchanged: comparedIn(language, difference.unchanged),
        });
      },
    }),
  ]);
};
