import { LANGUAGES } from '@platform/errors';
import type { Language } from '@platform/errors';
import { pageAccessFields } from '@platform/page-access';
import Joi from 'joi';
import { CATEGORIES } from '../checks/check.ts';
import { credentialsFields } from '../credentials/credential-vault.ts';
import type { CredentialsBody } from '../credentials/credential-vault.ts';
import { FREQUENCIES } from '../schedules/schedule.ts';
import { CHANGES, SITE_STATUSES } from './site.ts';
import type { SiteSchedule } from './site.ts';

const count = Joi.number().integer().min(0).required();

const time = Joi.string().isoDate();

const text = Joi.string().allow('', null).required();

const result = Joi.string().valid('good', 'decent', 'bad').allow(null).required();
const score = Joi.number().integer().min(0).max(100).allow(null).required();

const categoriesAnswer = Joi.array()
  .items(
    Joi.object({
      id: Joi.string()
        .valid(...CATEGORIES)
        .required(),
      title: Joi.string().required(),
      score: Joi.number().integer().required(),
      result,
    }).meta({ component: 'SiteCategory' }),
  )
  .required()
  .description('The mean scores of the pages, by category; empty until there are some');

export const siteScheduleAnswerSchema = Joi.object({
  frequency: Joi.string()
    .valid(...FREQUENCIES)
    .required(),
  weekday: Joi.number().integer().min(1).max(7).required(),
  hour: Joi.number().integer().min(0).max(23).required(),
  timezone: Joi.string().required(),
  email: Joi.number().valid(0, 1).required(),
  email_recipients: Joi.string().allow(null).required(),
  language: Joi.string()
    .valid(...LANGUAGES)
    .required(),
  email_goes_to: Joi.array().items(Joi.string()).required(),
  next_at: time.required(),
  last_at: time.allow(null).required(),
}).meta({ component: 'SiteSchedule' });

export const siteAnswerSchema = Joi.object()
  .meta({ component: 'Site' })
  .keys({
    id: count,
    url: Joi.string().required(),
    host: Joi.string().required().description('The host whose pages are visited'),
    mode: Joi.string().valid('crawl', 'list').required(),
    max_pages: count,
    render_pages: count.description('Pages that a browser renders in each crawl'),
    score: score.description(
      'The mean of its pages’ scores, failing pages counted as 0; null until there is one',
    ),
    result,
    score_before: score.description('The score of the complete crawl before'),
    got_worse: Joi.boolean()
      .required()
      .description('Whether the last crawl found it worse than the one before'),
    categories: categoriesAnswer,
    crawl_id: count.description('The newest crawl, which status, error and progress are about'),
    shown_crawl_id: count.description(
      'The crawl that score, pages and problems are about: the last complete one, or else the newest',
    ),
    privacy: Joi.number()
      .valid(0, 1, 2)
      .required()
      .description('Who may see its page: 0 everybody, 1 the organisation, 2 anyone with the password'),
    has_password: Joi.boolean().required(),
    site_url: Joi.string().required().description('The site’s page, under its privacy'),
    schedule: siteScheduleAnswerSchema
      .allow(null)
      .required()
      .description('When it is crawled by itself; null: never'),
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
      files_found: count.description('Files that pages refer to'),
      files_done: count.description('Of those, how many were checked'),
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
    score: score.description('Over the checks that one answer decides; null for what isn’t a page'),
    redirects: Joi.array()
      .items(Joi.object({ url: Joi.string().required(), status: Joi.number().integer().required() }))
      .required()
      .description('The redirects that were followed from its address'),
    soft_404: Joi.boolean()
      .required()
      .description('Whether it looks like the site’s answer for an address that doesn’t exist'),
    rendered: Joi.object({
      problem: Joi.string().allow(null).required(),
      words: Joi.number().integer().allow(null).required(),
      links: count,
      errors: count,
      lcp: Joi.number().allow(null).required(),
    })
      .allow(null)
      .required()
      .description('What a browser showed; null for pages that weren’t rendered'),
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

export const crawlAnswerSchema = Joi.object()
  .meta({ component: 'SiteCrawl' })
  .keys({
    id: count,
    site_id: count,
    status: Joi.string()
      .valid(...SITE_STATUSES)
      .required(),
    error: Joi.string().allow(null).required(),
    error_message: Joi.string().allow(null).required(),
    score,
    result,
    categories: categoriesAnswer,
    got_worse: Joi.boolean().required(),
    pages: count.allow(null).description('Pages that were visited; null until it is complete'),
    errors: count.allow(null).description('Those of them that answered with an error'),
    broken: count.allow(null).description('Links, files and fragments that lead nowhere'),
    cut: Joi.boolean().allow(null).required().description('Whether max_pages ended it'),
    changes: Joi.object(Object.fromEntries(CHANGES.map((name) => [name, count])))
      .allow(null)
      .required()
      .description('How much differs from the complete crawl before; null for the first'),
    created_at: time.required(),
    started_at: time.allow(null).required(),
    finished_at: time.allow(null).required(),
  });

const changedPages = Joi.object({
  total: count,
  items: Joi.array()
    .items(
      Joi.object({
        url: Joi.string().required(),
        before: Joi.string().allow(null).required(),
        after: Joi.string().allow(null).required(),
      }),
    )
    .required(),
}).meta({ component: 'ChangedPages' });

const problemTotal = Joi.object({
  id: Joi.string().required(),
  title: Joi.string().required(),
  category: Joi.string().required(),
  importance: Joi.string().required(),
  before: count,
  after: count,
}).meta({ component: 'ChangedProblem' });

export const siteChangesAnswerSchema = Joi.object()
  .meta({ component: 'SiteChanges' })
  .keys({
    from: crawlAnswerSchema.required(),
    to: crawlAnswerSchema.required(),
    same_rules: Joi.boolean().required(),
    ...Object.fromEntries(CHANGES.map((name) => [name, changedPages.required()])),
    problems: Joi.array().items(problemTotal).required(),
  });

export interface CreateSiteBody extends CredentialsBody {
  url?: string;
  max_pages: number;
  urls?: string[] | string;
  render_pages: number;
  privacy: 0 | 1 | 2;
  password?: string | null;
}
export interface UpdateSiteBody extends CredentialsBody {
  max_pages?: number;
  render_pages?: number;
  privacy?: 0 | 1 | 2;
  password?: string | null;
}
export interface PutScheduleBody {
  frequency?: SiteSchedule['frequency'];
  weekday?: number;
  hour?: number;
  timezone?: string;
  email?: 0 | 1;
  email_recipients?: string | null;
  language?: Language;
}
export interface SiteChangesQuery {
  from?: number;
  to?: number;
}
export interface ListSitesQuery {
  per_page: number;
  page: number;
}
export interface FilterSitesQuery extends ListSitesQuery {
  scheduled: 0 | 1;
}
export interface SiteProblemsQuery extends ListSitesQuery {
  crawl?: number;
}
export interface SitePagesQuery extends SiteProblemsQuery {
  check?: string;
  sort_by: 'id' | 'score';
}
export interface ExportSiteQuery {
  of: 'pages' | 'problems';
  format: 'csv' | 'pdf';
  crawl?: number;
}

const MOST_PAGES = 10_000;
const MOST_RENDERED = 10;
const LONGEST_URL = 2048;
const LONGEST_LIST = 2_100_000;

const maxPages = Joi.number()
  .integer()
  .min(1)
  .max(MOST_PAGES)
  .description('The most pages of the site to visit');
const renderPages = Joi.number()
  .integer()
  .min(0)
  .max(MOST_RENDERED)
  .description(
    'Pages that a browser renders in each crawl, the first and others of different kinds; 0 for none',
  );

export const createSiteSchema = Joi.object<CreateSiteBody>()
  .meta({ component: 'CreateSite' })
  .example({ url: 'https://example.com/', max_pages: 500 })
  .keys({
    url: Joi.string().max(LONGEST_URL).description('Where the crawl starts'),
    max_pages: maxPages.default(500),
    render_pages: renderPages.default(0),
    privacy: pageAccessFields.privacy.default(1),
    password: pageAccessFields.password,
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
const crawl = Joi.number()
  .integer()
  .min(1)
  .max(2_147_483_647)
  .description('A crawl of the site; the last complete one unless given, or else the newest');

export const updateSiteSchema = Joi.object<UpdateSiteBody>()
  .meta({ component: 'UpdateSite' })
  .example({ max_pages: 1000, privacy: 0 })
  .keys({ max_pages: maxPages, render_pages: renderPages, ...pageAccessFields, ...credentialsFields });

export const putScheduleSchema = Joi.object<PutScheduleBody>()
  .meta({ component: 'PutSiteSchedule' })
  .example({ frequency: 'weekly', weekday: 1, hour: 6, timezone: 'Europe/Berlin' })
  .keys({
    frequency: Joi.string()
      .valid(...FREQUENCIES)
      .description('daily; weekly; or monthly, on the first such weekday of a month'),
    weekday: Joi.number().integer().min(1).max(7).description('1 is Monday, 7 Sunday'),
    hour: Joi.number().integer().min(0).max(23).description('Hour of the day, in the time zone'),
    timezone: Joi.string().max(64).description('IANA time zone'),
    email: Joi.number().valid(0, 1).description('1: an e-mail is sent when the site got worse'),
    email_recipients: Joi.string()
      .allow('', null)
      .max(20_000)
      .description('E-mail addresses, one per line; the owner of the installation by default'),
    language: Joi.string()
      .valid(...LANGUAGES)
      .description('Language of the e-mails: en, English; de, German'),
  });

export const listSitesSchema = Joi.object<ListSitesQuery>(paging);
export const filterSitesSchema = Joi.object<FilterSitesQuery>({
  ...paging,
  scheduled: Joi.number()
    .valid(0, 1)
    .default(0)
    .description('1 lists only sites that are crawled by themselves'),
});
export const siteProblemsSchema = Joi.object<SiteProblemsQuery>({ ...paging, crawl });
export const sitePagesSchema = Joi.object<SitePagesQuery>({
  ...paging,
  crawl,
  check: Joi.string().max(100).description('Only pages on which this check found something'),
  sort_by: Joi.string()
    .valid('id', 'score')
    .default('id')
    .description('id: as they were found; score: the worst first, and only pages that have one'),
});
export const siteChangesSchema = Joi.object<SiteChangesQuery>({
  to: crawl,
  from: Joi.number()
    .integer()
    .min(1)
    .max(2_147_483_647)
    .description('The crawl to compare with; the complete one before unless given'),
});
export const exportSiteSchema = Joi.object<ExportSiteQuery>({
  of: Joi.string().valid('pages', 'problems').default('pages').description('What the lines of a CSV are'),
  format: Joi.string().valid('csv', 'pdf').default('csv').description('pdf: the site’s page'),
  crawl,
});
