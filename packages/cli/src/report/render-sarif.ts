import { createHash } from 'node:crypto';

import type { DetailedReport } from '@platform/client';

import type { JudgedPage } from './criteria.ts';

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
