import type { Output } from '@platform/client';

import { platform } from '../../../session/platform.ts';
import type { PageReport } from './website-reports.ts';
import { readPageReports } from './website-reports.ts';
import type { People, SeenReport } from './order-fixes.ts';

type Website = Output<'websites.show'>;
type Figures = Output<'stats.vitals'>['rows'][number];

/** Days whose visitors are counted. */
const PERIOD = '30d';
/** Reports whose findings are read: those whose pages most people see. */
export const MOST_READ = 20;
const AT_ONCE = 5;
/** Pages looked through for those without a report. */
const BUSIEST = 50;
const OFFERED = 5;
/** Goals that one filter takes. */
const MOST_GOALS = 20;

/** Measurements of a page: in the laboratory by its report, in the field by its visitors. */
export interface MeasuredPage {
  readonly page: string;
  readonly report: number;
  readonly lab: Output<'reports.show'>['metrics'];
  readonly field: Figures | undefined;
}

/** All that the screen shows. */
export interface Fixes {
  readonly reports: readonly SeenReport[];
  readonly hasGoals: boolean;
  readonly isRunning: boolean;
  /** Reports that were left out because others are seen by more people. */
  readonly isCut: boolean;
  readonly measured: readonly MeasuredPage[];
  /** The busiest pages without a report. */
  readonly unreported: readonly { readonly page: string; readonly visitors: number }[];
}

const countPeople = async (
  id: number,
  pages: readonly string[],
  goals: readonly number[],
): Promise<ReadonlyMap<string, number>> => {
  if (pages.length === 0) return new Map();
  const { rows } = await platform.stats.query(id, {
    metrics: ['visitors'],
    dimensions: ['page'],
    date_range: PERIOD,
    per_page: 1000,
    filters: [
      { dimension: 'page', operator: 'is', values: [...pages] },
      ...(goals.length === 0
        ? []
        : [{ dimension: 'goal' as const, operator: 'is' as const, values: goals.map(String) }]),
    ],
  });
  return new Map(rows.map(({ dimensions, metrics }) => [dimensions['page'] ?? '', metrics.visitors ?? 0]));
};

const peopleOf = async (id: number, pages: readonly string[], goals: readonly number[]) => {
  const [visitors, conversions] = await Promise.all([
    countPeople(id, pages, []),
    goals.length === 0 ? new Map<string, number>() : countPeople(id, pages, goals),
  ]);
  return (page: string): People => ({
    visitors: visitors.get(page) ?? 0,
    conversions: conversions.get(page) ?? 0,
  });
};

/** Reads some things a few at a time. */
const inTurns = async <Item, Result>(
  items: readonly Item[],
  read: (item: Item) => PromiseLike<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(read))));
  return results;
};

const busiestWithout = async (id: number, reported: readonly PageReport[]) => {
  const { rows } = await platform.stats.query(id, {
    metrics: ['visitors'],
    dimensions: ['page'],
    date_range: PERIOD,
    per_page: BUSIEST,
  });
  const known = new Set(reported.map(({ page }) => page));
  return rows
    .map(({ dimensions, metrics }) => ({ page: dimensions['page'] ?? '', visitors: metrics.visitors ?? 0 }))
    .filter(({ page }) => page.startsWith('/') && !known.has(page))
    .slice(0, OFFERED);
};

/**
 * Reads the findings of a website's page reports, who sees their pages, and what was measured there.
 * @returns undefined where no service answers for reports
 */
export const readFixes = async (website: Website): Promise<Fixes | undefined> => {
  const { id } = website;
  const reported = await readPageReports(website);
  if (!reported) return undefined;
  const pages = reported.map(({ page }) => page).filter((page) => page !== '');
  const goals = await platform.websites.goals.list(id, { date_range: PERIOD });
  const reached = goals
    .toSorted((a, b) => b.conversions - a.conversions)
    .filter(({ conversions }) => conversions > 0)
    .slice(0, MOST_GOALS);
  const [people, vitals, unreported] = await Promise.all([
    peopleOf(
      id,
      pages,
      reached.map((goal) => goal.id),
    ),
    platform.stats.vitals(id, { dimension: 'page', date_range: PERIOD }),
    busiestWithout(id, reported),
  ]);
  const finished = reported
    .filter(({ report }) => report.score !== null)
    .toSorted((a, b) => people(b.page).visitors - people(a.page).visitors);
  const read = await inTurns(finished.slice(0, MOST_READ), async ({ report, page }) => ({
    page,
    details: await platform.reports.show(report.id),
  }));
  const fieldOf = new Map(vitals.rows.map((row) => [row.value, row]));
  return {
    reports: read.map(({ page, details }) => ({
      id: details.id,
      page,
      checks: details.checks,
      ...people(page),
    })),
    hasGoals: reached.length > 0,
    isRunning: reported.some(({ report }) => report.status === 'pending'),
    isCut: finished.length > MOST_READ,
    measured: read
      .map(({ page, details }) => ({
        page,
        report: details.id,
        lab: details.metrics,
        field: fieldOf.get(page),
      }))
      .filter(({ lab, field }) => lab !== null || field !== undefined),
    unreported,
  };
};
