import type { JudgedPage } from './criteria.ts';

/** Text from a page, so that it can't end the table, become a link or mark-up. */
const escape = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#|!~]/g, (character) => `\\${character}`);

const changeOf = ({ comparison }: JudgedPage): string => {
  if (!comparison) return '';
  const { score_change: change } = comparison;
  return change > 0 ? `▲ ${change}` : change < 0 ? `▼ ${-change}` : '=';
};

/** A summary for a pull request or a job: a table of pages, and what failed. */
export const renderMarkdown = (pages: readonly JudgedPage[]): string => {
  const failed = pages.filter(({ passed }) => !passed);
  const categories = [
    ...new Map(pages.flatMap(({ report }) => report.categories.map(({ id, title }) => [id, title] as const))),
  ];
  const heads = ['', 'Page', 'Score', 'Change', ...categories.map(([, title]) => title)];
  const rows = pages.map((page) => [
    page.passed ? '✅' : '❌',
    `[${escape(page.url)}](<${page.report.report_url}>)`,
    page.report.score ?? '–',
    changeOf(page),
    ...categories.map(([id]) => page.report.categories.find((one) => one.id === id)?.score ?? '–'),
  ]);
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`;
  const details = failed.map(
    ({ url, assertions }) =>
      `\n**${escape(url)}**\n\n${assertions
        .filter(({ passed }) => !passed)
        .map(({ name, message }) => `- ${escape(name)}: ${escape(message)}\n`)
        .join('')}`,
  );
  const title =
    failed.length === 0
      ? `## Pages: all ${pages.length} pass\n\n`
      : `## Pages: ${failed.length} of ${pages.length} fail\n\n`;
  return `${title}${line(heads)}${line(heads.map(() => '---'))}${rows.map(line).join('')}${details.join('')}`;
};
