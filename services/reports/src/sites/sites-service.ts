import { conflict, invalid, notFound } from '@platform/errors';
import { GuardError } from '@platform/guard';
import { faultOfRecipients, splitRecipients } from '@platform/mailer';
import type { ChangedPasswordHash } from '@platform/page-access';
import type { Logger } from '@platform/runtime';
import type { CheckMeta } from '../checks/check.ts';
import { sitePlace } from '../credentials/credential-vault.ts';
import type { CredentialVault } from '../credentials/credential-vault.ts';
import type { CrawlQueue } from './crawl-queue.ts';
import type { SiteHistoryStore } from './site-history-store.ts';
import type {
  SiteChanges,
  Crawl,
  ScheduleSettings,
  Site,
  SitePage,
  SiteProgress,
  SiteSchedule,
  TrackedSite,
} from './site.ts';
import type { SitePlace, SiteProblem } from './site-problems.ts';
import { importanceRank, PROBLEM_KINDS } from './site-problems.ts';
import type { FoundProblem, SiteProblemsStore } from './site-problems-store.ts';
import type { SiteSchedulesStore } from './site-schedules-store.ts';
import { USUAL_SCHEDULE } from './site.ts';
import type {
  CreateSiteBody,
  FilterSitesQuery,
  ListSitesQuery,
  PutScheduleBody,
  SiteChangesQuery,
  SitePagesQuery,
  UpdateSiteBody,
} from './sites-schema.ts';
import type { SitesStore } from './sites-store.ts';

export interface SitesServiceDeps {
  store: SitesStore;
  schedules: SiteSchedulesStore;
  history: Pick<SiteHistoryStore, 'before' | 'listChanges'>;
  problems: SiteProblemsStore;
  queue: Pick<CrawlQueue, 'enqueue'>;
  /** Parses a URL and checks that crawls may reach it. @throws GuardError `blocked` */
  checkUrl: (url: string) => URL;
  vault: Pick<CredentialVault, 'change'>;
  /** The checks, by id. */
  metas: ReadonlyMap<string, CheckMeta>;
  logger: Logger;
}

/** A problem whose number of places differs between two crawls. */
export interface ChangedProblem extends Omit<SiteProblem, 'total' | 'items'> {
  readonly before: number;
  readonly after: number;
}

/** Differences between a crawl and an earlier one. */
export interface ComparedCrawls {
  readonly from: Crawl;
  readonly to: Crawl;
  /** True if both were judged by the same version of the checks. */
  readonly sameRules: boolean;
  readonly changes: SiteChanges;
  readonly problems: readonly ChangedProblem[];
}

/**
 * Methods with an organisation throw AppError `not_found` for another organisation’s site, and for a
 * crawl that isn’t one of the site’s.
 */
export interface SitesService {
  /** @throws AppError `invalid` that names the address a list can’t have */
  create(
    organisation: string,
    body: CreateSiteBody,
    passwordHash?: ChangedPasswordHash,
  ): Promise<TrackedSite>;
  /** Has a crawl begun that is committed. */
  start(crawlId: number): Promise<void>;
  show(organisation: string, id: number): Promise<TrackedSite>;
  findByPageKey(key: string): Promise<TrackedSite | undefined>;
  list(
    organisation: string,
    query: FilterSitesQuery,
  ): Promise<{ sites: readonly TrackedSite[]; total: number }>;
  update(
    organisation: string,
    id: number,
    body: UpdateSiteBody,
    passwordHash?: ChangedPasswordHash,
  ): Promise<TrackedSite>;
  /** Adds another crawl, for `start`. @throws AppError `conflict` while one isn’t done */
  crawlAgain(organisation: string, id: number): Promise<Crawl>;
  crawls(
    organisation: string,
    id: number,
    query: ListSitesQuery,
  ): Promise<{ crawls: readonly Crawl[]; total: number }>;
  crawl(organisation: string, id: number, crawlId: number): Promise<Crawl>;
  /** @throws AppError `conflict` when there is nothing to compare */
  changes(organisation: string, id: number, query: SiteChangesQuery): Promise<ComparedCrawls>;
  pages(
    organisation: string,
    id: number,
    query: SitePagesQuery,
  ): Promise<{ pages: readonly SitePage[]; total: number }>;
  /** Lists the problems so far, the most important first. */
  problems(organisation: string, id: number, crawl?: number): Promise<readonly SiteProblem[]>;
  /** The places of each problem, the most important problems first. */
  places(organisation: string, id: number, crawl?: number): Promise<AsyncIterable<SitePlace>>;
  /** Ends a crawl; one that is done stays as it is. */
  cancel(organisation: string, id: number): Promise<TrackedSite>;
  remove(organisation: string, id: number): Promise<void>;
  /** @throws AppError `not_found` when the site has none */
  schedule(organisation: string, id: number): Promise<SiteSchedule>;
  /** Sets the given fields of the schedule; makes one where there is none. @throws AppError `invalid` */
  putSchedule(organisation: string, id: number, body: PutScheduleBody): Promise<SiteSchedule>;
  removeSchedule(organisation: string, id: number): Promise<void>;
  /** Crawls every site that is due. */
  runDue(): Promise<void>;
}

const refuseSeveralOrigins = (urls: readonly string[]): void => {
  if (new Set(urls.map((url) => new URL(url).origin)).size > 1)
    throw invalid([
      { field: 'urls', message: 'urls must have one origin, because credentials go to one only' },
    ]);
};

const MOST_URLS = 1000;
const MOST_ITEMS = 100;
/** Of one problem, in a list of all. */
const MOST_PLACES = 10_000;
/** Schedules that are run at once. */
const BATCH = 100;
const NOTHING: SiteProgress = {
  found: 0,
  done: 0,
  externalFound: 0,
  externalDone: 0,
  filesFound: 0,
  filesDone: 0,
};

/** Recipients as they are stored; null for none. @throws AppError `invalid` */
const storedRecipients = (text: string | null): string | null => {
  const lines = splitRecipients(text ?? '');
  const fault = faultOfRecipients(lines);
  if (fault !== null) throw invalid([{ field: 'email_recipients', message: `email_recipients ${fault}` }]);
  return lines.length === 0 ? null : lines.join('\n');
};

/** The use cases of sites. */
export const createSitesService = (deps: SitesServiceDeps): SitesService => {
  const { store, schedules, history, problems, queue, checkUrl, vault, metas, logger } = deps;

  const readUrl = (field: string, text: string): string => {
    try {
      const url = checkUrl(text.trim());
      url.hash = '';
      return url.href;
    } catch (error) {
      if (!(error instanceof GuardError)) throw error;
      throw invalid([{ field, message: `${error.message} (${text.trim().slice(0, 100)})` }]);
    }
  };
  const readUrls = ({ url, urls }: CreateSiteBody): string[] => {
    if (url !== undefined && urls !== undefined)
      throw invalid([{ field: 'urls', message: 'urls can’t be given together with url' }]);
    if (url !== undefined) return [readUrl('url', url)];
    const lines = (typeof urls === 'string' ? urls.split(/\r?\n/) : (urls ?? []))
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines.length === 0) throw invalid([{ field: 'url', message: 'url is required' }]);
    if (lines.length > MOST_URLS)
      throw invalid([{ field: 'urls', message: `urls must have at most ${MOST_URLS} addresses` }]);
    return [...new Set(lines.map((line) => readUrl('urls', line)))];
  };
  const find = async (organisation: string, id: number): Promise<Site> => {
    const site = await store.find(organisation, id);
    if (site === undefined) throw notFound('site');
    return site;
  };
  const track = async (sites: readonly Site[]): Promise<TrackedSite[]> => {
    const [progress, found] = await Promise.all([
      store.progress(sites.map(({ newest }) => newest.id)),
      schedules.of(sites.map(({ id }) => id)),
    ]);
    return sites.map((site) => ({
      site,
      progress: progress.get(site.newest.id) ?? NOTHING,
      schedule: found.get(site.id) ?? null,
    }));
  };
  const trackOne = async (site: Site): Promise<TrackedSite> => {
    const [tracked] = await track([site]);
    if (tracked === undefined) throw notFound('site');
    return tracked;
  };
  const show = async (organisation: string, id: number): Promise<TrackedSite> =>
    trackOne(await find(organisation, id));

  /** The crawl that a request names, or the one that is shown. */
  const crawlOf = async (organisation: string, id: number, crawl: number | undefined): Promise<Crawl> => {
    const site = await find(organisation, id);
    const found = crawl === undefined ? site.shown : await store.crawl(id, crawl);
    if (found === undefined) throw notFound('crawl');
    return found;
  };
  const kindOf = (id: string) => {
    const meta = metas.get(id);
    const kind = PROBLEM_KINDS[id] ?? meta;
    return {
      id,
      title: meta?.failureTitle ?? kind?.title ?? id,
      category: kind?.category ?? 'content',
      importance: kind?.importance ?? 'low',
    };
  };
  const present = ({ id, total, items }: FoundProblem): SiteProblem => ({ ...kindOf(id), total, items });

  const problemsOf = async (crawlId: number, items: number): Promise<SiteProblem[]> => {
    const found = [
      ...(await problems.structural(crawlId, items)),
      ...(await problems.byCheck(crawlId, items)),
    ];
    return found
      .map(present)
      .sort((a, b) => importanceRank(a.importance) - importanceRank(b.importance) || b.total - a.total);
  };
  const placesOf = async function* (
    crawlId: number,
    found: readonly SiteProblem[],
  ): AsyncGenerator<SitePlace> {
    const byId = new Map(found.map((problem) => [problem.id, problem]));
    for await (const { id, url, note } of problems.places(crawlId, [...byId.keys()], MOST_PLACES)) {
      const problem = byId.get(id);
      if (problem !== undefined) yield { problem, url, note };
    }
  };
  const compareProblems = (from: Crawl, to: Crawl): ChangedProblem[] => {
    const [before, after] = [from.summary?.problems ?? {}, to.summary?.problems ?? {}];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((id) => ({ ...kindOf(id), before: before[id] ?? 0, after: after[id] ?? 0 }))
      .filter((problem) => problem.before !== problem.after)
      .sort(
        (a, b) =>
          importanceRank(a.importance) - importanceRank(b.importance) ||
          b.after - b.before - (a.after - a.before),
      );
  };
  const toSettings = (
    body: UpdateSiteBody,
    passwordHash: ChangedPasswordHash,
    credentials: string | null | undefined,
  ) => ({
    ...(body.max_pages === undefined ? {} : { maxPages: body.max_pages }),
    ...(body.render_pages === undefined ? {} : { renderPages: body.render_pages }),
    ...(body.privacy === undefined ? {} : { privacy: body.privacy }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(credentials === undefined ? {} : { credentials }),
  });
  const start = (crawlId: number): Promise<void> =>
    queue.enqueue(crawlId).catch((error: unknown) => {
      logger.warn({ err: error, site: crawlId }, 'could not enqueue a crawl; it will be recovered');
    });
  const settingsOf = async (current: ScheduleSettings, body: PutScheduleBody): Promise<ScheduleSettings> => {
    const { email_recipients: lines, timezone } = body;
    if (timezone !== undefined && !(await schedules.knowsTimezone(timezone)))
      throw invalid([
        { field: 'timezone', message: 'timezone must be an IANA time zone such as Europe/Berlin' },
      ]);
    return {
      frequency: body.frequency ?? current.frequency,
      weekday: body.weekday ?? current.weekday,
      hour: body.hour ?? current.hour,
      timezone: timezone ?? current.timezone,
      email: body.email ?? current.email,
      language: body.language ?? current.language,
      emailRecipients: lines === undefined ? current.emailRecipients : storedRecipients(lines),
    };
  };

  return {
    async create(organisation, body, passwordHash) {
      const urls = readUrls(body);
      const follows = body.urls === undefined;
      const place = sitePlace(organisation, urls[0] ?? '');
      const credentials = vault.change(body, place) ?? null;
      if (credentials !== null) refuseSeveralOrigins(urls);
      const site = await store.insert({
        organisation,
        urls,
        follows,
        maxPages: follows ? body.max_pages : urls.length,
        renderPages: body.render_pages,
        privacy: body.privacy,
        passwordHash: passwordHash ?? null,
        credentials,
      });
      return { site, progress: { ...NOTHING, found: urls.length }, schedule: null };
    },
    start,
    show,
    async findByPageKey(key) {
      const site = await store.findByPageKey(key);
      return site && trackOne(site);
    },
    async list(organisation, { page, per_page, scheduled }) {
      const filter = { page, perPage: per_page, isScheduled: scheduled === 1 };
      const { sites, total } = await store.list(organisation, filter);
      return { sites: await track(sites), total };
    },
    async update(organisation, id, body, passwordHash) {
      const site = await store.update(organisation, id, (current) => {
        const credentials = vault.change(body, sitePlace(organisation, current.url), current.credentials);
        const settings = toSettings(body, passwordHash, credentials);
        return current.follows ? settings : { ...settings, maxPages: current.maxPages };
      });
      if (site === undefined) throw notFound('site');
      return trackOne(site);
    },
    async crawlAgain(organisation, id) {
      const crawl = await store.insertCrawl(await find(organisation, id));
      if (crawl === undefined) throw conflict('This site is being crawled.');
      return crawl;
    },
    async crawls(organisation, id, { page, per_page }) {
      await find(organisation, id);
      return store.crawls(id, page, per_page);
    },
    crawl: (organisation, id, crawlId) => crawlOf(organisation, id, crawlId),
    async changes(organisation, id, query) {
      const to = await crawlOf(organisation, id, query.to);
      const earlier = query.from ?? (await history.before(id, to.id))?.id;
      if (earlier === undefined) throw conflict('There is no earlier crawl to compare with.');
      const from = await crawlOf(organisation, id, earlier);
      return {
        from,
        to,
        sameRules: from.summary !== null && from.summary.rules === to.summary?.rules,
        changes: await history.listChanges(from.id, to.id, MOST_ITEMS),
        problems: compareProblems(from, to),
      };
    },
    async pages(organisation, id, { page, per_page, check, crawl, sort_by }) {
      const { id: crawlId } = await crawlOf(organisation, id, crawl);
      return store.pages(crawlId, { page, perPage: per_page, check, sort: sort_by });
    },
    async problems(organisation, id, crawl) {
      return problemsOf((await crawlOf(organisation, id, crawl)).id, MOST_ITEMS);
    },
    async places(organisation, id, crawl) {
      const { id: crawlId } = await crawlOf(organisation, id, crawl);
      return placesOf(crawlId, await problemsOf(crawlId, 0));
    },
    async cancel(organisation, id) {
      await find(organisation, id);
      await store.cancel(id);
      return show(organisation, id);
    },
    async remove(organisation, id) {
      if (!(await store.remove(organisation, id))) throw notFound('site');
    },
    async schedule(organisation, id) {
      const { schedule } = await show(organisation, id);
      if (schedule === null) throw notFound('schedule');
      return schedule;
    },
    async putSchedule(organisation, id, body) {
      const { schedule } = await show(organisation, id);
      return schedules.put(organisation, id, await settingsOf(schedule ?? USUAL_SCHEDULE, body));
    },
    async removeSchedule(organisation, id) {
      await find(organisation, id);
      if (!(await schedules.remove(id))) throw notFound('schedule');
    },
    async runDue() {
      for (const { siteId, organisation } of await schedules.takeDue(BATCH))
        try {
          // A site that is still being crawled has its turn next time.
          const crawl = await store.insertCrawl(await find(organisation, siteId));
          if (crawl !== undefined) await start(crawl.id);
        } catch (error) {
          logger.error({ err: error, site: siteId }, 'could not run the schedule of a site');
          await schedules.postpone(siteId).catch(() => undefined);
        }
    },
  };
};
