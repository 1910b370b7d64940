import type { ApiRouter } from '@platform/http';

import { websiteRecordsRouter } from '../websites/website-records.ts';
import { questionSchema } from '../stats/statistic-schema.ts';
import type { QuestionFields } from '../stats/statistic-schema.ts';
import { createFunnelSchema, funnelAnswerSchema, updateFunnelSchema } from './funnels-schema.ts';
import type { CountedFunnel } from './count-funnels.ts';
import type { FunnelsService } from './funnels-service.ts';

const toJson = (funnel: CountedFunnel) => ({
  id: funnel.id,
  name: funnel.name,
  created_at: funnel.createdAt.toISOString(),
  visitors: funnel.visitors,
  rate: funnel.rate,
  steps: funnel.steps.map(({ goal, name, rule, visitors, dropOff, rate }) => ({
    goal,
    name,
    type: rule.type,
    pattern: rule.pattern,
    visitors,
    drop_off: dropOff,
    rate,
  })),
});

/** `/api/v1/websites/{id}/funnels` */
export const createFunnelsRouter = (funnels: FunnelsService): ApiRouter =>
  websiteRecordsRouter({
    tag: {
      name: 'Funnels',
      description: 'Goals in order, and how many visitors get from each one to the next.',
    },
    record: 'funnel',
    readScope: 'stats:read',
    records: funnels,
    toJson,
    answer: funnelAnswerSchema,
    bodies: { create: createFunnelSchema, update: updateFunnelSchema },
    queries: { list: questionSchema<QuestionFields>(), show: questionSchema<QuestionFields>() },
    words: {
      list: {
        summary: 'List funnels with the visitors of each step',
        description:
          'For the days `from` to `to` or `date_range`, by default the last 30. Under filters, steps in visits that meet them. Visitors are recognised within a day only, so steps on different days don’t connect.',
      },
      create: { summary: 'Create a funnel of 2 to 8 steps' },
    },
  });
