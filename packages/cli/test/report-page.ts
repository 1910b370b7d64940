import type { JudgedPage } from '../src/report/check-page.ts';

type Report = JudgedPage['report'];

const check = (id: string, status: string, more: object = {}): object => ({
  id,
  category: 'seo',
  title: `Title of ${id}`,
  importance: 'high',
  status,
  message: `Message of ${id}.`,
  items: [],
  rank: null,
  ...more,
});

/** A report of four checks, as much of it as the command line looks at. */
export const reportOf = (fields: object = {}): Report =>
  ({
    id: 7,
    url: 'https://shop.example/a?b=1',
    status: 'generated',
    result: 'decent',
    score: 72,
    error: null,
    created_at: '2026-11-22T10:00:00.000Z',
    generated_at: '2026-11-22T10:00:02.000Z',
    report_url: 'https://platform.example/r/abc',
    categories: [
      { id: 'seo', title: 'Search engines', score: 60, result: 'decent', passed: 1, warned: 0, failed: 1 },
      { id: 'security', title: 'Security', score: 90, result: 'good', passed: 1, warned: 1, failed: 0 },
    ],
    checks: [
      check('title', 'fail', { message: 'No <title> & nothing "else".' }),
      check('canonical', 'pass'),
      check('hreflang', 'not_applicable'),
      check('csp', 'warn', { category: 'security', importance: 'critical' }),
    ],
    ...fields,
  }) as unknown as Report;

/** A judged page. */
export const pageOf = (fields: Partial<JudgedPage> = {}): JudgedPage => {
  const report = fields.report ?? reportOf();
  return { url: report.url, report, comparison: null, assertions: [], passed: true, ...fields };
};
