import Joi from 'joi';

import { checkResultSchema, categorySchema, noticeSchema } from '../runs/runs-schema.ts';

export interface CreateReportBody {
  url: string;
  privacy: 0 | 1 | 2;
  password?: string | null;
}

export interface UpdateReportBody {
  privacy?: 0 | 1 | 2;
  password?: string | null;
  results: 0 | 1;
}

export interface ListReportsQuery {
  search?: string;
  search_by: 'url';
  result?: 'good' | 'decent' | 'bad';
  project?: string;
  sort_by: 'id' | 'generated_at' | 'url' | 'result';
  sort: 'desc' | 'asc';
  per_page: 10 | 25 | 50 | 100;
  page: number;
}

export interface CreateLinkBody {
  expires_in: number;
}

const privacy = Joi.number().valid(0, 1, 2).description('Report page: 0 public, 1 private, 2 password');
const password = Joi.string().allow('', null).max(200).description('Report page password; for privacy 2');
const DAY = 86_400;

export const createReportSchema = Joi.object<CreateReportBody>({
  url: Joi.string().max(2048).required().description('http or https address of a public page'),
  privacy: privacy.default(0),
  password,
});

export const updateReportSchema = Joi.object<UpdateReportBody>({
  privacy,
  password,
  results: Joi.number().valid(0, 1).default(0).description('1 generates the report again'),
});

export const listReportsSchema = Joi.object<ListReportsQuery>({
  search: Joi.string().allow('').max(500),
  search_by: Joi.string().valid('url').default('url'),
  result: Joi.string().valid('good', 'decent', 'bad'),
  project: Joi.string().allow('').max(300).description('Host of the URL'),
  sort_by: Joi.string().valid('id', 'generated_at', 'url', 'result').default('id'),
  sort: Joi.string().valid('desc', 'asc').default('desc'),
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: Joi.number().integer().min(1).max(2_147_483_647).default(1),
});

export const createLinkSchema = Joi.object<CreateLinkBody>({
  expires_in: Joi.number()
    .integer()
    .min(60)
    .max(30 * DAY)
    .default(7 * DAY)
    .description('Seconds the link is valid'),
});

const time = Joi.string().isoDate();

const summary = {
  id: Joi.number().integer().required(),
  url: Joi.string().required(),
  result: Joi.string().valid('good', 'decent', 'bad').allow(null).required(),
  status: Joi.string().valid('pending', 'generated', 'failed').required(),
  score: Joi.number().integer().min(0).max(100).allow(null).required(),
  error: Joi.string().allow(null).required(),
  privacy: privacy.required(),
  has_password: Joi.boolean().required(),
  generated_at: time.allow(null).required(),
  created_at: time.required(),
  updated_at: time.required(),
  report_url: Joi.string().required(),
};

/** A report in a list. */
export const reportAnswerSchema = Joi.object(summary);

/** A report by itself, with what its last good run found. */
export const detailedReportAnswerSchema = Joi.object({
  ...summary,
  run_id: Joi.number().integer().allow(null).required(),
  rules_version: Joi.string().allow(null).required(),
  incomplete: Joi.boolean().allow(null).required(),
  notices: Joi.array().items(noticeSchema).required(),
  categories: Joi.array().items(categorySchema).required(),
  checks: Joi.array().items(checkResultSchema).required(),
});

export const linkAnswerSchema = Joi.object({
  url: Joi.string().required(),
  expires_at: time.required(),
});
