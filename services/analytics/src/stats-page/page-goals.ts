import type { DateRange } from '../calendar/date-range.ts';
import type { CountedFunnel } from '../funnels/count-funnels.ts';
import type { FunnelsService } from '../funnels/funnels-service.ts';
import type { GoalsService } from '../goals/goals-service.ts';
import type { CountedGoal } from '../goals/counted-goal.ts';
import type { QuestionFields } from '../stats/statistic-schema.ts';
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
  readonly goals: readonly CountedGoal[];
  readonly funnels: readonly CountedFunnel[];
}

export interface PageGoals {
  /** Counts only where the page asks for it: that takes longer than all the rest. */
  load(website: Website, query: PageQuery, range: DateRange): Promise<GoalsData>;
}

/** The days and filters of a page as a question about its website. */
export const pageQuestion = ({ filters, segment }: PageQuery, { from, to }: DateRange): QuestionFields => ({
  from,
  to,
  filters,
  ...(segment === undefined ? {} : { segment }),
});

/** Loads goals and funnels for the statistics page. */
export const createPageGoals = ({ goals, funnels, hasAny }: PageGoalsDeps): PageGoals => ({
  async load({ id, organisation }, query, range) {
    if (query.view !== 'goals') return { hasAny: await hasAny(id), goals: [], funnels: [] };
    const question = pageQuestion(query, range);
    return {
      hasAny: true,
      goals: await goals.list(organisation, id, question),
      funnels: await funnels.list(organisation, id, question),
    };
  },
});
