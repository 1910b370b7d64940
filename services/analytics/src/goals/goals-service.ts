import { invalid, notFound } from '@platform/errors';

import { lengthInDays, spanOf } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays } from '../calendar/local-day.ts';
import { localDay } from '../calendar/zone-day.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { Conversions, ConversionsOfValue, Goal } from './goal.ts';
import { toGoalRule } from './goal-rule.ts';
import type { GoalBody, GoalQuery, RangeQuery } from './goals-schema.ts';
import type { GoalsStore } from './goals-store.ts';

export interface GoalsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: GoalsStore;
  readonly stats: Pick<StatsStore, 'page'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A goal with what came of it in the days asked for. */
export interface CountedGoal extends Goal, Conversions {
  /** Converters by visitors, 0 to 1; null without visitors. */
  readonly rate: number | null;
  readonly values?: readonly ConversionsOfValue[];
}

export interface GoalsService {
  /** @throws AppError `invalid` for fields that don't fit the type, and for a name that is taken */
  create(organisation: string, websiteId: number, body: GoalBody): Promise<CountedGoal>;
  list(organisation: string, websiteId: number, query: RangeQuery): Promise<readonly CountedGoal[]>;
  show(organisation: string, websiteId: number, id: number, query: GoalQuery): Promise<CountedGoal>;
  update(organisation: string, websiteId: number, id: number, body: GoalBody): Promise<CountedGoal>;
  remove(organisation: string, websiteId: number, id: number): Promise<void>;
}

const DAYS = 30;
/** Days that conversions are counted over at most. */
export const LONGEST_DAYS = 800;
const VALUES = 100;

/** The days of a query: the last 30 by default. @throws AppError `invalid` */
export const goalRange = ({ timezone }: Site, { from, to }: RangeQuery, now: number): DateRange => {
  const today = localDay(timezone, now);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const range = { from: from ?? addDays(last, 1 - DAYS), to: last };
  if (range.to < range.from) throw invalid([{ field: 'to', message: 'to must not be before the first day' }]);
  if (lengthInDays(range) > LONGEST_DAYS)
    throw invalid([{ field: 'to', message: `to must be within ${LONGEST_DAYS} days of the first day` }]);
  return range;
};

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another goal' }]);

/** Visitors of a range, by which rates are counted. */
export const visitorsOf = async (
  stats: Pick<StatsStore, 'page'>,
  site: Site,
  range: DateRange,
): Promise<number> => {
  const { rows } = await answerQuery(stats, site, {
    metrics: ['visitors'],
    groupBy: [],
    filter: { and: [] },
    range,
    limit: 1,
    offset: 0,
  });
  return rows[0]?.metrics.visitors ?? 0;
};

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
