import type { DateRange, Interval } from '../calendar/date-range.ts';
import type { OpenList } from '../dimensions/panels.ts';
import type { MetricValues } from '../metrics/metric-values.ts';
import type { Segment } from '../segments/segments-store.ts';
import type { AnswerRow, Site } from '../stats/query/sums-request.ts';
import type { Breakdown, ImportedRange } from '../stats/query/stats-rows.ts';
import type { Note } from './chart/chart-notes.ts';
import type { PanelData } from './list-panel.ts';
import type { KnownNames } from './page-filters.ts';
import type { PageQuery } from './page-query.ts';
import type { CountedFunnel } from '../funnels/count-funnels.ts';
import type { FunnelsService } from '../funnels/funnels-service.ts';
import type { GoalsService } from '../goals/goals-service.ts';
import type { CountedGoal } from '../goals/goal-filter.ts';
import type { QuestionFields } from '../stats/statistic-schema.ts';
import type { Website } from '../websites/website.ts';
import type { Journeys } from '../journeys/journeys-store.ts';
import type { JourneysService } from '../journeys/journeys-service.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { listPanel } from './list-panel.ts';
import type { VitalsAnswer } from '../vitals/vitals.ts';
import type { VitalsService } from '../vitals/vitals-service.ts';
import { authenticate, toAppError } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import type { Request } from 'express';
import type { DefaultRecipients } from '../websites/domain-name.ts';
import { recipientsOf } from '../websites/domain-name.ts';
import type { WebsitesService } from '../websites/websites-service.ts';

export interface PageRecipientsDeps {
  readonly websites: Pick<WebsitesService, 'update'>;
  readonly defaultRecipients: DefaultRecipients;
  readonly identity: IdentityVerifier;
}

/** The contents of the form that asks for recipients. */
export interface RecipientsForm {
  readonly typed: string;
  /** Fault in the typed text; undefined if there is none. */
  readonly fault: string | undefined;
}

export interface PageRecipients {
  /** True if digests are on, nobody gets them, and the viewer is the owner. */
  lacking(website: Website, request: Request): Promise<boolean>;
  /**
   * Keeps what the owner typed.
   * @returns the form again if the input can't be kept, `stranger` for anybody but the owner
   */
  save(website: Website, request: Request): Promise<RecipientsForm | 'saved' | 'stranger'>;
}

/** Strangers needn't know who gets a website's mail, and must not change it. */
export const createPageRecipients = (deps: PageRecipientsDeps): PageRecipients => {
  const { websites, defaultRecipients, identity } = deps;

  const isOwner = async ({ organisation }: Website, request: Request): Promise<boolean> => {
    const caller = await authenticate(request, identity, 'websites:write').catch((error: unknown) => {
      if (toAppError(error).kind === 'unavailable') throw error;
      return undefined;
    });
    return caller?.organisation === organisation;
  };

  return {
    async lacking(website, request) {
      const { email, emailRecipients, organisation } = website;
      if (email !== 1 || emailRecipients !== null || !(await isOwner(website, request))) return false;
      return recipientsOf(emailRecipients, await defaultRecipients.of(organisation)).length === 0;
    },
    async save(website, request) {
      if (!(await isOwner(website, request))) return 'stranger';
      const { email_recipients: field } = (request.body ?? {}) as { email_recipients?: unknown };
      const typed = typeof field === 'string' ? field : '';
      try {
        await websites.update(website.organisation, website.id, { email_recipients: typed });
        return 'saved';
      } catch (error) {
        const known = toAppError(error);
        if (known.kind !== 'invalid') throw error;
        return { typed, fault: known.details[0]?.message ?? known.message };
      }
    },
  };
};

export interface PageGoalsDeps {
  readonly goals: Pick<GoalsService, 'list'>;
  readonly funnels: Pick<FunnelsService, 'list'>;
  /** True for a website with goals or funnels. */
  readonly hasAny: (websiteId: number) => Promise<boolean>;
}

/** Data of goals and funnels on a page. */
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

/** Everything that a statistics page shows. */
export interface PageData {
  readonly site: Site;
  readonly range: DateRange;
  readonly comparisonRange: DateRange | undefined;
  readonly interval: Interval;
  readonly totals: MetricValues;
  readonly totalsBefore: MetricValues | undefined;
  readonly series: readonly AnswerRow[];
  /** True when the last bucket isn't over yet. */
  readonly isLastPartial: boolean;
  readonly panels: ReadonlyMap<OpenList, PanelData>;
  /** Visits by country, for the map. */
  readonly countries: readonly Breakdown[];
  readonly liveVisitors: number;
  /** Those that can be chosen. */
  readonly segments: readonly Segment[];
  readonly names: KnownNames;
  /** Query as asked, without filters that no longer name anything. */
  readonly query: PageQuery;
  /** Imported days of the range; under a filter they aren't counted. */
  readonly imported: readonly ImportedRange[];
  /** Notes of the range, in the order of time. */
  readonly notes: readonly Note[];
}

export interface PageJourneysDeps {
  readonly journeys: JourneysService;
  readonly store: StatsStore;
  readonly questions: Pick<Questions, 'filter'>;
}

/** Data of journeys on a page. */
export interface JourneysData extends Journeys {
  readonly page: string;
}

export interface PageJourneys {
  /** @returns undefined where the page doesn't ask for them, and where nothing was viewed */
  load(website: Website, query: PageQuery, range: DateRange): Promise<JourneysData | undefined>;
}

/** Loads journeys for the statistics page. */
export const createPageJourneys = ({ journeys, store, questions }: PageJourneysDeps): PageJourneys => ({
  async load({ id, organisation, timezone }, query, range) {
    if (query.view !== 'journeys') return undefined;
    const question = pageQuestion(query, range);
    const top = async () => {
      const site = { id, timezone };
      return listPanel(store, site, 'page', await questions.filter(site, question), range, 1);
    };
    const page = query.at ?? (await top()).rows[0]?.value;
    if (page === undefined) return undefined;
    return { page, ...(await journeys.through(organisation, id, { ...question, page })) };
  },
});

/** The web vitals that a statistics page shows. */
export interface VitalsData {
  readonly pages: VitalsAnswer;
  readonly devices: VitalsAnswer;
}

export interface PageVitals {
  /** @returns undefined if the page doesn't ask for them */
  load(website: Website, query: PageQuery, range: DateRange): Promise<VitalsData | undefined>;
}

/** Loads web vitals for the statistics page. */
export const createPageVitals = (vitals: VitalsService): PageVitals => ({
  async load({ id, organisation }, query, range) {
    if (query.view !== 'vitals') return undefined;
    const question = pageQuestion(query, range);
    const [pages, devices] = await Promise.all([
      vitals.of(organisation, id, { ...question, dimension: 'page' }),
      vitals.of(organisation, id, { ...question, dimension: 'device' }),
    ]);
    return { pages, devices };
  },
});
