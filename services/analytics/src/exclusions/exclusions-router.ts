import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { isLocalDay } from '../calendar/local-day.ts';
import { settings } from '../websites/websites-schema.ts';
import type { ExclusionsService, DropsQuery, TestBody } from './exclusions-service.ts';
import { DROP_REASONS } from './rules/drop-reasons.ts';

interface PreviewBody {
  exclude_params: string;
}

const previewSchema = Joi.object<PreviewBody>()
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

const dropsSchema = Joi.object<DropsQuery>({
  from: day.description("First day in the website's time zone; default: 29 days before `to`"),
  to: day.description('Last day; default: today'),
});

const tried = (text: string, max: number) => Joi.string().allow('').max(max).description(text);

const testSchema = Joi.object<TestBody>()
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
const testAnswerSchema = Joi.object()
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
const previewAnswerSchema = Joi.object()
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
const dropsAnswerSchema = Joi.object()
  .meta({ component: 'Drops' })
  .keys({
    from: Joi.string().required(),
    to: Joi.string().required(),
    totals: Joi.object().pattern(Joi.string(), Joi.number().integer()).required().description('By reason'),
    days: Joi.array()
      .items(Joi.object({ day: Joi.string().required(), reason: Joi.string().required(), count }))
      .required(),
  });

const TAG_DESCRIPTION = 'What the exclusions of a website leave out, or would leave out.';

/** `/api/v1/websites/{id}/exclusions/preview` and `/api/v1/websites/{id}/drops` */
export const createExclusionsRouter = ({ exclusions }: { exclusions: ExclusionsService }): ApiRouter => {
  const params = { id: integerId('website') };
  return createRouter(managementDialect, { name: 'Exclusions', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/websites/:id/exclusions/preview',
      operationId: 'websites.exclusions.preview',
      summary: 'Preview an exclusion of query parameters',
      description:
        'Says which pages of the last 30 days would be merged. Nothing is changed. Addresses and user agents are not stored, so exclusions of those cannot be previewed.',
      idempotent: false,
      scope: 'websites:read',
      params,
      body: previewSchema,
      responses: { 200: { description: 'What would be merged', data: previewAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) => {
        const preview = await exclusions.preview(caller.organisation, id, body.exclude_params);
        return ok({
          days: preview.days,
          pages_before: preview.pagesBefore,
          pages_after: preview.pagesAfter,
          is_complete: preview.isComplete,
          merged: preview.merged,
        });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/exclusions/test',
      operationId: 'websites.exclusions.test',
      summary: 'Test what a page view would be stored as',
      description:
        'Says what the website’s settings make of an address, or why it would not be stored. Settings in the request hold in the place of saved ones. Nothing is stored.',
      idempotent: false,
      scope: 'websites:read',
      params,
      body: testSchema,
      responses: { 200: { description: 'What would be stored', data: testAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) => {
        const { outcome, page, givenPage, rule, dimensions } = await exclusions.test(
          caller.organisation,
          id,
          body,
        );
        const isStored = outcome === 'stored';
        return ok({
          is_stored: isStored,
          reason: isStored ? null : outcome,
          page,
          given_page: givenPage,
          rule,
          dimensions: Object.fromEntries(Object.entries(dimensions).filter(([, value]) => value !== '')),
        });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/websites/:id/drops',
      operationId: 'websites.drops',
      summary: 'Count what was not stored, and why',
      scope: 'stats:read',
      params,
      query: dropsSchema,
      responses: { 200: { description: 'By day and reason', data: dropsAnswerSchema } },
      handler: async ({ caller, params: { id }, query }) =>
        ok(await exclusions.drops(caller.organisation, id, query)),
    }),
  ]);
};
