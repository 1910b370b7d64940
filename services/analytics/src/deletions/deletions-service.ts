import { conflict, invalid, notFound } from '@platform/errors';
import type { Caller } from '@platform/identity';
import type { Logger } from '@platform/runtime';

import type { DateRange } from '../calendar/date-range.ts';
import { addDays, localDay } from '../calendar/local-day.ts';
import { inTime } from '../sql/sql.ts';
import type { AskedFilter } from '../stats/query/filter.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { Questions } from '../stats/questions.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import type { DeletionWork } from './deletion-work.ts';
import { selectionOf, splitFilters } from './deletion.ts';
import type { Deletion, DeletionFilter, Selection } from './deletion.ts';
import type { ClaimedDeletion, DeletionsStore, Preview } from './deletions-store.ts';

/** The selection to delete: days, rows that match a filter, or everything. */
export interface DeletionBody {
  readonly from?: string;
  readonly to?: string;
  readonly filters?: readonly AskedFilter[];
  readonly visit?: string;
  readonly everything?: boolean;
}

interface DeletionsServiceDeps {
  readonly store: DeletionsStore;
  readonly questions: Pick<Questions, 'site' | 'filter'>;
  readonly stats: Pick<StatsStore, 'firstTraffic'>;
  readonly now: () => number;
}

/** The days and numbers that a deletion would remove. */
interface PreviewedDeletion extends Preview {
  readonly range: DateRange | null;
  readonly isOfVisits: boolean;
}

export interface DeletionsService {
  /** @throws AppError `invalid` for what selects nothing, or contradicts itself */
  preview(caller: Caller, websiteId: number, body: DeletionBody): Promise<PreviewedDeletion>;
  /** @throws AppError `conflict` while too many deletions of the website wait */
  create(caller: Caller, websiteId: number, body: DeletionBody): Promise<Deletion>;
  list(caller: Caller, websiteId: number): Promise<readonly Deletion[]>;
  show(caller: Caller, websiteId: number, id: number): Promise<Deletion>;
}

const MOST_OPEN = 10;

const filtersOf = ({ filters = [], visit }: DeletionBody): readonly DeletionFilter[] =>
  visit === undefined ? filters : [...filters, { dimension: 'visit', operator: 'is', values: [visit] }];

/** The use cases of deletions; the job does the work. */
export const createDeletionsService = (deps: DeletionsServiceDeps): DeletionsService => {
  const { store, questions, stats, now } = deps;

  /** The days of a deletion; null for all of them. */
  const rangeOf = async (site: Site, body: DeletionBody): Promise<DateRange | null> => {
    const { from, to, everything = false } = body;
    const isOfVisit = body.visit !== undefined;
    const isNarrowed = from !== undefined || to !== undefined || filtersOf(body).length > 0;
    if (isOfVisit && !everything && from === undefined)
      throw invalid([{ field: 'from', message: 'from must be the day on which the visit began' }]);
    if (everything === isNarrowed)
      throw invalid([
        {
          field: 'everything',
          message: everything
            ? 'everything can’t be combined with from, to and filters'
            : 'everything must be true where neither from, to nor filters say what to delete',
        },
      ]);
    if (everything) return null;
    const first = await stats.firstTraffic(site);
    const today = localDay(site.timezone, now());
    const range = {
      from: from ?? (first === undefined ? today : localDay(site.timezone, first)),
      // A server's clock may be ahead.
      to: to ?? (isOfVisit ? from : undefined) ?? addDays(today, 1),
    };
    if (range.to < range.from)
      throw invalid([{ field: 'to', message: 'to must not be before the first day' }]);
    return range;
  };

  return {
    async preview({ organisation }, websiteId, body) {
      const site = await questions.site(organisation, websiteId);
      const range = await rangeOf(site, body);
      if (range === null) return { ...(await store.previewAll(site.id)), range, isOfVisits: true };
      const filter = await questions.filter(site, { filters: body.filters ?? [] });
      const selection = selectionOf(site, range, filter, body.visit);
      const counted = await inTime(store.preview(selection));
      return { ...counted, range, isOfVisits: selection.of === 'visits' };
    },

    async create({ organisation, keyId }, websiteId, body) {
      const site = await questions.site(organisation, websiteId);
      const range = await rangeOf(site, body);
      const { filters = [] } = body;
      // Goals and segments that aren't there are refused now, not by the job.
      await questions.filter(site, { filters });
      if ((await store.countOpen(site.id)) >= MOST_OPEN)
        throw conflict(`${MOST_OPEN} deletions of this website are waiting. Try again when one is done.`);
      return store.insert({ websiteId: site.id, range, filters: filtersOf(body), keyId });
    },

    async list({ organisation }, websiteId) {
      const site = await questions.site(organisation, websiteId);
      return store.list(site.id);
    },

    async show({ organisation }, websiteId, id) {
      const site = await questions.site(organisation, websiteId);
      const found = await store.find(site.id, id);
      if (!found) throw notFound('deletion');
      return found;
    },
  };
};

interface DeletionsJobDeps extends Pick<DeletionsServiceDeps, 'store'> {
  readonly filterOf: Questions['filter'];
  readonly timezoneOf: (websiteId: number) => Promise<string | undefined>;
  readonly work: DeletionWork;
  /** Deletes the clicks that a selection means. */
  readonly deleteClicks: (selection: Selection) => Promise<void>;
  readonly logger: Logger;
}

const MOST_ATTEMPTS = 3;

/** Works on deletions until none is left. What a process leaves undone, another one goes on with. */
export const createDeletionsJob = (deps: DeletionsJobDeps) => {
  const { store, filterOf, timezoneOf, work, deleteClicks, logger } = deps;
  const run = async (claimed: ClaimedDeletion, signal: AbortSignal): Promise<void> => {
    const { id, websiteId, range, filters } = claimed;
    const timezone = await timezoneOf(websiteId);
    if (timezone === undefined) return;
    if (range === null) {
      await store.note(id, await store.deleteAll(websiteId));
      return;
    }
    const site = { id: websiteId, timezone };
    const { filters: asked, visit } = splitFilters(filters);
    const selection = selectionOf(site, range, await filterOf(site, { filters: asked }), visit);
    await work.run(selection, (amount) => store.note(id, amount), signal);
    await deleteClicks(selection);
    if (filters.length === 0) await store.deleteImported(websiteId, range);
  };

  return async (signal: AbortSignal): Promise<void> => {
    const isEnding = (): boolean => signal.aborted;
    while (!isEnding()) {
      const claimed = await store.claim();
      if (claimed === undefined) return;
      const log = { website_id: claimed.websiteId, deletion: claimed.id };
      try {
        await run(claimed, signal);
        await store.finish(claimed, null);
        logger.info(log, 'deletion completed');
      } catch (error) {
        if (isEnding()) {
          await store.release(claimed.id);
          return;
        }
        logger.warn({ err: error, ...log }, 'a deletion failed');
        if (claimed.attempts < MOST_ATTEMPTS) {
          await store.release(claimed.id);
          return;
        }
        await store.finish(claimed, 'The deletion failed. What was deleted stays deleted; try it again.');
      }
    }
  };
};
