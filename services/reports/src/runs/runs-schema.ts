import Joi from 'joi';
import { CATEGORIES } from '../checks/check.ts';

const score = Joi.number().integer().min(0).max(100).allow(null).required();

const result = Joi.string().valid('good', 'decent', 'bad').allow(null).required();

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

const milliseconds = Joi.number().min(0).allow(null).required();

export const metrics = Joi.object({
  lcp: milliseconds.description('Largest Contentful Paint, ms'),
  cls: milliseconds.description('Cumulative Layout Shift, without a unit'),
  tbt: milliseconds.description('Total Blocking Time, ms'),
  fcp: milliseconds.description('First Contentful Paint, ms'),
  ttfb: milliseconds.description('Time to first byte, ms'),
});

export const metricsSchema = metrics
  .allow(null)
  .required()
  .description(
    'Measured by the browser as a phone on slow 4G, the medians of several runs; null unless render is 1',
  );

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

/** Where in the page a finding is. */
const placeSchema = Joi.object()
  .meta({ component: 'FindingPlace' })
  .keys({
    selector: Joi.string().allow(null).required(),
    line: Joi.number().integer().min(1).allow(null).required(),
    column: Joi.number().integer().min(1).allow(null).required(),
    box: Joi.object({
      x: Joi.number().integer().required(),
      y: Joi.number().integer().required(),
      width: Joi.number().integer().required(),
      height: Joi.number().integer().required(),
    })
      .allow(null)
      .required()
      .description(
        'Where it is in the picture of the phone, in its pixels from the top left; null outside it or unless rendered',
      ),
  })
  .allow(null)
  .required()
  .description('Null for what isn’t in the page itself, such as a header, and in runs of earlier versions');

/** Both titles of a check. */
const checkTitles = Joi.object({ pass: Joi.string().required(), fail: Joi.string().required() });

const checkStatus = Joi.string().valid('pass', 'warn', 'fail', 'not_applicable', 'info', 'error');

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
          place: placeSchema,
        }),
      )
      .required(),
    total: Joi.number().integer().required(),
    message: Joi.string().required(),
    wcag: Joi.array()
      .items(Joi.string())
      .required()
      .description('Success criteria of WCAG 2.2; empty for other checks'),
    gain: Joi.object({
      points: Joi.number().min(0).required(),
      bytes: Joi.number().integer().min(0).allow(null).required(),
      milliseconds: Joi.number().integer().min(0).allow(null).required(),
    })
      .allow(null)
      .required()
      .description('Null for a check without a finding, and in runs of earlier versions'),
    fix: Joi.object({ sentence: Joi.string().required(), code: Joi.string().allow(null).required() })
      .allow(null)
      .required()
      .description('For the first three findings; null for others'),
    about: Joi.object({
      why: Joi.string().required(),
      thresholds: Joi.string().required(),
      fix: Joi.string().required(),
    })
      .allow(null)
      .required()
      .description('What the documentation says; null for checks without a finding'),
    rank: Joi.number()
      .integer()
      .min(1)
      .allow(null)
      .required()
      .description('Place among the findings, what to fix first; null for a check without one'),
  });

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
    metrics: metricsSchema,
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
