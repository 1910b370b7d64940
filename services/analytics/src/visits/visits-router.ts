import { invalid, notFound } from '@platform/errors';
import { createRouter, endpoint, integerId, managementDialect, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange, Span } from '../calendar/date-range.ts';
import { questionSchema } from '../stats/question-schema.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import type { Questions } from '../stats/questions.ts';
import { visitJson, visitAnswer } from './visit.ts';
import type { Visit } from './visit.ts';
import type { VisitsStore } from './visits-store.ts';

/** The days and visits that are asked for, and which page of them. */
export interface VisitsQuery extends QuestionFields {
  readonly per_page: number;
  readonly page: number;
}

interface VisitsServiceDeps {
  readonly questions: Questions;
  readonly store: VisitsStore;
}

export interface VisitsService {
  /** @throws AppError `not_found`, and `invalid` for days that are no range, or too many */
  list(
    organisation: string,
    id: number,
    query: VisitsQuery,
    during?: Span,
  ): Promise<{ readonly visits: readonly Visit[]; readonly total: number }>;
  /** A visit that began on the days. @throws AppError `not_found` */
  show(organisation: string, id: number, visitId: string, days: DateRange): Promise<Visit>;
}

/** Every visit of the days is looked at: a month of them. */
const MOST_DAYS = 31;

/** The use case of single visits: today's by default. */
export const createVisitsService = ({ questions, store }: VisitsServiceDeps): VisitsService => ({
  async list(organisation, id, query, during) {
    const site = await questions.site(organisation, id);
    const filter = await questions.filter(site, query);
    const range = await questions.withTraffic(site, await questions.range(site, query, 1));
    if (lengthInDays(range) > MOST_DAYS)
      throw invalid([{ field: 'to', message: `to must be within ${MOST_DAYS} days of the first day` }]);
    const { page, per_page: limit } = query;
    return store.list({ site, range, filter, during }, { limit, offset: (page - 1) * limit });
  },
  async show(organisation, id, visitId, range) {
    const site = await questions.site(organisation, id);
    const visit = await store.find({ site, range, filter: { and: [] } }, visitId);
    if (visit === undefined) throw notFound('visit');
    return visit;
  },
});

const visitsQuery = questionSchema<VisitsQuery>({
  per_page: Joi.number().valid(10, 25, 50, 100).default(25),
  page: Joi.number().integer().min(1).max(10_000).default(1),
});

/** `/api/v1/stats/{id}/visits` */
export const createVisitsRouter = (visits: VisitsService): ApiRouter =>
  createRouter(managementDialect, 'Statistics', [
    endpoint({
      method: 'GET',
      path: '/stats/:id/visits',
      operationId: 'stats.visits',
      summary: 'List single visits, the latest first',
      description:
        'Visits that began on the days `from` to `to` or `date_range`, today by default and a month at most. A visit has no name, address or number that outlives its day: nobody can tell whether two of them are the same person’s.',
      scope: 'stats:read',
      params: { id: integerId('website') },
      query: visitsQuery,
      responses: { 200: { description: 'The visits', kind: 'page', data: visitAnswer } },
      async handler({ caller, params: { id }, query: asked }) {
        const { visits: found, total } = await visits.list(caller.organisation, id, asked);
        return page({ items: found.map(visitJson), total, number: asked.page, perPage: asked.per_page });
      },
    }),
  ]);
