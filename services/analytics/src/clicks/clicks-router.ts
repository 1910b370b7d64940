import { acceptRequestId, createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Logger, TrustsProxy } from '@platform/runtime';
import { Router } from 'express';
import Joi from 'joi';

import { PRESETS } from '../calendar/date-range.ts';
import {
  answerDeadline,
  createHitFailures,
  MAX_HIT_BYTES,
  readBody,
  refuseOtherTypes,
  senderOf,
  TIMEOUT_HEADER,
} from '../collect/intake/hit-request.ts';
import { date } from '../stats/question-schema.ts';
import { readClick } from './click.ts';
import type { ClicksService, ClicksQuery } from './clicks-service.ts';

const clicksQuerySchema = Joi.object<ClicksQuery>({
  from: date,
  to: date,
  date_range: Joi.string()
    .valid(...PRESETS)
    .description('Named days, in the place of `from` and `to`'),
  page: Joi.string()
    .max(1_024)
    .description('Only clicks on this page, as the statistics name it')
    .example('/pricing'),
  width: Joi.string()
    .valid('narrow', 'wide')
    .description('Only clicks in windows of less than 768 pixels, or of more'),
});

const countedPage = Joi.string()
  .allow('')
  .required()
  .description('The page as the statistics name it; empty for all that were too many')
  .example('/pricing');
const count = Joi.number().integer().min(0).required();

const clicksAnswerSchema = Joi.object({
  date_range: Joi.object({ from: Joi.string().required(), to: Joi.string().required() }).required(),
  total: count,
  pages: Joi.array()
    .items(Joi.object({ page: countedPage, clicks: count }))
    .required(),
  elements: Joi.array()
    .items(
      Joi.object({
        page: countedPage,
        selector: Joi.string().allow('').required(),
        text_hash: Joi.string().allow('').required(),
        link: Joi.string().allow('').required(),
        clicks: count,
        narrow: count,
      }),
    )
    .required(),
}).meta({ component: 'Clicks' });

const TAG_DESCRIPTION = 'What visitors click, by element; without recordings, positions or persons.';

/** `/api/v1/stats/{id}/clicks` */
export const createClicksRouter = (clicks: Pick<ClicksService, 'of'>): ApiRouter =>
  createRouter(managementDialect, { name: 'Clicks', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/stats/:id/clicks',
      operationId: 'stats.clicks',
      summary: 'Count clicks by element',
      description:
        'Of pages that load `t.js/clicks.js`. For the days `from` to `to` or `date_range`, by default the last 30. A day tells 100 elements of a page and 500 pages apart; what is beyond is counted under an empty selector or page.',
      scope: 'stats:read',
      params: { id: integerId('website') },
      query: clicksQuerySchema,
      responses: { 200: { description: 'Counts by page and element', data: clicksAnswerSchema } },
      async handler({ caller, params: { id }, query }) {
        const { range, total, pages, elements } = await clicks.of(caller.organisation, id, query);
        return ok({
          date_range: { from: range.from, to: range.to },
          total,
          pages,
          elements: elements.map(({ textHash, ...element }) => ({ ...element, text_hash: textHash })),
        });
      },
    }),
  ]);

interface ClickIntakeDeps {
  readonly clicks: Pick<ClicksService, 'take'>;
  readonly collectPath: string;
  readonly trustsProxy: TrustsProxy;
  readonly logger: Logger;
}

/** Takes the clicks of any page, below the endpoint of the tracker. The answer is 204 whatever is stored. */
export const createClickIntake = (deps: ClickIntakeDeps): Router => {
  const { clicks, collectPath, trustsProxy, logger } = deps;
  const failureOf = createHitFailures(logger);
  const router = Router({ caseSensitive: true, strict: true });
  router.post(`${collectPath}/clicks`, async (request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' });
    try {
      refuseOtherTypes(request.headers);
      const deadline = answerDeadline(request.headers[TIMEOUT_HEADER]);
      const click = readClick(await readBody(request, MAX_HIT_BYTES));
      await clicks.take(click, senderOf(request, trustsProxy), deadline);
      response.status(204).end();
    } catch (error) {
      const { status, headers, body } = failureOf(error, acceptRequestId(request.headers['x-request-id']));
      if (!request.complete) response.setHeader('Connection', 'close');
      response.status(status).set(headers).end(body);
    }
  });
  return router;
};
