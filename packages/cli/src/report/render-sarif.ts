import { createHash } from 'node:crypto';

import type { DetailedReport } from '@platform/client';

import type { JudgedPage } from './criteria.ts';

type Check = DetailedReport['checks'][number];

const LEVELS: Partial<Record<Check['status'], 'error' | 'warning'>> = { fail: 'error', warn: 'warning' };

const findings = ({ report }: JudgedPage): Check[] =>
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

/** Pages are named below the base of their site, as tools that show results by path expect. */
const locationOf = (url: string, bases: ReadonlyMap<string, string>): object => {
  const { origin, pathname, search } = new URL(url);
  const path = `${pathname.slice(1)}${search}`;
  return {
    physicalLocation: {
      artifactLocation: { uri: path === '' ? 'index.html' : path, uriBaseId: bases.get(origin) },
    },
  };
};

/** The results as SARIF 2.1.0: one result for each check that failed or warned. */
export const renderSarif = (pages: readonly JudgedPage[], version: string): object => {
  const origins = [...new Set(pages.map(({ url }) => new URL(url).origin))];
  const bases = new Map(origins.map((origin, index) => [origin, index === 0 ? 'SITE' : `SITE${index + 1}`]));
  const rules = rulesOf(pages);
  const ids = [...rules.keys()];
  const results = pages.flatMap((page) =>
    findings(page).map((check) => ({
      ruleId: check.id,
      ruleIndex: ids.indexOf(check.id),
      level: LEVELS[check.status],
      message: { text: `${page.url}: ${check.message}` },
      locations: [locationOf(page.url, bases)],
      // The same finding keeps its identity from run to run.
      partialFingerprints: {
        'page/check/v1': createHash('sha256').update(`${page.url}\n${check.id}`).digest('hex'),
      },
    })),
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
