import { pageAccessFields } from '@platform/page-access';
import Joi from 'joi';

import { credentialsFields } from '../credentials/credentials-schema.ts';
import type { CredentialsBody } from '../credentials/credentials-schema.ts';

export interface CreateReportBody extends CredentialsBody {
  url: string;
  /** Undefined when the request doesn’t say. */
  render?: 0 | 1;
  privacy: 0 | 1 | 2;
  password?: string | null;
}

export interface UpdateReportBody extends CredentialsBody {
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

export const createReportSchema = Joi.object<CreateReportBody>()
  .meta({ component: 'CreateReport' })
  .example({ url: 'https://example.com/' })
  .keys({
    url: Joi.string().max(2048).required().description('Address of a public page, http or https'),
    privacy: privacy.default((body: CredentialsBody) => (body.basic_auth || body.request_headers ? 1 : 0)),
    password,
    render: Joi.number()
      .valid(0, 1)
      .description('1 renders the page in a browser: content after scripts, metrics and screenshots'),
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
