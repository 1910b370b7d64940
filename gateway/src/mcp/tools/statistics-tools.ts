import { z } from 'zod';

import { defineTool, pageOf, pick, queryOf } from '../tool.ts';
import type { Item, Tool } from '../tool.ts';

const website = z.number().int().positive().describe('Id of the website, from list_websites');
const page = z.number().int().positive().optional().describe('Page of the list; the first unless given');

const range = z
  .union([z.string(), z.object({ from: z.string(), to: z.string() })])
  .describe('today, yesterday, 7d, 28d, 30d, 12mo, or the first and the last day as 2026-11-01');

/** The days as a query names them. */
const rangeQuery = (given: z.infer<typeof range> | undefined): Record<string, string | undefined> =>
  typeof given === 'object' ? given : { date_range: given };

const filters = z
  .array(z.object({ dimension: z.string(), operator: z.string(), values: z.array(z.string()) }))
  .optional()
  .describe('Operators: is, is_not, contains, matches');

const goalShape = {
  name: z.string().optional(),
  type: z.enum(['page', 'event', 'scroll', 'engaged']),
  pattern: z
    .string()
    .optional()
    .describe('Path of the page, `*` for anything: /thanks*; or name of the event'),
  threshold: z.number().int().optional().describe('Per cent scrolled, or seconds engaged'),
};

const compactGoal = (goal: Item): Item =>
  pick(goal, ['id', 'name', 'type', 'pattern', 'threshold', 'conversions', 'converters', 'rate', 'revenue']);

const compactFunnel = (funnel: Item): Item => ({
  ...pick(funnel, ['id', 'name', 'visitors', 'rate']),
  steps: ((funnel['steps'] ?? []) as readonly Item[]).map((step) =>
    pick(step, ['name', 'visitors', 'drop_off', 'rate']),
  ),
});

/** Tools for websites: their statistics, goals, funnels, and what a deletion would take. */
export const STATISTICS_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_websites',
    title: 'List websites',
    description: 'The websites whose visitors are counted, with their ids, 50 to a page.',
    scopes: ['websites:read'],
    input: { search: z.string().optional().describe('Part of the domain'), page },
    readOnly: true,
    run: async (input, platform) =>
      pageOf(await platform.list('/api/v1/websites', { ...input, per_page: 50 }), 'page', (item) =>
        pick(item, ['id', 'domain', 'timezone']),
      ),
  }),
  defineTool({
    name: 'show_website',
    title: 'Show a website',
    description: 'The settings of a website, the address of its statistics page and its tracking code.',
    scopes: ['websites:read'],
    input: { website_id: website },
    readOnly: true,
    run: async ({ website_id: id }, platform) => {
      const shown = await platform.read({ method: 'GET', path: `/api/v1/websites/${id}` });
      return pick(shown, Object.keys(shown as Item));
    },
  }),
  defineTool({
    name: 'create_website',
    title: 'Create a website',
    description: 'Starts counting the visitors of a website. The answer has the tag for its pages.',
    scopes: ['websites:write'],
    input: {
      domain: z.string().describe('shop.example'),
      timezone: z.string().optional().describe('Europe/Berlin; UTC unless given'),
    },
    readOnly: false,
    run: async (body, platform) =>
      pick(await platform.read({ method: 'POST', path: '/api/v1/websites', body }), [
        'id',
        'domain',
        'timezone',
        'stats_url',
        'tracking_code',
      ]),
  }),
  defineTool({
    name: 'query_statistics',
    title: 'Query statistics',
    description:
      'Figures of a website for a range of days, broken down by dimensions such as page, country, ' +
      'referrer, device, browser or time:day. 25 rows unless `per_page` says otherwise.',
    scopes: ['stats:read'],
    input: {
      website_id: website,
      metrics: z
        .array(z.string())
        .min(1)
        .describe('For instance visitors, visits, pageviews, bounce_rate, visit_duration, events'),
      dimensions: z.array(z.string()).optional(),
      date_range: range,
      compare: z.enum(['previous_period', 'previous_year']).optional(),
      filters,
      per_page: z.number().int().min(1).max(100).optional(),
      page,
    },
    readOnly: true,
    run: ({ website_id: id, ...body }, platform) =>
      platform.read({
        method: 'POST',
        path: `/api/v1/stats/${id}/query`,
        body: { ...body, per_page: body.per_page ?? 25 },
      }),
  }),
  defineTool({
    name: 'current_visitors',
    title: 'Current visitors',
    description: 'Who is on a website at the moment: visitors, pages, referrers, countries.',
    scopes: ['stats:read'],
    input: { website_id: website },
    readOnly: true,
    run: ({ website_id: id }, platform) =>
      platform.read({ method: 'GET', path: `/api/v1/stats/${id}/realtime` }),
  }),
  defineTool({
    name: 'list_goals',
    title: 'List goals',
    description: 'What visitors of a website shall do, and how many did: conversions, rate, revenue.',
    scopes: ['stats:read'],
    input: { website_id: website, date_range: range.optional(), page },
    readOnly: true,
    run: async ({ website_id: id, date_range: days, ...input }, platform) =>
      pageOf(
        await platform.list(`/api/v1/websites/${id}/goals`, { ...input, ...rangeQuery(days) }),
        'page',
        compactGoal,
      ),
  }),
  defineTool({
    name: 'create_goal',
    title: 'Create a goal',
    description: 'Counts visits that see a page, send an event, scroll so far or stay so long.',
    scopes: ['websites:write'],
    input: { website_id: website, ...goalShape, name: z.string() },
    readOnly: false,
    run: async ({ website_id: id, ...body }, platform) =>
      compactGoal(
        (await platform.read({ method: 'POST', path: `/api/v1/websites/${id}/goals`, body })) as Item,
      ),
  }),
  defineTool({
    name: 'list_funnels',
    title: 'List funnels',
    description: 'Steps towards a goal, with the visitors who took each and those who left before it.',
    scopes: ['stats:read'],
    input: { website_id: website, date_range: range.optional(), page },
    readOnly: true,
    run: async ({ website_id: id, date_range: days, ...input }, platform) =>
      pageOf(
        await platform.list(`/api/v1/websites/${id}/funnels`, { ...input, ...rangeQuery(days) }),
        'page',
        compactFunnel,
      ),
  }),
  defineTool({
    name: 'create_funnel',
    title: 'Create a funnel',
    description:
      'Follows visitors through steps in order. A step is the id of a goal, or what a goal is made of.',
    scopes: ['websites:write'],
    input: {
      website_id: website,
      name: z.string(),
      steps: z
        .array(z.union([z.number().int().positive(), z.object(goalShape)]))
        .min(2)
        .max(8),
    },
    readOnly: false,
    run: async ({ website_id: id, ...body }, platform) =>
      compactFunnel(
        (await platform.read({ method: 'POST', path: `/api/v1/websites/${id}/funnels`, body })) as Item,
      ),
  }),
  defineTool({
    name: 'preview_deletion',
    title: 'Preview a deletion',
    description:
      'How many page views, events and visitors a deletion of statistics would take. Deletes nothing: people ' +
      'do that in the console, or programs with `POST /api/v1/websites/{id}/deletions`.',
    scopes: ['websites:read'],
    input: {
      website_id: website,
      from: z.string().optional().describe('First day, as 2026-11-01'),
      to: z.string().optional().describe('Last day'),
      filters,
    },
    readOnly: true,
    run: ({ website_id: id, ...body }, platform) =>
      platform.read({ method: 'POST', path: `/api/v1/websites/${id}/deletions/preview`, body }),
  }),
  defineTool({
    name: 'show_usage',
    title: 'Show usage',
    description:
      'Requests, events, reports and exports of the organisation so far, and what is left of its quotas.',
    scopes: ['usage:read'],
    input: {},
    readOnly: true,
    run: async (_input, platform) =>
      pick(await platform.read({ method: 'GET', path: `/v1/usage?${queryOf({})}` }), [
        'from',
        'to',
        'total',
        'quotas',
      ]),
  }),
];
