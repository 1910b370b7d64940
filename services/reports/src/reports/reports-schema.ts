import { pageAccessFields } from '@platform/page-access';
import Joi from 'joi';
import { credentialsFields } from '../credentials/credential-vault.ts';
import type { CredentialsBody } from '../credentials/credential-vault.ts';
import {
  categorySchema,
  checkResultSchema,
  metrics,
  metricsSchema,
  noticeSchema,
  renderingSchema,
} from '../runs/runs-schema.ts';

/** How a browser renders the page; undefined where the request doesn’t say. */
export interface RenderingBody {
  render?: 0 | 1;
  runs?: 1 | 3 | 5;
  desktop?: 0 | 1;
}

export interface CreateReportBody extends CredentialsBody, RenderingBody {
  url: string;
  privacy: 0 | 1 | 2;
  password?: string | null;
}

export interface UpdateReportBody extends CredentialsBody, RenderingBody {
  url?: string;
  privacy?: 0 | 1 | 2;
  password?: string | null;
  results: 0 | 1;
}

export interface ListReportsQuery {
  search?: string;
  search_by: 'url';
  result?: 'good' | 'decent' | 'bad';
  project?: string;
  got_worse: 0 | 1;
  sort_by: 'id' | 'generated_at' | 'url' | 'result';
  sort: 'desc' | 'asc';
  per_page: 10 | 25 | 50 | 100;
  page: number;
}

export const { privacy, password } = pageAccessFields;

const renderingFields = {
  render: Joi.number()
    .valid(0, 1)
    .description('1 renders the page in a browser: content after scripts, metrics and screenshots'),
  runs: Joi.number()
    .valid(1, 3, 5)
    .description(
      'How often the page is rendered for one result, whose metrics are the medians; each rendering counts as a report. Needs render',
    ),
  desktop: Joi.number()
    .valid(0, 1)
    .description('1 measures the page as a desktop, too, which counts as another rendering. Needs render'),
};

export const createReportSchema = Joi.object<CreateReportBody>()
  .meta({ component: 'CreateReport' })
  .example({ url: 'https://example.com/' })
  .keys({
    url: Joi.string().max(2048).required().description('Address of a public page, http or https'),
    privacy: privacy.default((body: CredentialsBody) => (body.basic_auth || body.request_headers ? 1 : 0)),
    password,
    ...renderingFields,
    ...credentialsFields,
  });

export const updateReportSchema = Joi.object<UpdateReportBody>()
  .meta({ component: 'UpdateReport' })
  .example({ results: 1 })
  .keys({
    url: Joi.string().max(2048).description('The report’s own URL; it can’t be changed'),
    privacy,
    password,
    results: Joi.number().valid(0, 1).default(0).description('1 generates the report again'),
    ...renderingFields,
    ...credentialsFields,
  });

export const listReportsSchema = Joi.object<ListReportsQuery>({
  search: Joi.string().allow('').max(500),
  search_by: Joi.string().valid('url').default('url'),
  result: Joi.string().valid('good', 'decent', 'bad'),
  project: Joi.string().allow('').max(300).description('Host of the URL, with or without scheme and port'),
  got_worse: Joi.number()
    .valid(0, 1)
    .default(0)
    .description('1 lists only reports whose newest result is worse than the one before'),
  sort_by: Joi.string().valid('id', 'generated_at', 'url', 'result').default('id'),
  sort: Joi.string().valid('desc', 'asc').default('desc'),
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: Joi.number().integer().min(1).max(2_147_483_647).default(1),
});

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
  runs: Joi.number().valid(1, 3, 5).required().description('Renderings for one result'),
  desktop: Joi.number().valid(0, 1).required().description('Whether it is measured as a desktop, too'),
  has_credentials: Joi.boolean()
    .required()
    .description('Whether basic_auth, request_headers or user_agent are stored; they are never shown'),
  generated_at: time.allow(null).required(),
  created_at: time.required(),
  updated_at: time.required(),
  next_generation_at: time.allow(null).required().description('When results=1 takes effect again; null: now'),
  report_url: Joi.string().required(),
};

const filmstripSchema = Joi.array()
  .items(
    Joi.object({
      at: Joi.number().integer().min(0).required(),
      picture: Joi.string().allow(null).required(),
    }),
  )
  .required()
  .description('The phone’s screen while the page loaded; empty unless rendered');

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
      entity: Joi.string().allow(null).required(),
    }),
  )
  .allow(null)
  .required();

const requestsSchema = Joi.array()
  .items(
    Joi.object({
      url: Joi.string().required(),
      type: Joi.string().required(),
      status: Joi.number().integer().allow(null).required(),
      start: Joi.number().required(),
      first_byte: Joi.number().allow(null).required(),
      end: Joi.number().required(),
      bytes: Joi.number().allow(null).required(),
    }).meta({ component: 'PageRequest' }),
  )
  .allow(null)
  .required();

const factsSchema = Joi.object()
  .meta({ component: 'PageFacts' })
  .keys({
    final_url: Joi.string().required(),
    http_status: Joi.number().integer().required(),
    protocol: Joi.string().allow(null).required(),
    html_bytes: Joi.number().integer().required(),
    encoding: Joi.string().allow(null).required(),
    transfer_bytes: Joi.number().integer().required(),
    requests: Joi.number().integer().required(),
    first_byte: Joi.number().allow(null).required(),
    redirects: Joi.number().integer().required(),
    certificate_until: Joi.string().allow(null).required(),
  })
  .allow(null)
  .required();

const violationsSchema = Joi.array()
  .items(
    Joi.object({
      id: Joi.string().required(),
      title: Joi.string().required(),
      help_url: Joi.string().allow('').required(),
      impact: Joi.string().allow('').required(),
      elements: Joi.array().items(Joi.string().allow('')).required(),
      total: Joi.number().integer().required(),
    }).meta({ component: 'AccessibilityViolation' }),
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
    facts: factsSchema,
    metrics: metricsSchema,
    metrics_desktop: metrics
      .allow(null)
      .required()
      .description('Measured as a desktop with a fast connection; null unless desktop is 1'),
    samples: Joi.array()
      .items(metrics)
      .required()
      .description('What each of several runs measured; empty for a single one'),
    screenshots: screenshotsSchema,
    filmstrip: filmstripSchema,
    waterfall: Joi.string().allow(null).required(),
    origins: originsSchema,
    requests: requestsSchema,
    failed_requests: Joi.array()
      .items(
        Joi.object({ url: Joi.string().required(), reason: Joi.string().required() }).meta({
          component: 'FailedRequest',
        }),
      )
      .required(),
    console_errors: Joi.array().items(Joi.string().allow('')).required(),
    violations: violationsSchema,
    rules_version: Joi.string().allow(null).required(),
    rendering: renderingSchema,
    incomplete: Joi.boolean().allow(null).required(),
    notices: Joi.array().items(noticeSchema).required(),
    categories: Joi.array().items(categorySchema).required(),
    checks: Joi.array().items(checkResultSchema).required(),
  });
