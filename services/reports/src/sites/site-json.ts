import type { Language } from '@platform/errors';
import { toCsv } from '@platform/http';
import { recipientsOf } from '@platform/mailer';
import type { ProtectedPage } from '@platform/page-access';
import { rate, CATEGORY_TITLES } from '../audit/score.ts';
import { CATEGORIES } from '../checks/check.ts';
import {
  germanTexts,
  messageIn,
  noticeIn,
  placeNoteIn,
  titleIn,
  titlesIn,
} from '../checks/translate-check.ts';
import { failureText } from '../runs/run.ts';
import type { FailureCode } from '../runs/run.ts';
import type { ChangedPages, Crawl, Site, SitePage, SiteSchedule, TrackedSite } from './site.ts';
import type { ProblemItem, SitePlace } from './site-problems.ts';
import type { ComparedCrawls } from './sites-service.ts';

const OWN_SENTENCES: Readonly<Record<string, string>> = {
  robots: 'The site’s robots.txt disallows the start address.',
  robots_unavailable: 'The site’s robots.txt can’t be read, so no page may be visited.',
};

/** Why a crawl failed, as a sentence. */
export const sentenceOf = (error: string | null, language: Language): string | null =>
  error === null ? null : noticeIn(language, OWN_SENTENCES[error] ?? failureText(error as FailureCode));

/** The address of a site's page. */
export const siteUrl = (publicUrl: string, { pageKey }: Pick<Site, 'pageKey'>): string =>
  `${publicUrl}/r/sites/${pageKey}`;

/** The site’s page, as the access rules see it. */
export const protectedSitePage = ({ id, privacy, passwordHash, pageKey }: Site): ProtectedPage => ({
  kind: 'site',
  id,
  privacy,
  passwordHash,
  path: `/r/sites/${pageKey}`,
});

const resultOf = (score: number | null) => (score === null ? null : rate(score));

/** The mean scores of a crawl, in the order of categories. */
export const categoriesOf = ({ summary }: Pick<Crawl, 'summary'>, language: Language) =>
  CATEGORIES.flatMap((id) => {
    const score = summary?.categories[id];
    if (score === undefined) return [];
    return [{ id, title: titleIn(language, CATEGORY_TITLES[id]), score, result: rate(score) }];
  });

/** @param ownerEmail gets the e-mails for schedules without recipients */
export const presentSchedule = (schedule: SiteSchedule, ownerEmail: string | undefined) => ({
  frequency: schedule.frequency,
  weekday: schedule.weekday,
  hour: schedule.hour,
  timezone: schedule.timezone,
  email: schedule.email,
  email_recipients: schedule.emailRecipients,
  language: schedule.language,
  email_goes_to: schedule.email === 1 ? recipientsOf(schedule.emailRecipients, ownerEmail) : [],
  next_at: schedule.nextAt.toISOString(),
  last_at: schedule.lastAt?.toISOString() ?? null,
});

/**
 * Base address of the pages of sites, the language for people, and the recipient of e-mails without
 * one.
 */
export interface SiteTelling {
  readonly publicUrl: string;
  readonly ownerEmail: string | undefined;
  readonly language: Language;
}

/** A site as the API shows it. */
export const presentSite = (
  { site, progress, schedule }: TrackedSite,
  { publicUrl, ownerEmail, language }: SiteTelling,
) => ({
  id: site.id,
  url: site.url,
  host: site.newest.host,
  mode: site.follows ? 'crawl' : 'list',
  max_pages: site.maxPages,
  render_pages: site.renderPages,
  score: site.shown.score,
  result: resultOf(site.shown.score),
  score_before: site.scoreBefore,
  got_worse: site.shown.gotWorse || (site.newest.status === 'failed' && site.newest.gotWorse),
  categories: categoriesOf(site.shown, language),
  crawl_id: site.newest.id,
  shown_crawl_id: site.shown.id,
  privacy: site.privacy,
  has_password: site.passwordHash !== null,
  site_url: siteUrl(publicUrl, site),
  schedule: schedule === null ? null : presentSchedule(schedule, ownerEmail),
  has_credentials: site.credentials !== null,
  status: site.newest.status,
  error: site.newest.error,
  error_message: sentenceOf(site.newest.error, language),
  progress: {
    found: progress.found,
    done: progress.done,
    external_found: progress.externalFound,
    external_done: progress.externalDone,
    files_found: progress.filesFound,
    files_done: progress.filesDone,
  },
  created_at: site.createdAt.toISOString(),
  started_at: site.newest.startedAt?.toISOString() ?? null,
  finished_at: site.newest.finishedAt?.toISOString() ?? null,
});

/** A crawl as the API shows it. */
export const presentCrawl = (siteId: number, crawl: Crawl, language: Language) => ({
  id: crawl.id,
  site_id: siteId,
  status: crawl.status,
  error: crawl.error,
  error_message: sentenceOf(crawl.error, language),
  score: crawl.score,
  result: resultOf(crawl.score),
  categories: categoriesOf(crawl, language),
  got_worse: crawl.gotWorse,
  pages: crawl.summary?.pages ?? null,
  errors: crawl.summary?.errors ?? null,
  broken: crawl.summary?.broken ?? null,
  cut: crawl.summary?.isCut ?? null,
  changes: crawl.changes,
  created_at: crawl.createdAt.toISOString(),
  started_at: crawl.startedAt?.toISOString() ?? null,
  finished_at: crawl.finishedAt?.toISOString() ?? null,
});

const changedPages = ({ total, items }: ChangedPages): ChangedPages => ({
  total,
  items: items.map(({ url, before, after }) => ({ url, before, after })),
});

/** Differences between two crawls, as the API shows them. */
export const presentChanges = (siteId: number, compared: ComparedCrawls, language: Language) => ({
  from: presentCrawl(siteId, compared.from, language),
  to: presentCrawl(siteId, compared.to, language),
  same_rules: compared.sameRules,
  new_broken: changedPages(compared.changes.new_broken),
  mended_broken: changedPages(compared.changes.mended_broken),
  appeared: changedPages(compared.changes.appeared),
  vanished: changedPages(compared.changes.vanished),
  failing: changedPages(compared.changes.failing),
  fell: changedPages(compared.changes.fell),
  rose: changedPages(compared.changes.rose),
  problems: compared.problems.map((problem) => ({ ...problemIn(language, problem) })),
});

/** A page of a site as the API shows it. */
export const presentSitePage = (page: SitePage) => ({
  id: page.id,
  url: page.url,
  status: page.state,
  depth: page.depth,
  http_status: page.httpStatus,
  error: page.error,
  final_url: page.finalUrl,
  media_type: page.mediaType,
  title: page.title,
  description: page.description,
  canonical: page.canonical,
  words: page.words,
  indexable: page.isIndexable,
  in_sitemap: page.inSitemap,
  findings: page.findings,
  score: page.score,
  redirects: page.redirects.map(({ url, status }) => ({ url, status })),
  soft_404: page.isSoft404,
  rendered: page.rendered === null ? null : { ...page.rendered },
  fetched_at: page.fetchedAt?.toISOString() ?? null,
});

const PAGE_COLUMNS = [
  'url',
  'status',
  'depth',
  'http_status',
  'error',
  'final_url',
  'media_type',
  'title',
  'description',
  'canonical',
  'words',
  'indexable',
  'in_sitemap',
  'findings',
  'fetched_at',
  'score',
  'redirects',
  'soft_404',
] as const;

/** The pages of a site as CSV, one line each. */
export const pagesCsv = (pages: readonly SitePage[]): string =>
  toCsv(
    PAGE_COLUMNS,
    pages.map((page) => {
      const shown = presentSitePage(page);
      return PAGE_COLUMNS.map((column) => {
        const value = column === 'redirects' ? page.redirects.length : shown[column];
        return typeof value === 'boolean' ? String(value) : value;
      });
    }),
  );

/**
 * A problem with the title of its check, or of its own, and with what the check found, for people who read
 * a language.
 */
export const problemIn = <Problem extends { id: string; title: string; items?: readonly ProblemItem[] }>(
  language: Language,
  problem: Problem,
): Problem => {
  const { id, title, items } = problem;
  const { fail } = titlesIn(language, id, { pass: title, fail: titleIn(language, title) });
  if (items === undefined) return { ...problem, title: fail };
  return {
    ...problem,
    title: fail,
    items: items.map((item) => ({ ...item, note: noteIn(language, id, item) })),
  };
};

/** The fault at a place: a finding of a check in words, or what a link leads to. */
const noteIn = (language: Language, id: string, { note }: ProblemItem): string | null => {
  if (note === null) return null;
  return germanTexts(id) === undefined ? placeNoteIn(language, id, note) : messageIn(language, id, note);
};

const PROBLEM_COLUMNS = ['problem', 'title', 'category', 'importance', 'url', 'note'];
const PROBLEM_HEADER = toCsv(PROBLEM_COLUMNS, []);
/** Lines that are written at once. */
const LINES = 500;

/** The problems of a site as CSV, one line for each place, in pieces of some hundred lines. */
export const problemsCsv = async function* (
  places: AsyncIterable<SitePlace>,
  language: Language,
): AsyncGenerator<string> {
  let rows: (string | null)[][] = [];
  const piece = (): string => toCsv(PROBLEM_COLUMNS, rows).slice(PROBLEM_HEADER.length);
  yield PROBLEM_HEADER;
  for await (const { problem, url, note } of places) {
    const shown = noteIn(language, problem.id, { url, note });
    rows.push([
      problem.id,
      problemIn(language, problem).title,
      problem.category,
      problem.importance,
      url,
      shown,
    ]);
    if (rows.length < LINES) continue;
    yield piece();
    rows = [];
  }
  yield piece();
};
