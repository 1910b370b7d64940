import { formatTable } from '../format-table.ts';
import type { JudgedPage } from './judged-page.ts';

const changeOf = ({ comparison }: JudgedPage): string => {
  if (!comparison) return '–';
  return comparison.score_change > 0 ? `+${comparison.score_change}` : String(comparison.score_change);
};

/** Pages in a table, and below it what failed. */
export const renderTable = (pages: readonly JudgedPage[]): string => {
  const categories = [
    ...new Map(pages.flatMap(({ report }) => report.categories.map(({ id, title }) => [id, title] as const))),
  ];
  const table = formatTable([
    ['', 'SCORE', 'CHANGE', ...categories.map(([, title]) => title.toUpperCase()), 'PAGE'],
    ...pages.map((page) => [
      page.passed ? '✓' : '✗',
      page.report.score ?? '–',
      changeOf(page),
      ...categories.map(([id]) => page.report.categories.find((one) => one.id === id)?.score ?? '–'),
      page.url,
    ]),
  ]);
  const failures = pages
    .filter(({ passed }) => !passed)
    .map(({ url, report, assertions }) => {
      const lines = assertions
        .filter(({ passed }) => !passed)
        .map(({ name, message }) => `  ✗ ${name}: ${message}\n`);
      return `\n${url}\n${lines.join('')}  ${report.report_url}\n`;
    });
  return `${table}${failures.join('')}`;
};
