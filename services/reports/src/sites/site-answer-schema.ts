import Joi from 'joi';

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
