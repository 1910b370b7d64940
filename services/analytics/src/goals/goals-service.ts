import { invalid, notFound } from '@platform/errors';

import { spanOf } from '../calendar/date-range.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { WebsiteRecords } from '../websites/website-records.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { CountedGoal } from './counted-goal.ts';
import { goalRange, visitorsOf } from './goal-range.ts';
import { toGoalRule } from './goal-rule.ts';
import type { Goal } from './goal.ts';
import type { GoalBody, GoalQuery, RangeQuery } from './goals-schema.ts';
import type { GoalsStore } from './goals-store.ts';

export interface GoalsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: GoalsStore;
  readonly stats: Pick<StatsStore, 'page'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type GoalsService = WebsiteRecords<CountedGoal, GoalBody, RangeQuery, GoalQuery>;

const VALUES = 100;

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another goal' }]);

/** The use cases of goals. */
export const createGoalsService = ({ websites, store, stats, now }: GoalsServiceDeps): GoalsService => {
  const siteOf = async (organisation: string, id: number): Promise<Site> => {
    const { timezone } = await websites.show(organisation, id);
    return { id, timezone };
  };

  const counted = async (site: Site, goals: readonly Goal[], query: RangeQuery): Promise<CountedGoal[]> => {
    const range = goalRange(site, query, now());
    const span = spanOf(range, site.timezone);
    const visitors = goals.length === 0 ? 0 : await visitorsOf(stats, site, range);
    const result: CountedGoal[] = [];
    for (const goal of goals) {
      const found = await store.conversions(site.id, goal, span);
      const rate = visitors === 0 ? null : Number((found.converters / visitors).toFixed(4));
      result.push({ ...goal, ...found, rate });
    }
    return result;
  };

  const one = async (site: Site, goal: Goal, query: GoalQuery = {}): Promise<CountedGoal> => {
    const [result] = await counted(site, [goal], query);
    if (result === undefined) throw notFound('goal');
    if (query.dimension === undefined) return result;
    const span = spanOf(goalRange(site, query, now()), site.timezone);
    return { ...result, values: await store.byValue(site.id, goal, span, query.dimension, VALUES) };
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
      return one(site, goal);
    },
    async remove(organisation, websiteId, id) {
      await siteOf(organisation, websiteId);
      if (!(await store.remove(websiteId, id))) throw notFound('goal');
    },
  };
};
