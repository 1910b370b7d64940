import Joi from 'joi';

import { credentialsFields } from '../credentials/credentials-schema.ts';
import type { CredentialsBody } from '../credentials/credentials-schema.ts';

export interface CreateSiteBody extends CredentialsBody {
  url?: string;
  max_pages: number;
  urls?: string[] | string;
}
export interface ListSitesQuery {
  per_page: number;
  page: number;
}
export interface SitePagesQuery extends ListSitesQuery {
  check?: string;
}
export interface ExportSiteQuery {
  of: 'pages' | 'problems';
}

const MOST_PAGES = 10_000;
const LONGEST_URL = 2048;
const LONGEST_LIST = 2_100_000;

export const createSiteSchema = Joi.object<CreateSiteBody>()
  .meta({ component: 'CreateSite' })
  .example({ url: 'https://example.com/', max_pages: 500 })
  .keys({
    url: Joi.string().max(LONGEST_URL).description('Where the crawl starts'),
    max_pages: Joi.number()
      .integer()
      .min(1)
      .max(MOST_PAGES)
      .default(500)
      .description('The most pages of the site to visit'),
    urls: Joi.alternatives(
      Joi.array().items(Joi.string().max(LONGEST_URL)).min(1),
      Joi.string().max(LONGEST_LIST),
    ).description('Up to 1,000 addresses instead of a crawl, as a list or one per line'),
    ...credentialsFields,
  });

const paging = {
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
};
export const listSitesSchema = Joi.object<ListSitesQuery>(paging);
export const sitePagesSchema = Joi.object<SitePagesQuery>({
  ...paging,
  check: Joi.string().max(100).description('Only pages on which this check found something'),
});
export const exportSiteSchema = Joi.object<ExportSiteQuery>({
  of: Joi.string().valid('pages', 'problems').default('pages').description('What the lines are'),
});
