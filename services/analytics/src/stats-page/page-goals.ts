import { lengthInDays } from '../calendar/date-range.ts';
import type { DateRange } from '../calendar/date-range.ts';
import { addDays } from '../calendar/local-day.ts';
import type { CountedFunnel } from '../funnels/count-funnels.ts';
import type { FunnelsService } from '../funnels/funnels-service.ts';
import { LONGEST_DAYS } from '../goals/goal-range.ts';
import type { GoalsService } from '../goals/goals-service.ts';
import type { CountedGoal } from '../goals/counted-goal.ts';
import type { Website } from '../websites/website.ts';
import type { PageQuery } from './page-query.ts';

export interface PageGoalsDeps {
  readonly goals: Pick<GoalsService, 'list'>;
  readonly funnels: Pick<FunnelsService, 'list'>;
  /** True for a website with goals or funnels. */
  readonly hasAny: (websiteId: number) => Promise<boolean>;
}

/** What a page shows of goals. */
export interface GoalsData {
  /** True where there is anything to show. */
  readonly hasAny: boolean;
  /** Days that were counted: not more than so many, as each event is looked at. */
  readonly range: DateRange;
  readonly goals: readonly CountedGoal[];
  readonly funnels: readonly CountedFunnel[];
}

export interface PageGoals {
  /** Counts only where the page asks for it: that takes longer than all the rest. */
  load(website: Website, query: PageQuery, range: DateRange): Promise<GoalsData>;
}

/** The last days of a range, as far as events are looked at one by one. */
export const countedRange = (asked: DateRange): DateRange =>
  lengthInDays(asked) > LONGEST_DAYS ? { from: addDays(asked.to, 1 - LONGEST_DAYS), to: asked.to } : asked;

/** Loads goals and funnels for the statistics page. */
export const createPageGoals = ({ goals, funnels, hasAny }: PageGoalsDeps): PageGoals => ({
  async load({ id, organisation }, query, asked) {
    const range = countedRange(asked);
    if (query.view !== 'goals') return { range, hasAny: await hasAny(id), goals: [], funnels: [] };
    return {
      range,
      hasAny: true,
      goals: await goals.list(organisation, id, range),
      funnels: await funnels.list(organisation, id, range),
    };
  },
});
