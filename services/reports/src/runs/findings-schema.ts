import Joi from 'joi';

import { CATEGORIES } from '../checks/check.ts';

export const score = Joi.number().integer().min(0).max(100).allow(null).required();

export const result = Joi.string().valid('good', 'decent', 'bad').allow(null).required();

export const noticeSchema = Joi.object()
  .meta({ component: 'ReportNotice' })
  .keys({ code: Joi.string().required(), message: Joi.string().required() });

export const renderingSchema = Joi.object()
  .meta({ component: 'Rendering' })
  .keys({
    state: Joi.string().valid('complete', 'partial', 'failed').required(),
    reason: Joi.string()
      .valid('no_browser', 'timeout', 'memory', 'crash', 'network', 'http_error', 'load')
      .allow(null)
      .required(),
    message: Joi.string().allow(null).required(),
    pending: Joi.array().items(Joi.string()).required(),
    benchmark_index: Joi.number().allow(null).required(),
    attempts: Joi.number().integer().required(),
  })
  .allow(null)
  .required()
  .description('How the rendering went; null unless render is 1');

export const categorySchema = Joi.object()
  .meta({ component: 'ReportCategory' })
  .keys({
    id: Joi.string()
      .valid(...CATEGORIES)
      .required(),
    title: Joi.string().required(),
    score,
    result,
    passed: Joi.number().integer().required(),
    warned: Joi.number().integer().required(),
    failed: Joi.number().integer().required(),
  });

/** Both titles of a check. */
export const checkTitles = Joi.object({ pass: Joi.string().required(), fail: Joi.string().required() });

export const checkStatus = Joi.string().valid('pass', 'warn', 'fail', 'not_applicable', 'info', 'error');

export const checkResultSchema = Joi.object()
  .meta({ component: 'CheckResult' })
  .keys({
    id: Joi.string().required(),
    category: Joi.string()
      .valid(...CATEGORIES)
      .required(),
    title: Joi.string().required(),
    titles: checkTitles.required(),
    evidence: Joi.string().valid('answer', 'html', 'rendered').allow(null),
    importance: Joi.string().valid('critical', 'high', 'medium', 'low', 'informative').required(),
    weight: Joi.number().required(),
    status: checkStatus.required(),
    score: Joi.number().min(0).max(1).allow(null).required(),
    value: Joi.alternatives(Joi.string().allow('', null), Joi.number(), Joi.boolean()).required(),
    expected: Joi.string().allow(null).required(),
    items: Joi.array()
      .items(
        Joi.object({
          snippet: Joi.string().allow('').required(),
          note: Joi.string().allow('', null).required(),
        }),
      )
      .required(),
    total: Joi.number().integer().required(),
    message: Joi.string().required(),
    rank: Joi.number()
      .integer()
      .min(1)
      .allow(null)
      .required()
      .description('Place among the findings, what to fix first; null for a check without one'),
  });
