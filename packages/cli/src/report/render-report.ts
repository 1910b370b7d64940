import { createHash } from 'node:crypto';

import type { DetailedReport } from '@platform/client';

import type { JudgedPage } from './check-page.ts';

/** Text for XML 1.0; the characters that it can't hold at all are left out. */
const escape = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(String(value)).replace(/[\t\r\n]+/g, ' ')}"`)
    .join('');

interface TestCase {
  classname: string;
  name: string;
  failure?: string;
  skipped?: boolean;
  output?: string;
}

/**
 * The page's own checks, then what isn't about one of them. A case fails only where the exit code
 * says so, too.
 */
const casesOf = ({ report, assertions }: JudgedPage): TestCase[] => {
  const failed = new Map(
    assertions.flatMap(({ checkId, passed, message }) =>
      checkId === undefined || passed ? [] : [[checkId, message] as const],
    ),
  );
  const checks = report.checks.map((check): TestCase => {
    const { id, category: classname, title, status, message } = check;
    const failure = failed.get(id);
    const name = `${id}: ${title}`;
    if (failure !== undefined) return { classname, name, failure };
    return status === 'not_applicable'
      ? { classname, name, skipped: true }
      : { classname, name, output: `${status}: ${message}` };
  });
  const others = assertions
    .filter(({ checkId }) => checkId === undefined)
    .map(({ name, passed, message }): TestCase => ({
      classname: 'criteria',
      name,
      ...(passed ? { output: message } : { failure: message }),
    }));
  return [...others, ...checks];
};

const renderCase = ({ classname, name, failure, skipped, output }: TestCase): string => {
  const head = `    <testcase${attributes({ classname, name, time: 0 })}`;
  if (failure !== undefined)
    return `${head}>\n      <failure${attributes({ message: failure, type: 'failed' })}/>\n    </testcase>\n`;
  if (skipped) return `${head}>\n      <skipped/>\n    </testcase>\n`;
  return `${head}>\n      <system-out>${escape(output ?? '')}</system-out>\n    </testcase>\n`;
};

const countsOf = (cases: readonly TestCase[]): Record<string, number> => ({
  tests: cases.length,
  failures: cases.filter(({ failure }) => failure !== undefined).length,
  errors: 0,
  skipped: cases.filter(({ skipped }) => skipped).length,
  time: 0,
});

/**
 * JUnit's XML, as Jenkins, GitLab and GitHub's actions read it: a suite for each page, a case for
 * each check.
 */
export const renderJunit = (pages: readonly JudgedPage[]): string => {
  const suites = pages.map((page) => ({ page, cases: casesOf(page) }));
  const all = attributes({ name: 'dap report check', ...countsOf(suites.flatMap(({ cases }) => cases)) });
  const rendered = suites.map(({ page, cases }) => {
    const timestamp = (page.report.generated_at ?? page.report.created_at).slice(0, 19);
    const head = attributes({ name: page.url, timestamp, ...countsOf(cases) });
    return `  <testsuite${head}>\n${cases.map(renderCase).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n${rendered.join('')}</testsuites>\n`;
};

type Check = DetailedReport['checks'][number];
type Place = NonNullable<Check['items'][number]['place']>;

export const LEVELS: Partial<Record<Check['status'], 'error' | 'warning'>> = {
  fail: 'error',
  warn: 'warning',
};

/** The checks of a page that failed or warned. */
export const findings = ({ report }: JudgedPage): Check[] =>
  report.checks.filter(({ status }) => LEVELS[status] !== undefined);

const rulesOf = (pages: readonly JudgedPage[]): Map<string, object> =>
  new Map(
    pages.flatMap(findings).map((check) => [
      check.id,
      {
        id: check.id,
        name: check.id,
        shortDescription: { text: check.title },
        properties: { tags: [check.category, check.importance] },
      },
    ]),
  );

const locationOf = (url: string, bases: ReadonlyMap<string, string>, place: Place | null): object => ({
  physicalLocation: {
    artifactLocation: { uri: pathOf(url), uriBaseId: bases.get(new URL(url).origin) },
    ...(place?.line != null && {
      region: { startLine: place.line, startColumn: place.column ?? 1 },
    }),
  },
  ...(place?.selector != null && {
    logicalLocations: [{ fullyQualifiedName: place.selector, kind: 'element' }],
  }),
});

/** The path of a page below its site, as tools that show results by path expect it. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  const path = `${pathname.slice(1)}${search}`;
  return path === '' ? 'index.html' : path;
};

/** The places that a check found in a page’s HTML; one without a line where there is none. */
export const placesOf = ({ items }: Check): { snippet: string | null; place: Place | null }[] => {
  const placed = items.filter(({ place }) => place?.line != null);
  return placed.length === 0 ? [{ snippet: null, place: null }] : placed;
};

/** The results as SARIF 2.1.0: one for each place that a check found, or for the page without places. */
export const renderSarif = (pages: readonly JudgedPage[], version: string): object => {
  const origins = [...new Set(pages.map(({ url }) => new URL(url).origin))];
  const bases = new Map(origins.map((origin, index) => [origin, index === 0 ? 'SITE' : `SITE${index + 1}`]));
  const rules = rulesOf(pages);
  const ids = [...rules.keys()];
  const results = pages.flatMap((page) =>
    findings(page).flatMap((check) =>
      placesOf(check).map(({ snippet, place }) => ({
        ruleId: check.id,
        ruleIndex: ids.indexOf(check.id),
        level: LEVELS[check.status],
        message: { text: `${page.url}: ${check.message}${snippet === null ? '' : ` (${snippet})`}` },
        locations: [locationOf(page.url, bases, place)],
        // The same finding keeps its identity from run to run, wherever its line moves.
        partialFingerprints: {
          'page/check/v1': createHash('sha256')
            .update(
              [page.url, check.id, ...(snippet === null ? [] : [place?.selector ?? snippet])].join('\n'),
            )
            .digest('hex'),
        },
      })),
    ),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'dap', semanticVersion: version, rules: [...rules.values()] } },
        originalUriBaseIds: Object.fromEntries(
          Array.from(bases, ([origin, base]) => [base, { uri: `${origin}/` }]),
        ),
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
};

/** Text from a page, so that it can't end the table, become a link or mark-up. */
const escapeMarkdown = (text: string): string =>
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
    `[${escapeMarkdown(page.url)}](<${page.report.report_url}>)`,
    page.report.score ?? '–',
    changeOf(page),
    ...categories.map(([id]) => page.report.categories.find((one) => one.id === id)?.score ?? '–'),
  ]);
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`;
  const details = failed.map(
    ({ url, assertions }) =>
      `\n**${escapeMarkdown(url)}**\n\n${assertions
        .filter(({ passed }) => !passed)
        .map(({ name, message }) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(message)}\n`)
        .join('')}`,
  );
  const title =
    failed.length === 0
      ? `## Pages: all ${pages.length} pass\n\n`
      : `## Pages: ${failed.length} of ${pages.length} fail\n\n`;
  return `${title}${line(heads)}${line(heads.map(() => '---'))}${rows.map(line).join('')}${details.join('')}`;
};
