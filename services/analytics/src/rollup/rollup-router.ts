import { createRouter, endpoint, managementDialect, ok, okJson } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { METRIC_IDS } from '../metrics/metric-values.ts';
import { WEBSITE } from '../stats/answers/rollup-answers.ts';
import { filterSchema } from '../stats/question-schema.ts';
import { sendCsv, toLiveJson, wantsCsv } from '../stats/send-answer.ts';
import { groupBy, liveFields, queryDataFields, queryFields } from '../stats/stats-schema.ts';
import { MOST_WEBSITES } from './rollup-service.ts';
import type { RollupService, AskedWebsites, RollupBody } from './rollup-service.ts';

const id = Joi.number().integer().min(1).max(2_147_483_647);

const dimension = Joi.alternatives(Joi.string().valid(WEBSITE), groupBy);

/** A query of one website, with the websites that it is about. */
const rollupBody = Joi.object<RollupBody>()
  .meta({ component: 'RollupQuery' })
  .example({ websites: [1, 2], metrics: ['visitors', 'pageviews'], dimensions: ['page'], date_range: '7d' })
  .keys({
    ...queryFields,
    websites: Joi.array()
      .items(id)
      .unique()
      .min(1)
      .max(MOST_WEBSITES)
      .description('Ids of websites, at most 100; all of the organisation’s by default'),
    group: id.description('Id of a group, in the place of `websites`').example(3),
    // Ignored, it would count what it leaves out.
    segment: Joi.any()
      .forbidden()
      .messages({ 'any.unknown': '{{#label}} belongs to one website: filter by the dimension segment' }),
    dimensions: Joi.array()
      .items(dimension)
      .unique()
      .max(3)
      .default([])
      .description('As in a query of one website; `website` keeps the websites apart, by domain'),
    sort: Joi.array()
      .items(
        Joi.object({
          by: Joi.alternatives(Joi.string().valid(...METRIC_IDS), dimension).required(),
          order: Joi.string().valid('asc', 'desc').default('desc'),
        }),
      )
      .min(1)
      .max(4),
  })
  .shared(filterSchema);

const websites = Joi.array()
  .items(
    Joi.object({
      id: Joi.number().integer().required(),
      domain: Joi.string().required(),
      timezone: Joi.string().required(),
    }),
  )
  .required()
  .description('The websites that were counted');

const rollupData = Joi.object()
  .meta({ component: 'RollupRows' })
  .keys({
    ...queryDataFields,
    timezone: Joi.string()
      .required()
      .description(
        'The zone that most of the websites have. It names the present day; each website is counted by its own',
      ),
    websites,
  });

const rollupLiveData = Joi.object()
  .meta({ component: 'RollupLive' })
  .keys({ ...liveFields, websites });

const rollupLiveQuery = Joi.object<AskedWebsites>({
  group: id.description('Id of a group, in the place of `websites`').example(3),
  websites: Joi.string()
    .pattern(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99}$/)
    .custom((text: string) => [...new Set(text.split(',').map(Number))])
    .messages({ 'string.pattern.base': '{{#label}} must be ids of websites with commas between them' })
    .description(
      'Ids of websites with commas between them, at most 100; all of the organisation’s by default',
    )
    .example('1,2'),
});

/** How a sum over websites is to be read. */
const ONCE =
  'Someone who visits two of the websites counts as two visitors: each website has a secret of its own, so nobody can tell that they are one.';

/** `/api/v1/stats/rollup`: several websites as one. */
export const createRollupRouter = (rollup: RollupService): ApiRouter =>
  createRouter(managementDialect, 'Statistics', [
    endpoint({
      method: 'POST',
      path: '/stats/rollup/query',
      operationId: 'stats.rollup',
      idempotent: false,
      scope: 'stats:read',
      summary: 'Query the statistics of several websites as one',
      description: `Sums over websites by the same dimensions, filters and comparison as a query of one; \`website\` keeps them apart. ${ONCE} Each website is counted by its own calendar, and a filter’s goals and segments are each website’s own, by name: those without one are left out. Rows beyond the first 10,000 of a website, or 200,000 divided by the number of websites, are not looked at.`,
      body: rollupBody,
      responses: { 200: { description: 'Rows of metrics', data: rollupData, mediaTypes: ['text/csv'] } },
      async handler({ body, caller, request, response }) {
        if (wantsCsv(request))
          return sendCsv(response, 'rollup', await rollup.csv(caller.organisation, body));
        return okJson(await rollup.json(caller.organisation, body));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/stats/rollup/realtime',
      operationId: 'stats.rollupRealtime',
      scope: 'stats:read',
      summary: 'Show who is on several websites now',
      description: ONCE,
      query: rollupLiveQuery,
      responses: { 200: { description: 'The last 5 and 30 minutes', data: rollupLiveData } },
      async handler({ query, caller }) {
        const live = await rollup.live(caller.organisation, query);
        return ok({
          ...toLiveJson(live),
          websites: live.websites.map(({ id, domain, timezone }) => ({ id, domain, timezone })),
        });
      },
    }),
  ]);
