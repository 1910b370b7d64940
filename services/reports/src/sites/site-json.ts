import { toCsv } from '@platform/http';

import { failureText } from '../runs/failure.ts';
import type { FailureCode } from '../runs/failure.ts';
import type { SitePage, SitePlace } from './site.ts';
import type { TrackedSite } from './tracked-site.ts';

const OWN_SENTENCES: Readonly<Record<string, string>> = {
  robots: 'The site’s robots.txt disallows the start address.',
  robots_unavailable: 'The site’s robots.txt can’t be read, so no page may be visited.',
};

const sentenceOf = (error: string | null): string | null =>
  error === null ? null : (OWN_SENTENCES[error] ?? failureText(error as FailureCode));

/** A site as the API shows it. */
export const presentSite = ({ site, progress }: TrackedSite) => ({
  id: site.id,
  url: site.url,
  host: site.host,
  mode: site.follows ? 'crawl' : 'list',
  max_pages: site.maxPages,
  has_credentials: site.hasCredentials,
  status: site.status,
  error: site.error,
  error_message: sentenceOf(site.error),
  progress: {
    found: progress.found,
    done: progress.done,
    external_found: progress.externalFound,
    external_done: progress.externalDone,
  },
  created_at: site.createdAt.toISOString(),
  started_at: site.startedAt?.toISOString() ?? null,
  finished_at: site.finishedAt?.toISOString() ?? null,
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
] as const;

/** The pages of a site as CSV, one line each. */
export const pagesCsv = (pages: readonly SitePage[]): string =>
  toCsv(
    PAGE_COLUMNS,
    pages.map((page) => {
      const shown = presentSitePage(page);
      return PAGE_COLUMNS.map((column) => {
        const value = shown[column];
        return typeof value === 'boolean' ? String(value) : value;
      });
    }),
  );

const PROBLEM_COLUMNS = ['problem', 'title', 'category', 'importance', 'url', 'note'];
const PROBLEM_HEADER = toCsv(PROBLEM_COLUMNS, []);
/** Lines that are written at once. */
const LINES = 500;

/** The problems of a site as CSV, one line for each place, in pieces of some hundred lines. */
export const problemsCsv = async function* (places: AsyncIterable<SitePlace>): AsyncGenerator<string> {
  let rows: (string | null)[][] = [];
  const piece = (): string => toCsv(PROBLEM_COLUMNS, rows).slice(PROBLEM_HEADER.length);
  yield PROBLEM_HEADER;
  for await (const { problem, url, note } of places) {
    rows.push([problem.id, problem.title, problem.category, problem.importance, url, note]);
    if (rows.length < LINES) continue;
    yield piece();
    rows = [];
  }
  yield piece();
};
