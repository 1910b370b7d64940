import Joi from 'joi';
import { credentialsFields } from '../credentials/credentials-schema.ts';
import type { CredentialsBody } from '../credentials/credentials-schema.ts';
import { SITE_STATUSES } from './site.ts';

const count = Joi.number().integer().min(0).required();

const time = Joi.string().isoDate();

const text = Joi.string().allow('', null).required();

export const siteAnswerSchema = Joi.object()
  .meta({ component: 'Site' })
  .keys({
    id: count,
    url: Joi.string().required(),
    host: Joi.string().required().description('The host whose pages are visited'),
    mode: Joi.string().valid('crawl', 'list').required(),
    max_pages: count,
    has_credentials: Joi.boolean()
      .required()
      .description('Whether basic_auth, request_headers or user_agent are stored; they are never shown'),
    status: Joi.string()
      .valid(...SITE_STATUSES)
      .required(),
    error: Joi.string().allow(null).required(),
    error_message: Joi.string().allow(null).required().description('The error as a sentence'),
    progress: Joi.object({
      found: count.description('Pages of the site that are known'),
      done: count.description('Pages that were visited'),
      external_found: count.description('Addresses of other sites that pages link to'),
      external_done: count.description('Of those, how many were checked'),
    }).required(),
    created_at: time.required(),
    started_at: time.allow(null).required(),
    finished_at: time.allow(null).required(),
  });

export const sitePageAnswerSchema = Joi.object()
  .meta({ component: 'SitePage' })
  .keys({
    id: count,
    url: Joi.string().required(),
    status: Joi.string().valid('waiting', 'done').required(),
    depth: Joi.number().integer().min(0).allow(null).required().description('Clicks from the start'),
    http_status: Joi.number().integer().allow(null).required(),
    error: Joi.string().allow(null).required(),
    final_url: Joi.string().allow(null).required().description('Where redirects led'),
    media_type: Joi.string().allow(null).required(),
    title: text,
    description: text,
    canonical: text,
    words: Joi.number().integer().allow(null).required(),
    indexable: Joi.boolean().allow(null).required(),
    in_sitemap: Joi.boolean().required(),
    findings: count.description('Checks that found something'),
    fetched_at: time.allow(null).required(),
  });

export const siteProblemAnswerSchema = Joi.object()
  .meta({ component: 'SiteProblem' })
  .keys({
    id: Joi.string().required(),
    title: Joi.string().required(),
    category: Joi.string().required(),
    importance: Joi.string().required(),
    total: count.description('Places that have the problem'),
    items: Joi.array()
      .items(
        Joi.object({
          url: Joi.string().required().description('The page to fix'),
          note: Joi.string().allow(null, '').required(),
        }),
      )
      .required()
      .description('The first 100 places'),
  });

export const siteClusterAnswerSchema = Joi.object()
  .meta({ component: 'SiteCluster' })
  .keys({
    kind: Joi.string().valid('canonical', 'hreflang').required(),
    url: Joi.string().required().description('The canonical address, or the first of the language versions'),
    versions: Joi.array()
      .items(Joi.object({ language: Joi.string().required(), url: Joi.string().required() }).unknown())
      .allow(null)
      .required()
      .description('The language versions; null for a canonical cluster'),
    total: count.description('How many visited pages declare it'),
    pages: Joi.array().items(Joi.string()).required().description('The first hundred of them'),
  });

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
