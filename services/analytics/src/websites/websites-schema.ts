import { LANGUAGES } from '@platform/errors';
import type { Language } from '@platform/errors';
import Joi from 'joi';
import { WEEK_STARTS } from '../calendar/local-day.ts';
import type { WeekStart } from '../calendar/local-day.ts';
import { DEFAULTS } from './website.ts';

/**
 * Settings of a website as a client sends them: undefined for not given, null or '' for cleared.
 */
export interface WebsiteSettingsBody {
  privacy?: number;
  password?: string | null;
  email?: number;
  email_frequency?: 'weekly' | 'monthly';
  email_recipients?: string | null;
  language?: Language;
  exclude_bots?: number;
  exclude_params?: string | null;
  exclude_ips?: string | null;
  trusted_proxies?: string | null;
  page_rules?: string | null;
  exclude_pages?: string | null;
  exclude_hosts?: string | null;
  exclude_countries?: string | null;
  exclude_visitors?: string | null;
  trailing_slash?: 'keep' | 'remove';
  query_order?: 'keep' | 'sort';
  campaign_case?: 'keep' | 'lower';
  embed_origins?: string | null;
  timezone?: string;
  week_start?: WeekStart;
  retention_months?: number | '' | null;
}

export interface CreateWebsiteBody extends WebsiteSettingsBody {
  domain: string;
}

/** The domain may be sent along, as long as it is the same. */
export interface UpdateWebsiteBody extends WebsiteSettingsBody {
  domain?: string;
}

export interface ListWebsitesQuery {
  search?: string;
  search_by: 'domain';
  sort_by: 'id' | 'domain';
  sort: 'desc' | 'asc';
  per_page: 10 | 25 | 50 | 100;
  page: number;
}

const flag = Joi.number().valid(0, 1);

const lines = Joi.string().allow('', null).max(20_000);

export const settings = {
  privacy: Joi.number().valid(0, 1, 2).description('Statistics page: 0 public, 1 private, 2 password'),
  password: Joi.string().allow('', null).max(200).description('Statistics page password; for privacy 2'),
  email: flag.description('Periodic e-mail digests: 0 off, 1 on'),
  email_frequency: Joi.string().valid('weekly', 'monthly').description('How often the digests are sent'),
  email_recipients: lines.description('E-mail addresses that get the digests, one per line'),
  language: Joi.string()
    .valid(...LANGUAGES)
    .description('Language of its e-mails: en, English; de, German'),
  exclude_bots: flag.description('Exclude common bots: 0 off, 1 on'),
  exclude_params: lines.description(
    'Query parameters excluded from tracking, one per line; * for any characters',
  ),
  exclude_ips: lines.description('IP addresses, CIDRs and ranges excluded from tracking, one per line'),
  trusted_proxies: lines.description(
    'Addresses, CIDRs and ranges of proxies that pass the website’s hits on, one per line; X-Forwarded-For is believed from them',
  ),
  page_rules: lines.description(
    'Pages that are stored as one, a rule per line: a pattern in which * stands for any characters, `=>`, and the page that is stored; without `=>`, the pattern itself',
  ),
  exclude_pages: lines.description('Pages that aren’t stored, one per line; * for any characters'),
  exclude_hosts: lines.description('Hosts of pages that aren’t stored, one per line; * for any characters'),
  exclude_countries: lines.description(
    'Countries whose visitors aren’t stored, one code (ISO 3166-1 alpha-2) per line',
  ),
  exclude_visitors: lines.description(
    'Visitors who aren’t stored, one description per line: `browser_version = Chrome 131; screen = 800x600`. All of a line must hold; country, region, city, browser, browser_version, os, os_version, device, screen and language may be named',
  ),
  trailing_slash: Joi.string()
    .valid('keep', 'remove')
    .description('Whether /a and /a/ are two pages (keep) or one (remove)'),
  query_order: Joi.string()
    .valid('keep', 'sort')
    .description('Whether ?a=1&b=2 and ?b=2&a=1 are two pages (keep) or one (sort)'),
  campaign_case: Joi.string()
    .valid('keep', 'lower')
    .description('Whether Facebook, facebook and fb as utm_source are different (keep) or the same (lower)'),
  embed_origins: lines.description('Origins that may show the statistics page in a frame, one per line'),
  timezone: Joi.string().max(64).description('IANA time zone in which its days begin and end'),
  week_start: Joi.string()
    .valid(...WEEK_STARTS)
    .description('Day on which its weeks begin: in statistics by week, “this week” and weekly digests'),
  retention_months: Joi.number()
    .integer()
    .min(1)
    .max(120)
    .allow('', null)
    .description('Months after which data is removed; kept forever if not given'),
};

export const createWebsiteSchema = Joi.object<CreateWebsiteBody>()
  .meta({ component: 'CreateWebsite' })
  .example({ domain: 'shop.example', privacy: 0, exclude_params: 'utm_*' })
  .keys({
    domain: Joi.string().max(2_000).required().description('Domain name'),
    ...settings,
    privacy: settings.privacy.meta({ default: DEFAULTS.privacy }),
    email: settings.email.meta({ default: DEFAULTS.email }),
    email_frequency: settings.email_frequency.meta({ default: DEFAULTS.emailFrequency }),
    language: settings.language.meta({ default: DEFAULTS.language }),
    exclude_bots: settings.exclude_bots.meta({ default: DEFAULTS.excludeBots }),
    trailing_slash: settings.trailing_slash.meta({ default: DEFAULTS.trailingSlash }),
    query_order: settings.query_order.meta({ default: DEFAULTS.queryOrder }),
    campaign_case: settings.campaign_case.meta({ default: DEFAULTS.campaignCase }),
    timezone: settings.timezone.meta({ default: DEFAULTS.timezone }),
    week_start: settings.week_start.meta({ default: DEFAULTS.weekStart }),
  });

export const updateWebsiteSchema = Joi.object<UpdateWebsiteBody>()
  .meta({ component: 'UpdateWebsite' })
  .example({ email: 1, exclude_ips: '10.0.0.0/8' })
  .keys({
    ...settings,
    domain: Joi.string().max(2_000).description('The website’s own domain; another one is refused'),
  });

export const moveWebsiteSchema = Joi.object<{ domain: string }>()
  .meta({ component: 'MoveWebsite' })
  .example({ domain: 'new-name.example' })
  .keys({ domain: Joi.string().max(2_000).required().description('The new domain name') });

export const listWebsitesSchema = Joi.object<ListWebsitesQuery>({
  search: Joi.string().allow('').max(500),
  search_by: Joi.string().valid('domain').default('domain'),
  sort_by: Joi.string().valid('id', 'domain').default('id'),
  sort: Joi.string().valid('desc', 'asc').default('desc'),
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: Joi.number().integer().min(1).max(2_147_483_647).default(1),
});

export interface WebsiteDefaultsBody {
  readonly email_recipients?: string | null;
}

export const websiteDefaultsSchema = Joi.object<WebsiteDefaultsBody>({
  email_recipients: settings.email_recipients,
})
  .meta({ component: 'UpdateWebsiteDefaults' })
  .example({ email_recipients: 'ada@example.com\ngrace@example.com' });

export const websiteDefaultsAnswerSchema = Joi.object({
  email_recipients: Joi.string().allow(null).required(),
  email_goes_to: Joi.array()
    .items(Joi.string())
    .required()
    .description(
      'Who gets the e-mails of websites without recipients: these, or else the installation’s owner',
    ),
}).meta({ component: 'WebsiteDefaults' });
