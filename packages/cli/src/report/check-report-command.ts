import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import {
  EXIT,
  formatTable,
  listOf,
  numberIn,
  numberOf,
  textOf,
  UsageError,
  WAIT_OPTION,
  waitOf,
} from '../command.ts';
import type { Command, CommandContext, OptionValues } from '../command.ts';
import { checkPage, judge } from './check-page.ts';
import type { Criteria, JudgedPage } from './check-page.ts';
import {
  findings,
  LEVELS,
  pathOf,
  placesOf,
  renderJunit,
  renderMarkdown,
  renderSarif,
} from './render-report.ts';

/** GitHub shows so many annotations of either kind for a step. */
const MOST = 10;

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/**
 * Workflow commands that show findings as annotations of GitHub Actions, what to fix first at the top.
 */
export const renderAnnotations = (pages: readonly JudgedPage[]): string => {
  const lines = pages.flatMap((page) =>
    findings(page)
      .toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))
      .flatMap((check) =>
        placesOf(check).map(({ snippet, place }) => {
          const level = LEVELS[check.status] ?? 'warning';
          const where = [
            `file=${property(pathOf(page.url))}`,
            ...(place?.line == null ? [] : [`line=${place.line}`, `col=${place.column ?? 1}`]),
            `title=${property(check.title)}`,
          ];
          const text = `${page.url}: ${check.message}${snippet === null ? '' : `\n${snippet}`}`;
          return { level, line: `::${level} ${where.join(',')}::${escaped(text)}\n` };
        }),
      ),
  );
  return (['error', 'warning'] as const)
    .flatMap((kind) => lines.filter(({ level }) => level === kind).slice(0, MOST))
    .map(({ line }) => line)
    .join('');
};

/** Maps items with at most `atOnce` calls under way; the results have the order of the items. */
const mapInTurn = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const queue = items.entries();
  const next = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, next));
  return results;
};

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

/** The platform reports on one page of a host at a time; more at once only wait. */
const AT_ONCE = 3;

const criteriaOf = (values: OptionValues): Criteria => {
  const minCategoryScores = new Map<string, number>();
  let minScore: number | undefined;
  for (const text of listOf(values, 'min-score')) {
    const [name = '', score] = text.split('=');
    if (score === undefined) minScore = numberIn('min-score', name, 0, 100);
    else minCategoryScores.set(name, numberIn('min-score', score, 0, 100));
  }
  const baseline = textOf(values, 'baseline');
  if (baseline !== undefined && baseline !== 'last')
    throw new UsageError(`--baseline takes "last", not "${baseline}".`);
  const maxDrop = numberOf(values, 'max-drop', 0, 100);
  // By itself it would check nothing, and pass every page.
  if (maxDrop !== undefined && baseline === undefined)
    throw new UsageError('--max-drop needs --baseline last.');
  return {
    minScore,
    minCategoryScores,
    failOn: listOf(values, 'fail-on'),
    noWorse: baseline === 'last',
    maxDrop: maxDrop ?? 0,
  };
};

const addressesOf = (operands: readonly string[]): string[] => {
  if (operands.length === 0) throw new UsageError('Which page? dap report check URL [URL…]');
  return operands.map((text) => {
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
      throw new UsageError(`"${text}" is not the address of a page, such as https://example.com/.`);
    return new URL(text).href;
  });
};

const versionOf = async (): Promise<string> => {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

const writeFiles = async ({ values, terminal }: CommandContext, pages: JudgedPage[]): Promise<void> => {
  const renderers = {
    junit: () => renderJunit(pages),
    markdown: () => renderMarkdown(pages),
    annotations: () => renderAnnotations(pages),
    sarif: async () => `${JSON.stringify(renderSarif(pages, await versionOf()), null, 2)}\n`,
  };
  for (const [name, render] of Object.entries(renderers)) {
    const path = textOf(values, name);
    if (path === undefined) continue;
    await writeFile(resolve(terminal.cwd, path), await render()).catch((error: unknown) => {
      throw new UsageError(`--${name} ${path}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
};

const pageJson = ({ url, passed, report, comparison, assertions }: JudgedPage): object => ({
  url,
  passed,
  score: report.score,
  result: report.result,
  error: report.error,
  report_id: report.id,
  report_url: report.report_url,
  categories: report.categories,
  checks: report.checks,
  baseline: comparison && {
    run_id: comparison.from.id,
    score_change: comparison.score_change,
    new: comparison.new,
    fixed: comparison.fixed,
  },
  assertions,
});

export const checkReportCommand: Command = {
  name: 'report check',
  summary: 'Report on pages and check them against criteria',
  operands: 'URL [URL…]',
  description: `Without criteria, a page passes if a report on it could be generated.
If the organisation has a report on the page, that one is generated again, so that all runs are in one history.
A new report is private.`,
  options: {
    'min-score': {
      type: 'string',
      multiple: true,
      value: 'N|CATEGORY=N',
      help: 'Minimum score of a page or a category, such as 80 or security=90',
    },
    'fail-on': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'A category, check or importance in which nothing may fail, such as security or critical',
    },
    baseline: { type: 'string', value: 'last', help: 'Fail when a page is worse than in its last run' },
    'max-drop': {
      type: 'string',
      value: 'N',
      help: 'Points that a score may drop compared with --baseline last; 0 by default',
    },
    wait: WAIT_OPTION,
    junit: { type: 'string', value: 'FILE', help: 'Write the results as JUnit XML' },
    sarif: { type: 'string', value: 'FILE', help: 'Write failures and warnings as SARIF 2.1.0' },
    markdown: { type: 'string', value: 'FILE', help: 'Write a summary in Markdown' },
    annotations: {
      type: 'string',
      value: 'FILE',
      help: 'Write findings as workflow commands, which GitHub shows as annotations',
    },
  },
  async run(context) {
    const { operands, values, signal } = context;
    const criteria = criteriaOf(values);
    const waitFor = waitOf(values);
    const urls = addressesOf(operands);
    const platform = context.platform();
    const options = { waitFor, signal, compare: criteria.noWorse };
    const pages = await mapInTurn(urls, AT_ONCE, async (url): Promise<JudgedPage> => {
      const page = await checkPage(platform, url, options);
      const assertions = judge(page.report, page.comparison, criteria);
      return { ...page, assertions, passed: assertions.every(({ passed }) => passed) };
    });
    await writeFiles(context, pages);
    const passed = pages.every((page) => page.passed);
    return {
      exitCode: passed ? EXIT.ok : EXIT.failed,
      text: renderTable(pages),
      json: { passed, pages: pages.map(pageJson) },
    };
  },
};
