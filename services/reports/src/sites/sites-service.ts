import { invalid, notFound } from '@platform/errors';
import { GuardError } from '@platform/guard';
import type { Logger } from '@platform/runtime';
import type { CredentialVault } from '../credentials/credential-vault.ts';
import { sitePlace } from '../credentials/credential-vault.ts';
import type { CheckMeta } from '../checks/check.ts';
import type { CrawlQueue } from './crawl-queue.ts';
import type { FoundProblem, SiteProblemsStore } from './site-problems-store.ts';
import type { Site, SitePage, SitePlace, SiteProblem, SiteProgress, TrackedSite } from './site.ts';
import type { CreateSiteBody, ListSitesQuery, SitePagesQuery } from './sites-schema.ts';
import type { SitesStore } from './sites-store.ts';

/** Title, category and importance of a problem of a whole site. */
interface ProblemKind {
  readonly title: string;
  readonly category: string;
  readonly importance: string;
}

const IMPORTANCES = ['critical', 'high', 'medium', 'low', 'informative'];

/** Problems that only show when all pages are seen together. */
const PROBLEM_KINDS: Readonly<Record<string, ProblemKind>> = {
  'broken-links': { title: 'Links lead nowhere', category: 'links', importance: 'critical' },
  'error-pages': { title: 'Pages answer with an error', category: 'links', importance: 'critical' },
  'redirected-links': { title: 'Links lead to a redirect', category: 'links', importance: 'low' },
  'duplicate-titles': { title: 'Several pages share a title', category: 'duplicates', importance: 'high' },
  'duplicate-descriptions': {
    title: 'Several pages share a meta description',
    category: 'duplicates',
    importance: 'medium',
  },
  'duplicate-content': {
    title: 'Several pages have almost the same text',
    category: 'duplicates',
    importance: 'high',
  },
  'orphan-pages': { title: 'No page links to them', category: 'structure', importance: 'medium' },
  'deep-pages': { title: 'Pages are many clicks from the start', category: 'structure', importance: 'low' },
  'blocked-pages': {
    title: 'The sitemap names pages that robots.txt disallows',
    category: 'structure',
    importance: 'high',
  },
  'unindexable-in-sitemap': {
    title: 'The sitemap names pages that can’t be indexed',
    category: 'structure',
    importance: 'medium',
  },
  'canonical-targets': {
    title: 'Canonical addresses lead to a page that can’t be indexed',
    category: 'structure',
    importance: 'high',
  },
  'hreflang-returns': {
    title: 'Language versions don’t link back',
    category: 'structure',
    importance: 'medium',
  },
};

/** The order of importance, the most important first. */
const importanceRank = (importance: string): number => IMPORTANCES.indexOf(importance);

export interface SitesServiceDeps {
  store: SitesStore;
  problems: SiteProblemsStore;
  queue: Pick<CrawlQueue, 'enqueue'>;
  /** Parses a URL and checks that crawls may reach it. @throws GuardError `blocked` */
  checkUrl: (url: string) => URL;
  vault: Pick<CredentialVault, 'change'>;
  /** The checks, by id. */
  metas: ReadonlyMap<string, CheckMeta>;
  logger: Logger;
}

/** Methods with an organisation throw AppError `not_found` for another organisation’s site. */
export interface SitesService {
  /** @throws AppError `invalid` that names the address a list can’t have */
  create(organisation: string, body: CreateSiteBody): Promise<TrackedSite>;
  /** Starts the crawl of a site that is committed. */
  start(tracked: TrackedSite): Promise<void>;
  show(organisation: string, id: number): Promise<TrackedSite>;
  list(
    organisation: string,
    query: ListSitesQuery,
  ): Promise<{ sites: readonly TrackedSite[]; total: number }>;
  pages(
    organisation: string,
    id: number,
    query: SitePagesQuery,
  ): Promise<{ pages: readonly SitePage[]; total: number }>;
  /** Lists the problems so far, the most important first. */
  problems(organisation: string, id: number): Promise<readonly SiteProblem[]>;
  /** The places of each problem, the most important problems first. */
  places(organisation: string, id: number): Promise<AsyncIterable<SitePlace>>;
  /** Ends a crawl; one that is done stays as it is. */
  cancel(organisation: string, id: number): Promise<TrackedSite>;
  remove(organisation: string, id: number): Promise<void>;
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
const NOTHING: SiteProgress = { found: 0, done: 0, externalFound: 0, externalDone: 0 };

/** The use cases of sites. */
export const createSitesService = (deps: SitesServiceDeps): SitesService => {
  const { store, problems, queue, checkUrl, vault, metas, logger } = deps;

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
    const progress = await store.progress(sites.map(({ id }) => id));
    return sites.map((site) => ({ site, progress: progress.get(site.id) ?? NOTHING }));
  };
  const show = async (organisation: string, id: number): Promise<TrackedSite> => {
    const [tracked] = await track([await find(organisation, id)]);
    if (tracked === undefined) throw notFound('site');
    return tracked;
  };
  const present = ({ id, total, items }: FoundProblem): SiteProblem => {
    const meta = metas.get(id);
    const kind = PROBLEM_KINDS[id] ?? meta;
    return {
      id,
      title: meta?.failureTitle ?? kind?.title ?? id,
      category: kind?.category ?? 'content',
      importance: kind?.importance ?? 'low',
      total,
      items,
    };
  };

  const problemsOf = async (organisation: string, id: number, items: number): Promise<SiteProblem[]> => {
    await find(organisation, id);
    const found = [...(await problems.structural(id, items)), ...(await problems.byCheck(id, items))];
    return found
      .map(present)
      .sort((a, b) => importanceRank(a.importance) - importanceRank(b.importance) || b.total - a.total);
  };
  const placesOf = async function* (
    siteId: number,
    found: readonly SiteProblem[],
  ): AsyncGenerator<SitePlace> {
    const byId = new Map(found.map((problem) => [problem.id, problem]));
    for await (const { id, url, note } of problems.places(siteId, [...byId.keys()], MOST_PLACES)) {
      const problem = byId.get(id);
      if (problem !== undefined) yield { problem, url, note };
    }
  };

  return {
    async create(organisation, body) {
      const urls = readUrls(body);
      const follows = body.urls === undefined;
      const maxPages = follows ? body.max_pages : urls.length;
      const place = sitePlace(organisation, urls[0] ?? '');
      const credentials = vault.change(body, place) ?? null;
      if (credentials !== null) refuseSeveralOrigins(urls);
      const site = await store.insert({ organisation, urls, follows, maxPages, credentials });
      return { site, progress: { ...NOTHING, found: urls.length } };
    },
    start: ({ site }) =>
      queue.enqueue(site.id).catch((error: unknown) => {
        logger.warn({ err: error, site: site.id }, 'could not enqueue a site; it will be recovered');
      }),
    show,
    async list(organisation, { page, per_page }) {
      const { sites, total } = await store.list(organisation, page, per_page);
      return { sites: await track(sites), total };
    },
    async pages(organisation, id, { page, per_page, check }) {
      await find(organisation, id);
      return store.pages(id, { page, perPage: per_page, check });
    },
    problems: (organisation, id) => problemsOf(organisation, id, MOST_ITEMS),
    async places(organisation, id) {
      const found = await problemsOf(organisation, id, 0);
      return placesOf(id, found);
    },
    async cancel(organisation, id) {
      await store.cancel(organisation, id);
      return show(organisation, id);
    },
    async remove(organisation, id) {
      if (!(await store.remove(organisation, id))) throw notFound('site');
    },
  };
};
