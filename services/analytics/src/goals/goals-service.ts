import { invalid, notFound } from '@platform/errors';

import { spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import type { ColumnDimension } from '../dimensions/dimension-names.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { WebsiteRecords } from '../websites/website-records.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { Counts } from './days/add-counts.ts';
import type { GoalCounts } from './days/goal-counts.ts';
import { rateOf } from './counted-goal.ts';
import type { CountedGoal } from './counted-goal.ts';
import { goalRange, visitorsBy, visitorsOf } from './goal-range.ts';
import { toGoalRule } from './goal-rule.ts';
import type { Conversions, Goal, GoalInterval } from './goal.ts';
import type { GoalBody, GoalQuery, RangeQuery } from './goals-schema.ts';
import type { GoalsStore } from './goals-store.ts';

export interface GoalsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: GoalsStore;
  readonly counts: GoalCounts;
  readonly stats: Pick<StatsStore, 'page'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type GoalsService = WebsiteRecords<CountedGoal, GoalBody, RangeQuery, GoalQuery>;

const VALUES = 100;

const converted = ({ conversions, visitors, revenue }: Counts): Conversions => ({
  conversions,
  converters: visitors[0] ?? 0,
  revenue,
});

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another goal' }]);

/** The use cases of goals. */
export const createGoalsService = ({
  websites,
  store,
  counts,
  stats,
  now,
}: GoalsServiceDeps): GoalsService => {
  const siteOf = async (organisation: string, id: number): Promise<Site> => {
    const { timezone } = await websites.show(organisation, id);
    return { id, timezone };
  };

  const counted = async (site: Site, goals: readonly Goal[], query: RangeQuery): Promise<CountedGoal[]> => {
    const range = goalRange(site, query, now());
    const visitors = goals.length === 0 ? 0 : await visitorsOf(stats, site, range);
    const result: CountedGoal[] = [];
    for (const goal of goals) {
      const found = converted(await counts.count(site, [goal], range));
      result.push({ ...goal, ...found, rate: rateOf(found.converters, visitors) });
    }
    return result;
  };

  const valuesOf = async (site: Site, goal: Goal, range: DateRange, dimension: ColumnDimension) => {
    const found = await store.byValue(site.id, goal, spanOf(range, site.timezone), dimension, VALUES);
    const values = found.map(({ value }) => value);
    const visitors =
      values.length === 0
        ? new Map<string, number>()
        : await visitorsBy(stats, site, range, dimension, { dimension, operator: 'is', values });
    return found.map((each) => ({ ...each, rate: rateOf(each.converters, visitors.get(each.value) ?? 0) }));
  };

  const conversionsBy = async (
    site: Site,
    goal: Goal,
    range: DateRange,
    interval: GoalInterval,
  ): Promise<ReadonlyMap<string, Conversions>> => {
    const days = await counts.byPeriod(site, goal, range, (day) =>
      interval === 'day' ? day : day.slice(0, 7),
    );
    if (days) return new Map([...days].map(([period, each]) => [period, converted(each)]));
    const span = spanOf(range, site.timezone);
    const found = await store.byPeriod(site.id, goal, span, interval, site.timezone);
    return new Map(found.map(({ period, ...each }) => [period, each]));
  };

  const periodsOf = async (site: Site, goal: Goal, range: DateRange, interval: GoalInterval) => {
    const byPeriod = await conversionsBy(site, goal, range, interval);
    const visitors = await visitorsBy(stats, site, range, `time:${interval}`);
    return [...visitors].map(([period, count]) => {
      const each = byPeriod.get(period) ?? { conversions: 0, converters: 0, revenue: [] };
      return { ...each, period, rate: rateOf(each.converters, count) };
    });
  };

  const one = async (site: Site, goal: Goal, query: GoalQuery = {}): Promise<CountedGoal> => {
    const { dimension, interval } = query;
    const [result] = await counted(site, [goal], query);
    if (result === undefined) throw notFound('goal');
    const range = goalRange(site, query, now());
    return {
      ...result,
      ...(dimension === undefined ? {} : { values: await valuesOf(site, goal, range, dimension) }),
      ...(interval === undefined ? {} : { periods: await periodsOf(site, goal, range, interval) }),
    };
  };

  const find = async (websiteId: number, id: number): Promise<Goal> => {
    const goal = await store.find(websiteId, id);
    if (goal === undefined) throw notFound('goal');
    return goal;
  };

  return {
    async create(organisation, websiteId, body) {
      const site = await siteOf(organisation, websiteId);
      const made = toGoalRule(body);
      if ('faults' in made) throw invalid([...made.faults]);
      const goal = await store.insert(websiteId, { ...made.rule, name: body.name ?? '' });
      if (goal === undefined) throw taken();
      return one(site, goal);
    },
    async list(organisation, websiteId, query) {
      const site = await siteOf(organisation, websiteId);
      return counted(site, await store.list(websiteId), query);
    },
    async show(organisation, websiteId, id, query) {
      const site = await siteOf(organisation, websiteId);
      return one(site, await find(websiteId, id), query);
    },
    async update(organisation, websiteId, id, body) {
      const site = await siteOf(organisation, websiteId);
      const current = await find(websiteId, id);
      const made = toGoalRule(body, current);
      if ('faults' in made) throw invalid([...made.faults]);
      const goal = await store.update(websiteId, id, { ...made.rule, name: body.name ?? current.name });
      if (goal === undefined) throw taken();
      if (goal === null) throw notFound('goal');
      await counts.forgetOthers(websiteId);
      return one(site, goal);
    },
    async remove(organisation, websiteId, id) {
      await siteOf(organisation, websiteId);
      if (!(await store.remove(websiteId, id))) throw notFound('goal');
      await counts.forgetOthers(websiteId);
    },
  };
};
