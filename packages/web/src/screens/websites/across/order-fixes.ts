import type { Output } from '@platform/client';

type Check = Output<'reports.show'>['checks'][number];

/** People of a page. */
export interface People {
  readonly visitors: number;
  /** Those of them who reached a goal. */
  readonly conversions: number;
}

/** A report with its findings, and the people who see its page. */
export interface SeenReport extends People {
  readonly id: number;
  readonly page: string;
  readonly checks: readonly Check[];
}

/** A page with a finding. */
interface FixedPage extends People {
  readonly report: number;
  readonly page: string;
  /** Points of the page's score to win. */
  readonly points: number;
}

/** One thing to fix, on all pages that have it. */
export interface Fix extends People {
  /** As found on the page where it is worth most. */
  readonly check: Check;
  /** Those with most people first. */
  readonly pages: readonly FixedPage[];
  /** The most points that one page wins. */
  readonly points: number;
  /** People times points, added up over the pages. */
  readonly worth: number;
}

export type OrderBy = keyof People;

/** Only these have something to mend. */
const isFinding = ({ status, gain }: Check): boolean =>
  (status === 'fail' || status === 'warn') && gain !== null && gain.points > 0;

/**
 * The findings of a website's reports, each once, those first that are worth most: the people of
 * each page times the points that mending it wins there. Among those that nobody sees, the points
 * decide.
 */
export const orderFixes = (reports: readonly SeenReport[], by: OrderBy): readonly Fix[] => {
  const found = reports.flatMap((report) =>
    report.checks.filter(isFinding).map((check) => ({ check, report })),
  );
  const fixes = [...Map.groupBy(found, ({ check }) => check.id).values()].flatMap((same): Fix[] => {
    const pages = same
      .map(({ check, report: { id, page, visitors, conversions } }) => ({
        report: id,
        page,
        visitors,
        conversions,
        points: check.gain?.points ?? 0,
      }))
      .toSorted((a, b) => b[by] - a[by] || b.points - a.points);
    const [first] = same.toSorted(
      (a, b) =>
        b.report[by] * (b.check.gain?.points ?? 0) - a.report[by] * (a.check.gain?.points ?? 0) ||
        (a.check.rank ?? Infinity) - (b.check.rank ?? Infinity),
    );
    if (!first) return [];
    const sum = (value: (page: FixedPage) => number): number =>
      pages.reduce((total, page) => total + value(page), 0);
    return [
      {
        check: first.check,
        pages,
        points: Math.max(...pages.map(({ points }) => points)),
        visitors: sum(({ visitors }) => visitors),
        conversions: sum(({ conversions }) => conversions),
        worth: sum((page) => page[by] * page.points),
      },
    ];
  });
  return fixes.toSorted((a, b) => b.worth - a.worth || b.points - a.points);
};
