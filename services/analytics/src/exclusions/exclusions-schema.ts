import Joi from 'joi';

import { isLocalDay } from '../calendar/local-day.ts';
import { settings } from '../websites/websites-schema.ts';
import type { WebsiteSettingsBody } from '../websites/websites-schema.ts';
import { DROP_REASONS } from './rules/drop-reasons.ts';

export interface PreviewBody {
  exclude_params: string;
}

export interface DropsQuery {
  from?: string;
  to?: string;
}

export const previewSchema = Joi.object<PreviewBody>()
  .meta({ component: 'PreviewExclusions' })
  .example({ exclude_params: 'utm_*' })
  .keys({
    exclude_params: Joi.string()
      .max(20_000)
      .required()
      .description('Names of further query parameters to exclude, one per line; * for any characters'),
  });

const day = Joi.string()
  .pattern(/^\d{4}-\d\d-\d\d$/, 'a day such as 2026-01-31')
  .custom((value: string, helpers) => (isLocalDay(value) ? value : helpers.error('any.invalid')));

export const dropsSchema = Joi.object<DropsQuery>({
  from: day.description("First day in the website's time zone; default: 29 days before `to`"),
  to: day.description('Last day; default: today'),
});

/** A page view to try, with settings that needn't be saved. */
export interface TestBody extends Pick<
  WebsiteSettingsBody,
  | 'page_rules'
  | 'exclude_pages'
  | 'exclude_hosts'
  | 'exclude_countries'
  | 'exclude_visitors'
  | 'exclude_params'
  | 'exclude_ips'
  | 'trailing_slash'
  | 'query_order'
  | 'campaign_case'
> {
  url: string;
  canonical?: string;
  referrer?: string;
  country?: string;
  ip?: string;
  user_agent?: string;
  screen?: string;
  visitor_language?: string;
  data_exclude?: string;
  data_include?: string;
}

const tried = (text: string, max: number) => Joi.string().allow('').max(max).description(text);

export const testSchema = Joi.object<TestBody>()
  .meta({ component: 'TestStorage' })
  .example({ url: 'https://shop.example/order/4711?utm_source=news', page_rules: '/order/* => /order' })
  .keys({
    url: Joi.string()
      .max(4_096)
      .required()
      .description('Address of the page; a path alone is on the website’s domain'),
    canonical: tried('The address in the page’s canonical link, with data-canonical', 4_096),
    referrer: tried('Address that the visitor came from', 4_096),
    country: tried('The visitor’s country (ISO 3166-1 alpha-2), in the place of what the address says', 2),
    ip: tried('The visitor’s address', 64),
    user_agent: tried('The visitor’s browser; a common one if not given', 1_000),
    screen: tried('Width and height of the visitor’s screen: 1920x1080', 20),
    visitor_language: tried('The visitor’s language', 35),
    data_exclude: tried('The tag’s data-exclude', 1_000),
    data_include: tried('The tag’s data-include', 1_000),
    page_rules: settings.page_rules,
    exclude_pages: settings.exclude_pages,
    exclude_hosts: settings.exclude_hosts,
    exclude_countries: settings.exclude_countries,
    exclude_visitors: settings.exclude_visitors,
    exclude_params: settings.exclude_params,
    exclude_ips: settings.exclude_ips,
    trailing_slash: settings.trailing_slash,
    query_order: settings.query_order,
    campaign_case: settings.campaign_case,
  });

const shown = Joi.string().allow(null).required();

/** The fate of a page view. */
export const testAnswerSchema = Joi.object()
  .meta({ component: 'StorageTest' })
  .keys({
    is_stored: Joi.boolean().required().description('Whether it would be stored'),
    reason: Joi.string()
      .valid(...Object.keys(DROP_REASONS))
      .allow(null)
      .required()
      .description('Why it would not be stored; null if it would'),
    page: shown.description('What the page would be called'),
    given_page: shown.description('What it is called without the page rules'),
    rule: shown.description('The page rule that names it; null for none'),
    dimensions: Joi.object()
      .pattern(Joi.string(), Joi.string().allow(''))
      .required()
      .description('Further values that would be stored, by dimension'),
  });

const count = Joi.number().integer().required();

/** Preview of the pages that an exclusion would merge. */
export const previewAnswerSchema = Joi.object()
  .meta({ component: 'ExclusionsPreview' })
  .keys({
    days: count.description('Number of days considered'),
    pages_before: count.description('Distinct pages in these days'),
    pages_after: count.description('Distinct pages with the exclusion'),
    is_complete: Joi.boolean()
      .required()
      .description('False when only the most viewed 20,000 pages were considered'),
    merged: Joi.array()
      .items(
        Joi.object({
          page: Joi.string().allow('').required().description('What the page would be called'),
          pageviews: count,
          from: Joi.array()
            .items(Joi.object({ page: Joi.string().allow('').required(), pageviews: count }))
            .required(),
        }),
      )
      .required()
      .description(
        'The 100 most viewed pages that would result from merging, each with up to 20 of its sources',
      ),
  });

/** Dropped hits by day. */
export const dropsAnswerSchema = Joi.object()
  .meta({ component: 'Drops' })
  .keys({
    from: Joi.string().required(),
    to: Joi.string().required(),
    totals: Joi.object().pattern(Joi.string(), Joi.number().integer()).required().description('By reason'),
    days: Joi.array()
      .items(Joi.object({ day: Joi.string().required(), reason: Joi.string().required(), count }))
      .required(),
  });
