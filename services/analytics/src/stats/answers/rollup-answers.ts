import { daysOf } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import { isTime } from '../../dimensions/dimension-names.ts';
import type { GroupBy } from '../../dimensions/dimension-names.ts';
import type { Metric } from '../../metrics/metric-values.ts';
import { answerQuery } from '../query/answer-query.ts';
import { createRollupStore } from '../query/rollup-rows.ts';
import type { RollupSite } from '../query/rollup-rows.ts';
import type { Answer, AnswerRow, ResolvedQuery, Site } from '../query/sums-request.ts';
import type { StatsStore } from '../stats-store.ts';

export interface NamedSite extends RollupSite {
  readonly domain: string;
}

/** The dimension that keeps websites apart. Its values are domains. */
export const WEBSITE = 'website';

export interface RollupSort {
  readonly by: Metric | GroupBy | typeof WEBSITE;
  readonly order: 'asc' | 'desc';
}

/** A question about several websites. */
export interface RollupQuestion {
  readonly sites: readonly NamedSite[];
  /** Its zone names the days; one of the websites has it. */
  readonly timezone: string;
  readonly query: Omit<ResolvedQuery, 'sort' | 'filter'>;
  readonly sort: readonly RollupSort[] | undefined;
  /** True where each website has rows of its own. */
  readonly byWebsite: boolean;
}

export interface RollupAnswer extends Answer {
  readonly range: DateRange;
  readonly timezone: string;
  readonly importedDays: number;
  readonly websites: readonly (Site & Pick<NamedSite, 'domain'>)[];
}

const compareRows = (sort: readonly RollupSort[]) => {
  const valueOf = ({ metrics, dimensions }: AnswerRow, by: RollupSort['by']): number | string | null =>
    by in metrics ? (metrics[by as Metric] ?? null) : (dimensions[by] ?? null);
  return (a: AnswerRow, b: AnswerRow): number => {
    for (const { by, order } of sort) {
      const [x, y] = [valueOf(a, by), valueOf(b, by)];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y === (order === 'asc') ? -1 : 1;
    }
    return 0;
  };
};

/** Asks each website, and puts the rows of all into one order. */
const answerByWebsite = async (
  store: StatsStore,
  { sites, query, sort }: RollupQuestion,
): Promise<Answer> => {
  const { limit, offset, groupBy, metrics } = query;
  const time = groupBy.find(isTime);
  const order: readonly RollupSort[] =
    sort ??
    (time === undefined
      ? metrics.slice(0, 1).map((by) => ({ by, order: 'desc' }))
      : [{ by: time, order: 'asc' }]);
  const ofOne = order.filter((each): each is RollupSort & { by: Metric | GroupBy } => each.by !== WEBSITE);
  const rows: AnswerRow[] = [];
  const found: Pick<Answer, 'comparisonRange' | 'hasImported'>[] = [];
  let total = 0;
  for (const { site, filter, domain } of sites) {
    const asked = { ...query, filter, sort: ofOne.length > 0 ? ofOne : undefined };
    const answer = await answerQuery(store, site, { ...asked, limit: limit + offset, offset: 0 });
    for (const row of answer.rows)
      rows.push({ ...row, dimensions: { [WEBSITE]: domain, ...row.dimensions } });
    total += answer.total;
    found.push(answer);
  }
  rows.sort(compareRows([...order, { by: WEBSITE, order: 'asc' }]));
  return {
    rows: rows.slice(offset, offset + limit),
    total,
    comparisonRange: found[0]?.comparisonRange,
    hasImported: found.some(({ hasImported }) => hasImported),
  };
};

/** How many days of a range at least one of the websites has imported. */
const importedDaysOf = async (
  store: StatsStore,
  sites: readonly RollupSite[],
  range: DateRange,
): Promise<number> => {
  const days = new Set<string>();
  for (const { site } of sites)
    for (const { from, to } of await store.importedDays(site)) {
      const part = { from: from > range.from ? from : range.from, to: to < range.to ? to : range.to };
      if (part.from <= part.to) for (const day of daysOf(part)) days.add(day);
    }
  return days.size;
};

/** Answers a question about several websites from one snapshot. @throws AppError `invalid` */
export const answerRollup = async (store: StatsStore, question: RollupQuestion): Promise<RollupAnswer> => {
  const { sites, query, timezone, sort, byWebsite } = question;
  const leading = sites.find(({ site }) => site.timezone === timezone) ?? sites[0];
  if (leading === undefined) throw new Error('a rollup has websites');
  const answer = await store.inSnapshot((snapshot) => {
    if (byWebsite) return answerByWebsite(snapshot, question);
    const rollup = createRollupStore(snapshot, sites, query.comparedUntil);
    const order = sort?.filter((each): each is RollupSort & { by: Metric | GroupBy } => each.by !== WEBSITE);
    return answerQuery(rollup, leading.site, { ...query, filter: leading.filter, sort: order });
  });
  return {
    ...answer,
    timezone,
    range: query.range,
    importedDays: await importedDaysOf(store, sites, query.range),
    websites: sites.map(({ site: { id, timezone: own }, domain }) => ({ id, domain, timezone: own })),
  };
};
