import { comparedVisitors } from '../goals/counted-visits.ts';
import type { CountedDays } from '../goals/counted-visits.ts';
import type { GoalCounts } from '../goals/days/goal-counts.ts';
import { rateOf } from '../goals/goal.ts';
import type { Goal, GoalRule } from '../goals/goal.ts';
import type { GoalsServiceDeps } from '../goals/goals-service.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import type { Funnel } from './funnels-store.ts';

export interface CountedStep {
  /** Id of the goal; null for a rule of the funnel's own. */
  readonly goal: number | null;
  readonly name: string;
  readonly rule: GoalRule;
  readonly visitors: number;
  readonly dropOff: number;
  readonly rate: number | null;
}

export interface CountedFunnel extends Omit<Funnel, 'steps'> {
  readonly visitors: number;
  readonly rate: number | null;
  readonly steps: readonly CountedStep[];
}

export interface FunnelCounterDeps extends Pick<GoalsServiceDeps, 'stats' | 'questions'> {
  readonly counts: Pick<GoalCounts, 'count' | 'includesImported'>;
  readonly goals: { list(websiteId: number): Promise<readonly Goal[]> };
}

type NamedRule = Pick<CountedStep, 'goal' | 'name' | 'rule'>;

/** The rules of a funnel's steps, in order. A goal that was deleted meanwhile takes its step along. */
export const rulesOf = (steps: Funnel['steps'], goals: ReadonlyMap<number, Goal>): readonly NamedRule[] =>
  steps.flatMap((step): NamedRule[] => {
    if ('rule' in step) return [{ goal: null, name: step.rule.pattern, rule: step.rule }];
    const goal = goals.get(step.goal);
    return goal === undefined ? [] : [{ goal: goal.id, name: goal.name, rule: goal }];
  });

/** Counts who went how far. The first step is compared with all visitors of the days. */
export const createFunnelCounter = ({ stats, questions, counts, goals }: FunnelCounterDeps) => {
  const stepsOf = async (
    { site, range, filter }: CountedDays,
    rules: readonly NamedRule[],
    visitors: number,
  ) => {
    if (rules.length === 0) return [];
    const found = await counts.count(
      site,
      rules.map(({ rule }) => rule),
      range,
      filter,
    );
    return rules.map((step, index): CountedStep => {
      const count = found.visitors[index] ?? 0;
      const before = index === 0 ? visitors : (found.visitors[index - 1] ?? 0);
      return { ...step, visitors: count, dropOff: Math.max(0, before - count), rate: rateOf(count, before) };
    });
  };

  return async (site: Site, funnels: readonly Funnel[], query: QuestionFields): Promise<CountedFunnel[]> => {
    const filter = await questions.filter(site, query);
    const range = await questions.withTraffic(site, await questions.range(site, query));
    if (funnels.length === 0) return [];
    const known = new Map((await goals.list(site.id)).map((goal) => [goal.id, goal]));
    const found = new Map<boolean, Promise<ReadonlyMap<string, number>>>();
    const visitorsOf = async (days: CountedDays, includesImported: boolean): Promise<number> => {
      const asking = found.get(includesImported) ?? comparedVisitors(stats, days, includesImported);
      found.set(includesImported, asking);
      return (await asking).get('') ?? 0;
    };
    const result: CountedFunnel[] = [];
    for (const { steps: asked, ...funnel } of funnels) {
      const rules = rulesOf(asked, known);
      const days = { site, range, filter };
      const includesImported = await counts.includesImported(
        site,
        rules.map(({ rule }) => rule),
        filter,
      );
      const visitors = await visitorsOf(days, includesImported);
      const steps = await stepsOf(days, rules, visitors);
      const rate = rateOf(steps.at(-1)?.visitors ?? 0, steps[0]?.visitors ?? 0);
      result.push({ ...funnel, visitors, rate, steps });
    }
    return result;
  };
};
