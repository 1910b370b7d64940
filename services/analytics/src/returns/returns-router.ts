import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';
import { invalid } from '@platform/errors';

import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { rateOf } from '../goals/goal.ts';
import { questionSchema } from '../stats/question-schema.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import type { Questions } from '../stats/questions.ts';
import { RETURN_HOURS } from './returns-store.ts';
import type { Returns, ReturnsStore } from './returns-store.ts';

interface ReturnsServiceDeps {
  readonly questions: Questions;
  readonly store: ReturnsStore;
}

interface ReturnsService {
  /** @throws AppError `not_found`, and `invalid` for days that are no range, or too many */
  of(
    organisation: string,
    id: number,
    query: QuestionFields,
  ): Promise<Returns & { readonly range: DateRange }>;
}

/** Every visit of the days is read: a year of them and a day. */
const MOST_DAYS = 367;

/** The use case of visitors who come back on the same day. */
export const createReturnsService = ({ questions, store }: ReturnsServiceDeps): ReturnsService => ({
  async of(organisation, id, query) {
    const site = await questions.site(organisation, id);
    const filter = await questions.filter(site, query);
    const range = await questions.range(site, query);
    const counted = await questions.withTraffic(site, range);
    if (lengthInDays(counted) > MOST_DAYS)
      throw invalid([{ field: 'to', message: `to must be within ${MOST_DAYS} days of the first day` }]);
    return { range, ...(await store.count({ site, range: counted, filter })) };
  },
});

const count = Joi.number().integer().min(0).required();

const returnsAnswerSchema = Joi.object({
  date_range: Joi.object({ from: Joi.string().required(), to: Joi.string().required() }).required(),
  visitors: count.description('Visitors of each day, added up over the days'),
  returned: count.description(
    'Those who came again on the same day, after half an hour without a sign of them',
  ),
  rate: Joi.number()
    .min(0)
    .max(1)
    .allow(null)
    .required()
    .description('Share of the visitors who came again on the same day; null without visitors'),
  by_visits: Joi.array()
    .items(
      Joi.object({
        visits: count.description('Visits on the day; 5 stands for five or more'),
        visitors: count.description('Visitors who had so many visits on their day'),
      }),
    )
    .required()
    .description('Visitors by the number of their visits on one day'),
  back_within: Joi.array()
    .items(
      Joi.object({
        hours: count.description('Hours from the end of the first visit to the second'),
        visitors: count.description('Visitors who were back within so many hours'),
      }),
    )
    .required()
    .description('How soon they came again; each line includes those before it'),
}).meta({ component: 'Returns' });

/** `/api/v1/stats/{id}/returns` */
export const createReturnsRouter = (returns: ReturnsService): ApiRouter =>
  createRouter(managementDialect, 'Statistics', [
    endpoint({
      method: 'GET',
      path: '/stats/:id/returns',
      operationId: 'stats.returns',
      summary: 'Show how many visitors come back on the same day',
      description:
        'This is not retention: a visitor is known for one day of the website’s calendar, as the secret behind the number is destroyed at night. Nobody can tell who of today was here yesterday, so there are no new and returning visitors across days and no cohorts of weeks. What can be known is how often somebody comes on one day. For the days `from` to `to` or `date_range`, by default the last 30, and a year at most. Under filters, both visits must meet them. Imported days are left out.',
      scope: 'stats:read',
      params: { id: integerId('website') },
      query: questionSchema<QuestionFields>(),
      responses: { 200: { description: 'Visitors and their visits on one day', data: returnsAnswerSchema } },
      async handler({ caller, params: { id }, query }) {
        const { range, visitors, byVisits, within } = await returns.of(caller.organisation, id, query);
        const returned = visitors - (byVisits[0] ?? 0);
        return ok({
          date_range: range,
          visitors,
          returned,
          rate: rateOf(returned, visitors),
          by_visits: byVisits.map((count, index) => ({ visits: index + 1, visitors: count })),
          back_within: RETURN_HOURS.map((hours, index) => ({ hours, visitors: within[index] ?? 0 })),
        });
      },
    }),
  ]);
