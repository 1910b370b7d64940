import { invalid, notFound } from '@platform/errors';

import type { ColumnDimension } from '../dimensions/dimension-names.ts';
import type { Filter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { WebsiteRecords } from '../websites/website-records.ts';
import { comparedVisitors } from './counted-visits.ts';
import type { CountedDays } from './counted-visits.ts';
import type { Counts } from './days/add-counts.ts';
import type { GoalCounts } from './days/goal-counts.ts';
import { currencyOf, rateOf, toGoalRule } from './goal.ts';
import type { CountedGoal, Conversions, Goal, GoalInterval, GoalBody } from './goal.ts';
import type { GoalQuery } from './goals-schema.ts';
import type { GoalsStore } from './goals-store.ts';

export interface GoalsServiceDeps {
  readonly questions: Questions;
  readonly store: GoalsStore;
  readonly counts: GoalCounts;
  readonly stats: Pick<StatsStore, 'page' | 'importedDays'>;
}

export type GoalsService = WebsiteRecords<CountedGoal, GoalBody, QuestionFields, GoalQuery>;

const VALUES = 100;

const NOTHING: Conversions = { conversions: 0, converters: 0, revenue: [] };

const converted = ({ conversions, visitors, revenue }: Counts): Conversions => ({
  conversions,
  converters: visitors[0] ?? 0,
  revenue,
});

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another goal' }]);

/** The use cases of goals. */
export const createGoalsService = ({ questions, store, counts, stats }: GoalsServiceDeps): GoalsService => {
  const countedDays = async (site: Site, query: QuestionFields): Promise<CountedDays> => ({
    site,
    range: await questions.withTraffic(site, await questions.range(site, query)),
    filter: await questions.filter(site, query),
  });

  const counted = async (days: CountedDays, goals: readonly Goal[]): Promise<CountedGoal[]> => {
    const { site, range, filter } = days;
    const visitors = new Map<boolean, number>();
    const visitorsOf = async (includesImported: boolean): Promise<number> => {
      const known = visitors.get(includesImported);
      if (known !== undefined) return known;
      const found = (await comparedVisitors(stats, days, includesImported)).get('') ?? 0;
      visitors.set(includesImported, found);
      return found;
    };
    const result: CountedGoal[] = [];
    const all = await counts.countAll(
      site,
      goals.map((goal) => [goal]),
      range,
      filter,
    );
    for (const [index, goal] of goals.entries()) {
      const ofGoal = all[index];
      const found = ofGoal === undefined ? NOTHING : converted(ofGoal);
      const compared = await visitorsOf(await counts.includesImported(site, [goal], filter));
      result.push({ ...goal, ...found, rate: rateOf(found.converters, compared) });
    }
    return result;
  };

  const valuesOf = async (days: CountedDays, goal: Goal, dimension: ColumnDimension) => {
    const found = await store.byValue(days, goal, dimension, VALUES);
    const values = found.map(({ value }) => value);
    const filter: Filter = { and: [days.filter, { dimension, operator: 'is', values }] };
    const visitors =
      values.length === 0
        ? new Map<string, number>()
        : await comparedVisitors(stats, { ...days, filter }, false, dimension);
    return found.map((each) => ({ ...each, rate: rateOf(each.converters, visitors.get(each.value) ?? 0) }));
  };

  const conversionsBy = async (
    days: CountedDays,
    goal: Goal,
    interval: GoalInterval,
  ): Promise<ReadonlyMap<string, Conversions>> => {
    const { site, range, filter } = days;
    const periodOf = (day: string): string => (interval === 'day' ? day : day.slice(0, 7));
    const stored = await counts.byPeriod(site, goal, range, periodOf, filter);
    if (stored) return new Map([...stored].map(([period, each]) => [period, converted(each)]));
    const found = await store.byPeriod(days, goal, interval);
    const byPeriod = new Map<string, Conversions>(found.map(({ period, ...each }) => [period, each]));
    if (!(await counts.includesImported(site, [goal], filter))) return byPeriod;
    for (const [period, each] of await counts.importedByPeriod(site, goal, range, periodOf)) {
      const { conversions, converters, revenue } = byPeriod.get(period) ?? NOTHING;
      byPeriod.set(period, {
        conversions: conversions + each.conversions,
        converters: converters + (each.visitors[0] ?? 0),
        revenue,
      });
    }
    return byPeriod;
  };

  /** Each day or month of all the days asked for, also of those on which there can't be anything. */
  const periodsOf = async (days: CountedDays, goal: Goal, query: GoalQuery, interval: GoalInterval) => {
    const byPeriod = await conversionsBy(days, goal, interval);
    const whole = await questions.range(days.site, query);
    const includesImported = await counts.includesImported(days.site, [goal], days.filter);
    const asked = { ...days, range: whole };
    const visitors = await comparedVisitors(stats, asked, includesImported, `time:${interval}`);
    return [...visitors].map(([period, count]) => {
      const each = byPeriod.get(period) ?? NOTHING;
      return { ...each, period, rate: rateOf(each.converters, count) };
    });
  };

  const one = async (site: Site, goal: Goal, query: GoalQuery = {}): Promise<CountedGoal> => {
    const { dimension, interval } = query;
    const days = await countedDays(site, query);
    const [result] = await counted(days, [goal]);
    if (result === undefined) throw notFound('goal');
    return {
      ...result,
      ...(dimension === undefined ? {} : { values: await valuesOf(days, goal, dimension) }),
      ...(interval === undefined ? {} : { periods: await periodsOf(days, goal, query, interval) }),
    };
  };

  const find = async (websiteId: number, id: number): Promise<Goal> => {
    const goal = await store.find(websiteId, id);
    if (goal === undefined) throw notFound('goal');
    return goal;
  };

  return {
    async create(organisation, websiteId, body) {
      const site = await questions.site(organisation, websiteId);
      const made = toGoalRule(body);
      if ('faults' in made) throw invalid([...made.faults]);
      const goal = await store.insert(websiteId, {
        ...made.rule,
        name: body.name ?? '',
        currency: currencyOf(body, made.rule),
      });
      if (goal === undefined) throw taken();
      return one(site, goal);
    },
    async list(organisation, websiteId, query) {
      const site = await questions.site(organisation, websiteId);
      return counted(await countedDays(site, query), await store.list(websiteId));
    },
    async show(organisation, websiteId, id, query) {
      const site = await questions.site(organisation, websiteId);
      return one(site, await find(websiteId, id), query);
    },
    async update(organisation, websiteId, id, body) {
      const site = await questions.site(organisation, websiteId);
      const current = await find(websiteId, id);
      const made = toGoalRule(body, current);
      if ('faults' in made) throw invalid([...made.faults]);
      const goal = await store.update(websiteId, id, {
        ...made.rule,
        name: body.name ?? current.name,
        currency: currencyOf(body, made.rule, current.currency),
      });
      if (goal === undefined) throw taken();
      if (goal === null) throw notFound('goal');
      await counts.forgetOthers(websiteId);
      return one(site, goal);
    },
    async remove(organisation, websiteId, id) {
      await questions.site(organisation, websiteId);
      if (!(await store.remove(websiteId, id))) throw notFound('goal');
      await counts.forgetOthers(websiteId);
    },
  };
};
