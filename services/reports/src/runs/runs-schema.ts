import Joi from 'joi';

import {
  categorySchema,
  checkResultSchema,
  checkStatus,
  checkTitles,
  noticeSchema,
  renderingSchema,
  result,
  score,
} from './findings-schema.ts';

export interface ListRunsQuery {
  per_page: 10 | 25 | 50 | 100;
  page: number;
}

export interface CompareRunsQuery {
  against?: number;
}

export const listRunsSchema = Joi.object<ListRunsQuery>({
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: Joi.number().integer().min(1).max(2_147_483_647).default(1),
});

export const compareRunsSchema = Joi.object<CompareRunsQuery>({
  against: Joi.number()
    .integer()
    .min(1)
    .max(2_147_483_647)
    .description('The earlier run; by default the last one with a result before this run'),
});
const time = Joi.string().isoDate().required();

const run = {
  id: Joi.number().integer().required(),
  report_id: Joi.number().integer().required(),
  status: Joi.string().valid('generated', 'failed').required(),
  error: Joi.string().allow(null).required(),
  error_message: Joi.string().allow(null).required(),
  result,
  score,
  rules_version: Joi.string().allow(null).required(),
  started_at: time,
  finished_at: time,
};

/** A run in a list. */
export const runAnswerSchema = Joi.object(run).meta({ component: 'RunSummary' });

/** A single run, with its findings. */
export const detailedRunAnswerSchema = Joi.object()
  .meta({ component: 'Run' })
  .keys({
    ...run,
    final_url: Joi.string().allow(null).required(),
    rendering: renderingSchema,
    incomplete: Joi.boolean().allow(null).required(),
    notices: Joi.array().items(noticeSchema).required(),
    categories: Joi.array().items(categorySchema).required(),
    checks: Joi.array().items(checkResultSchema).required(),
  });

const finding = Joi.object({
  id: Joi.string().required(),
  category: Joi.string().required(),
  title: Joi.string().required(),
  titles: checkTitles.required(),
  before: checkStatus.allow(null).required(),
  after: checkStatus.allow(null).required(),
  message: Joi.string().required(),
});

/** The difference between two runs of a report. */
export const comparisonAnswerSchema = Joi.object()
  .meta({ component: 'RunComparison' })
  .keys({
    from: runAnswerSchema.required(),
    to: runAnswerSchema.required(),
    same_rules: Joi.boolean().required(),
    score_change: Joi.number().integer().required(),
    comparable: Joi.object({
      checks: Joi.number().integer().required(),
      score_before: Joi.number().integer().required(),
      score_after: Joi.number().integer().required(),
    })
      .allow(null)
      .required()
      .description(
        'Scores over the checks that both runs decided on the same evidence; null under different rules',
      ),
    fixed: Joi.array().items(finding).required(),
    new: Joi.array().items(finding).required(),
    unchanged: Joi.array().items(finding).required(),
  });
