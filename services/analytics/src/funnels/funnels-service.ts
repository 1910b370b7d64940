import { invalid, notFound } from '@platform/errors';

import { spanOf } from '../calendar/date-range.ts';
import type { Goal, GoalRule } from '../goals/goal.ts';
import { toGoalRule } from '../goals/goal-rule.ts';
import type { RangeQuery } from '../goals/goals-schema.ts';
import { goalRange, visitorsOf } from '../goals/goals-service.ts';
import type { GoalsServiceDeps } from '../goals/goals-service.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { Funnel, FunnelStep } from './funnel.ts';
import type { FunnelBody } from './funnels-schema.ts';
import type { FunnelsStore } from './funnels-store.ts';

export interface FunnelsServiceDeps extends Pick<GoalsServiceDeps, 'websites' | 'stats' | 'now'> {
  readonly store: FunnelsStore;
  readonly goals: { list(websiteId: number): Promise<readonly Goal[]> };
}

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

export interface FunnelsService {
  /**
   * @throws AppError `invalid` for a step that is no goal of the website, and for a name that is
   * taken
   */
  create(organisation: string, websiteId: number, body: FunnelBody): Promise<CountedFunnel>;
  list(organisation: string, websiteId: number, query: RangeQuery): Promise<readonly CountedFunnel[]>;
  show(organisation: string, websiteId: number, id: number, query: RangeQuery): Promise<CountedFunnel>;
  update(organisation: string, websiteId: number, id: number, body: FunnelBody): Promise<CountedFunnel>;
  remove(organisation: string, websiteId: number, id: number): Promise<void>;
}

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another funnel' }]);
const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Number((part / whole).toFixed(4));

/** The use cases of funnels. */
export const createFunnelsService = (deps: FunnelsServiceDeps): FunnelsService => {
  const { websites, stats, now, store, goals } = deps;

  const siteOf = async (organisation: string, id: number): Promise<Site> => {
    const { timezone } = await websites.show(organisation, id);
    return { id, timezone };
  };

  const toSteps = async (websiteId: number, body: FunnelBody): Promise<readonly FunnelStep[]> => {
    const known = new Set((await goals.list(websiteId)).map(({ id }) => id));
    return (body.steps ?? []).map((step, index) => {
      if (typeof step === 'number') {
        if (!known.has(step))
          throw invalid([
            { field: `steps.${index}`, message: `steps[${index}] must be a goal of the website` },
          ]);
        return { goal: step };
      }
      const made = toGoalRule(step);
      if ('rule' in made) return { rule: made.rule };
      throw invalid(
        made.faults.map(({ field, message }) => ({
          field: `steps.${index}.${field}`,
          message: `steps[${index}].${message}`,
        })),
      );
    });
  };

  const counted = async (
    site: Site,
    funnels: readonly Funnel[],
    query: RangeQuery,
  ): Promise<CountedFunnel[]> => {
    const range = goalRange(site, query, now());
    const span = spanOf(range, site.timezone);
    const visitors = funnels.length === 0 ? 0 : await visitorsOf(stats, site, range);
    const known = new Map((await goals.list(site.id)).map((goal) => [goal.id, goal]));
    const result: CountedFunnel[] = [];
    for (const { steps, ...funnel } of funnels) {
      // A goal that was deleted meanwhile takes its step along.
      const rules = steps.flatMap((step): Pick<CountedStep, 'goal' | 'name' | 'rule'>[] => {
        if ('rule' in step) return [{ goal: null, name: step.rule.pattern, rule: step.rule }];
        const goal = known.get(step.goal);
        return goal === undefined ? [] : [{ goal: goal.id, name: goal.name, rule: goal }];
      });
      const counts =
        rules.length === 0
          ? []
          : await store.count(
              site.id,
              rules.map(({ rule }) => rule),
              span,
            );
      const [first = 0, last = 0] = [counts[0], counts.at(-1)];
      result.push({
        ...funnel,
        visitors,
        rate: rateOf(last, first),
        steps: rules.map((step, index) => {
          const count = counts[index] ?? 0;
          const before = index === 0 ? visitors : (counts[index - 1] ?? 0);
          return {
            ...step,
            visitors: count,
            dropOff: Math.max(0, before - count),
            rate: rateOf(count, before),
          };
        }),
      });
    }
    return result;
  };

  const one = async (
    site: Site,
    funnel: Funnel | undefined,
    query: RangeQuery = {},
  ): Promise<CountedFunnel> => {
    if (funnel === undefined) throw notFound('funnel');
    const [result] = await counted(site, [funnel], query);
    if (result === undefined) throw notFound('funnel');
    return result;
  };

  return {
    async create(organisation, websiteId, body) {
      const site = await siteOf(organisation, websiteId);
      const steps = await toSteps(websiteId, body);
      const funnel = await store.insert(websiteId, { name: body.name ?? '', steps });
      if (funnel === undefined) throw taken();
      return one(site, funnel);
    },
    async list(organisation, websiteId, query) {
      const site = await siteOf(organisation, websiteId);
      return counted(site, await store.list(websiteId), query);
    },
    async show(organisation, websiteId, id, query) {
      const site = await siteOf(organisation, websiteId);
      return one(site, await store.find(websiteId, id), query);
    },
    async update(organisation, websiteId, id, body) {
      const site = await siteOf(organisation, websiteId);
      const current = await store.find(websiteId, id);
      if (current === undefined) throw notFound('funnel');
      const steps = body.steps === undefined ? current.steps : await toSteps(websiteId, body);
      const funnel = await store.update(websiteId, id, { name: body.name ?? current.name, steps });
      if (funnel === undefined) throw taken();
      return one(site, funnel ?? undefined);
    },
    async remove(organisation, websiteId, id) {
      await siteOf(organisation, websiteId);
      if (!(await store.remove(websiteId, id))) throw notFound('funnel');
    },
  };
};
