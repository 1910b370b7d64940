import type { ApiRouter } from '@platform/http';

import { questionSchema } from '../stats/question-schema.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import { websiteRecordsRouter } from '../websites/website-records.ts';
import type { CountedGoal } from './goal.ts';
import { createGoalSchema, goalAnswerSchema, goalQuerySchema, updateGoalSchema } from './goals-schema.ts';
import type { GoalsService } from './goals-service.ts';

const toJson = (goal: CountedGoal) => ({
  id: goal.id,
  name: goal.name,
  type: goal.type,
  pattern: goal.pattern,
  threshold: goal.threshold,
  property: goal.property,
  property_value: goal.propertyValue,
  currency: goal.currency,
  created_at: goal.createdAt.toISOString(),
  conversions: goal.conversions,
  converters: goal.converters,
  rate: goal.rate,
  revenue: goal.revenue,
  ...(goal.values === undefined ? {} : { values: goal.values }),
  ...(goal.periods === undefined ? {} : { periods: goal.periods }),
});

/** `/api/v1/websites/{id}/goals` */
export const createGoalsRouter = (goals: GoalsService): ApiRouter =>
  websiteRecordsRouter({
    tag: { name: 'Goals', description: 'What visitors should do: view a page, send an event, scroll, stay.' },
    record: 'goal',
    readScope: 'stats:read',
    records: goals,
    toJson,
    answer: goalAnswerSchema,
    counted: ['conversions', 'converters', 'rate', 'revenue', 'values', 'periods'],
    bodies: { create: createGoalSchema, update: updateGoalSchema },
    queries: { list: questionSchema<QuestionFields>(), show: goalQuerySchema },
    words: {
      list: {
        summary: 'List goals with their conversions',
        description:
          'For the days `from` to `to` or `date_range`, by default the last 30. Under filters, conversions in visits that meet them.',
      },
      create: {
        summary: 'Create a goal',
        description:
          'It counts for the past as well. Amounts of events are their properties `revenue.amount` or `amount`.',
      },
      show: { summary: 'Show a goal, optionally by the values of a dimension, by day or by month' },
    },
  });
