import { invalid } from '@platform/errors';
import Joi from 'joi';

import type { Goal, GoalBody } from '../goals/goal.ts';
import type { GoalsService } from '../goals/goals-service.ts';
import type { Website } from '../websites/website.ts';

/** Kinds of goals in Plausible's names. */
export const GOAL_TYPES = {
  event: 'Goal.CustomEvent',
  revenue: 'Goal.Revenue',
  page: 'Goal.Pageview',
} as const;
type PluginGoalType = (typeof GOAL_TYPES)[keyof typeof GOAL_TYPES];

export interface AskedGoal {
  readonly goal_type: PluginGoalType;
  readonly goal: {
    readonly event_name?: string;
    readonly path?: string;
    readonly currency?: string;
    readonly custom_props?: Readonly<Record<string, string>>;
  };
}

const eventName = Joi.string().trim().min(1).max(120).required();
const ONE_PROPERTY = 'goal.custom_props takes one property here';
const customProps = Joi.object().pattern(Joi.string().max(100), Joi.string().max(500)).max(1).messages({
  'object.max': ONE_PROPERTY,
});

export const askedGoal = Joi.object<AskedGoal>({
  goal_type: Joi.string()
    .valid(...Object.values(GOAL_TYPES))
    .required(),
  goal: Joi.when('goal_type', {
    switch: [
      {
        is: GOAL_TYPES.page,
        then: Joi.object({
          path: Joi.string().trim().pattern(/^\//).max(1_000).required(),
          custom_props: customProps.max(0).messages({ 'object.max': 'goal.custom_props is for events here' }),
        }),
      },
      {
        is: GOAL_TYPES.revenue,
        then: Joi.object({
          event_name: eventName,
          currency: Joi.string()
            .pattern(/^[A-Z]{3}$/)
            .required(),
          custom_props: customProps,
        }),
      },
    ],
    otherwise: Joi.object({ event_name: eventName, custom_props: customProps }),
  }).required(),
});

/** As many as Plausible takes at once. */
export const MOST_AT_ONCE = 8;

export const askedGoals = Joi.object<AskedGoal & { goals?: readonly AskedGoal[] }>({
  goals: Joi.array().items(askedGoal).min(1).max(MOST_AT_ONCE),
  goal_type: Joi.any(),
  goal: Joi.any(),
});

/** The rule of ours that counts the same. */
const ruleOf = ({
  goal_type: type,
  goal,
}: AskedGoal): Required<Pick<GoalBody, 'type' | 'pattern'>> & GoalBody => {
  if (type === GOAL_TYPES.page) return { type: 'page', pattern: (goal.path ?? '').replaceAll('**', '*') };
  const [[property, value] = [null, null]] = Object.entries(goal.custom_props ?? {});
  return { type: 'event', pattern: goal.event_name ?? '', property, property_value: value };
};

const nameOf = ({ goal_type: type, goal }: AskedGoal): string =>
  type === GOAL_TYPES.page ? `Visit ${goal.path ?? ''}` : (goal.event_name ?? '');

/** The goals of websites: one is found by its rule, or made. */
export interface GoalsDeps {
  readonly goals: Pick<GoalsService, 'create' | 'update' | 'remove'>;
  /** The goals of a website by their rules; nothing is counted. */
  readonly goalsOf: (websiteId: number) => Promise<readonly Goal[]>;
}

/**
 * Finds the goal of a rule, or makes it. One without a currency gets the one asked for.
 * @param name of a new one; Plausible's name by default
 * @throws AppError `invalid` for a goal that has another currency
 */
export const goalFor = async (
  { goals, goalsOf }: GoalsDeps,
  { organisation, id: websiteId }: Pick<Website, 'id' | 'organisation'>,
  asked: AskedGoal,
  name: string = nameOf(asked),
): Promise<Goal> => {
  const rule = ruleOf(asked);
  const same = (await goalsOf(websiteId)).find(
    (goal) =>
      goal.type === rule.type &&
      goal.pattern === rule.pattern &&
      goal.property === (rule.property ?? null) &&
      goal.propertyValue === (rule.property_value ?? null),
  );
  const { currency = null } = asked.goal;
  if (!same) return goals.create(organisation, websiteId, { ...rule, name, currency });
  if (currency === null || same.currency === currency) return same;
  if (same.currency !== null)
    throw invalid([
      {
        field: 'goal.currency',
        message: `goal.currency: the goal “${same.name}” has the currency ${same.currency}. Delete it first`,
      },
    ]);
  return goals.update(organisation, websiteId, same.id, { currency });
};

/** True for the goals that Plausible has as well. */
export const isKnown = ({ type }: Goal): boolean => type === 'page' || type === 'event';

export const goalJson = ({ id, name, type, pattern, property, propertyValue, currency }: Goal) => {
  const custom_props = property === null ? {} : { [property]: propertyValue ?? '' };
  if (type === 'page')
    return { goal_type: GOAL_TYPES.page, goal: { id, display_name: name, path: pattern, custom_props } };
  const event = { id, display_name: name, event_name: pattern, custom_props };
  return currency === null
    ? { goal_type: GOAL_TYPES.event, goal: event }
    : { goal_type: GOAL_TYPES.revenue, goal: { ...event, currency } };
};
