import { invalid, notFound } from '@platform/errors';

import type { GoalCounts } from '../goals/days/goal-counts.ts';
import { toGoalRule } from '../goals/goal.ts';
import type { Goal, GoalBody } from '../goals/goal.ts';
import type { GoalsServiceDeps } from '../goals/goals-service.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { QuestionFields } from '../stats/question-schema.ts';
import type { WebsiteRecords } from '../websites/website-records.ts';
import { createFunnelCounter } from './count-funnels.ts';
import type { CountedFunnel } from './count-funnels.ts';
import type { Funnel, FunnelStep, FunnelsStore } from './funnels-store.ts';

export interface FunnelBody {
  readonly name?: string;
  readonly steps?: readonly (number | GoalBody)[];
}

export interface FunnelsServiceDeps extends Pick<GoalsServiceDeps, 'questions' | 'stats'> {
  readonly store: FunnelsStore;
  readonly counts: Pick<GoalCounts, 'count' | 'includesImported' | 'forgetOthers'>;
  readonly goals: { list(websiteId: number): Promise<readonly Goal[]> };
}

export type FunnelsService = WebsiteRecords<CountedFunnel, FunnelBody, QuestionFields>;

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another funnel' }]);

/** The use cases of funnels. */
export const createFunnelsService = (deps: FunnelsServiceDeps): FunnelsService => {
  const { questions, store, goals, counts } = deps;

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

  const counted = createFunnelCounter(deps);

  const one = async (
    site: Site,
    funnel: Funnel | undefined,
    query: QuestionFields = {},
  ): Promise<CountedFunnel> => {
    if (funnel === undefined) throw notFound('funnel');
    const [result] = await counted(site, [funnel], query);
    if (result === undefined) throw notFound('funnel');
    return result;
  };

  return {
    async create(organisation, websiteId, body) {
      const site = await questions.site(organisation, websiteId);
      const steps = await toSteps(websiteId, body);
      const funnel = await store.insert(websiteId, { name: body.name ?? '', steps });
      if (funnel === undefined) throw taken();
      return one(site, funnel);
    },
    async list(organisation, websiteId, query) {
      const site = await questions.site(organisation, websiteId);
      return counted(site, await store.list(websiteId), query);
    },
    async show(organisation, websiteId, id, query) {
      const site = await questions.site(organisation, websiteId);
      return one(site, await store.find(websiteId, id), query);
    },
    async update(organisation, websiteId, id, body) {
      const site = await questions.site(organisation, websiteId);
      const current = await store.find(websiteId, id);
      if (current === undefined) throw notFound('funnel');
      const steps = body.steps === undefined ? current.steps : await toSteps(websiteId, body);
      const funnel = await store.update(websiteId, id, { name: body.name ?? current.name, steps });
      if (funnel === undefined) throw taken();
      await counts.forgetOthers(websiteId);
      return one(site, funnel ?? undefined);
    },
    async remove(organisation, websiteId, id) {
      await questions.site(organisation, websiteId);
      if (!(await store.remove(websiteId, id))) throw notFound('funnel');
      await counts.forgetOthers(websiteId);
    },
  };
};
