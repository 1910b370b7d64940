import { z } from 'zod';

import { defineTool } from '../tool.ts';
import type { Tool } from '../tool.ts';

interface Report {
  readonly id: number;
  readonly checks?: readonly { readonly status: string }[] | null;
}

/** Leaves out what passed: an assistant acts on the rest, and reads less. */
const withoutPassed = (report: unknown): unknown => {
  const { checks, ...rest } = report as Report;
  return { ...rest, checks: (checks ?? []).filter(({ status }) => status === 'warn' || status === 'fail') };
};

/** Tools for page reports. */
export const REPORT_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'report_page',
    title: 'Report on a page',
    description:
      'Fetches a page and judges search engine optimisation, performance, security, content and accessibility: a ' +
      'score, and each check that warns or fails with what to do. The report is stored.',
    input: { url: z.string().describe('Address of the page') },
    readOnly: false,
    run: async ({ url }, read) => {
      const { id } = (await read({ method: 'POST', path: '/api/v1/reports', body: { url } })) as Report;
      return withoutPassed(await read({ method: 'GET', path: `/api/v1/reports/${id}` }));
    },
  }),
  defineTool({
    name: 'show_report',
    title: 'Show a report',
    description: 'An existing report, with the checks that warn or fail.',
    input: { report_id: z.number().int().positive() },
    readOnly: true,
    run: async ({ report_id: id }, read) =>
      withoutPassed(await read({ method: 'GET', path: `/api/v1/reports/${id}` })),
  }),
];
