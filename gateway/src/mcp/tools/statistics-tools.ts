import { z } from 'zod';

import { defineTool, queryOf } from '../tool.ts';
import type { Tool } from '../tool.ts';

const website = z.number().int().positive().describe('Id of the website, from list_websites');

/** Tools for the statistics of websites. */
export const STATISTICS_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_websites',
    title: 'List websites',
    description: 'The websites whose visitors are counted, with their ids.',
    input: { search: z.string().optional().describe('Part of the domain') },
    readOnly: true,
    run: ({ search }, read) =>
      read({ method: 'GET', path: `/api/v1/websites?${queryOf({ search, per_page: 100 })}` }),
  }),
  defineTool({
    name: 'query_statistics',
    title: 'Query statistics',
    description:
      'Figures of a website for a range of days, broken down by dimensions such as page, country, ' +
      'referrer, device, browser or time:day.',
    input: {
      website_id: website,
      metrics: z
        .array(z.string())
        .min(1)
        .describe('For instance visitors, visits, pageviews, bounce_rate, visit_duration, events'),
      dimensions: z.array(z.string()).optional(),
      date_range: z
        .union([z.string(), z.object({ from: z.string(), to: z.string() })])
        .describe('today, yesterday, 7d, 28d, 30d, 12mo, or the first and the last day as 2026-11-01'),
      filters: z
        .array(z.object({ dimension: z.string(), operator: z.string(), values: z.array(z.string()) }))
        .optional()
        .describe('Operators: is, is_not, contains, matches'),
      per_page: z.number().int().min(1).max(100).optional(),
    },
    readOnly: true,
    run: ({ website_id: id, ...body }, read) =>
      read({ method: 'POST', path: `/api/v1/stats/${id}/query`, body }),
  }),
  defineTool({
    name: 'current_visitors',
    title: 'Current visitors',
    description: 'Who is on a website at the moment: visitors, pages, referrers, countries.',
    input: { website_id: website },
    readOnly: true,
    run: ({ website_id: id }, read) => read({ method: 'GET', path: `/api/v1/stats/${id}/realtime` }),
  }),
];
