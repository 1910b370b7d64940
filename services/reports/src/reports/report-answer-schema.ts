import Joi from 'joi';

import { checkResultSchema, categorySchema, noticeSchema, renderingSchema } from '../runs/findings-schema.ts';
import { privacy } from './reports-schema.ts';

const time = Joi.string().isoDate();

const summary = {
  id: Joi.number().integer().required(),
  url: Joi.string().required(),
  result: Joi.string().valid('good', 'decent', 'bad').allow(null).required(),
  status: Joi.string().valid('pending', 'generated', 'failed').required(),
  score: Joi.number().integer().min(0).max(100).allow(null).required(),
  score_before: Joi.number()
    .integer()
    .min(0)
    .max(100)
    .allow(null)
    .required()
    .description('Score of the result before the newest one')
    .example(84),
  got_worse: Joi.boolean()
    .required()
    .description(
      'Whether the newest result has a lower rating than the one before, or lost 5 points or more, over the checks that both decided on the same evidence; false where the rules of the rating have changed between them',
    ),
  error: Joi.string().allow(null).required(),
  error_message: Joi.string().allow(null).required().description('The error as a sentence'),
  privacy: privacy.required(),
  has_password: Joi.boolean().required(),
  render: Joi.number().valid(0, 1).required(),
  has_credentials: Joi.boolean()
    .required()
    .description('Whether basic_auth, request_headers or user_agent are stored; they are never shown'),
  generated_at: time.allow(null).required(),
  created_at: time.required(),
  updated_at: time.required(),
  next_generation_at: time.allow(null).required().description('When results=1 takes effect again; null: now'),
  report_url: Joi.string().required(),
};

const milliseconds = Joi.number().min(0).allow(null).required();

const metricsSchema = Joi.object({
  lcp: milliseconds.description('Largest Contentful Paint, ms'),
  cls: milliseconds.description('Cumulative Layout Shift, without a unit'),
  tbt: milliseconds.description('Total Blocking Time, ms'),
  fcp: milliseconds.description('First Contentful Paint, ms'),
  ttfb: milliseconds.description('Time to first byte, ms'),
})
  .allow(null)
  .required()
  .description('Measured by the browser as a phone on slow 4G; null unless render is 1');

const screenshotsSchema = Joi.object({
  desktop: Joi.string().required(),
  phone: Joi.string().required(),
})
  .allow(null)
  .required()
  .description('Addresses of JPEGs, under the report page’s privacy; null unless render is 1');

const originsSchema = Joi.array()
  .items(
    Joi.object({
      origin: Joi.string().required(),
      requests: Joi.number().integer().min(1).required(),
      bytes: Joi.number().integer().min(0).required(),
      third_party: Joi.boolean().required(),
    }),
  )
  .allow(null)
  .required();

/** A report in a list. */
export const reportAnswerSchema = Joi.object(summary).meta({ component: 'ReportSummary' });

/** A single report, with the findings of its last good run. */
export const detailedReportAnswerSchema = Joi.object()
  .meta({ component: 'Report' })
  .keys({
    ...summary,
    run_id: Joi.number().integer().allow(null).required(),
    metrics: metricsSchema,
    screenshots: screenshotsSchema,
    waterfall: Joi.string().allow(null).required(),
    origins: originsSchema,
    rules_version: Joi.string().allow(null).required(),
    rendering: renderingSchema,
    incomplete: Joi.boolean().allow(null).required(),
    notices: Joi.array().items(noticeSchema).required(),
    categories: Joi.array().items(categorySchema).required(),
    checks: Joi.array().items(checkResultSchema).required(),
  });
