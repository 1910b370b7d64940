import { ApiError } from '@platform/client';
import type { Item, Output } from '@platform/client';

import { platform } from '../../../session/platform.ts';
import { may } from '../../../session/session.ts';

/** Answers of a gateway behind which nobody serves an area, and of a service that has no such part. */
const ABSENT = new Set([404, 502, 503]);

/**
 * Asks a service that may not be deployed.
 * @returns undefined where nobody answers for it, so that its part of a screen is left out
 */
export const ifDeployed = async <Data>(asked: PromiseLike<Data>): Promise<Data | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && ABSENT.has(error.status)) return undefined;
    throw error;
  }
};

let hasReportsService: Promise<boolean> | undefined;

/** True if this session may read page reports, and a service answers for them. Asked once a tab. */
export const hasReports = (): Promise<boolean> => {
  if (!may('reports:read')) return Promise.resolve(false);
  hasReportsService ??= (async () => {
    const answer = await ifDeployed(platform.reports.list({}, { maxRetries: 0 }));
    return answer !== undefined;
  })();
  hasReportsService.catch(() => {
    hasReportsService = undefined;
  });
  return hasReportsService;
};

type Website = Output<'websites.show'>;
type ReportSummary = Item<'reports.list'>;

/** A report of a page, and the page as the website's statistics name it. */
export interface PageReport {
  readonly report: ReportSummary;
  readonly page: string;
}

/** Reports that are read of each host: the newest ones. */
const MOST_REPORTS = 100;
/** Addresses of which the service is asked what its rules make of them. */
const MOST_ASKED = 30;

/** True where a website's settings may name the page of this address otherwise than by its path. */
const needsRules = (website: Website, { search, hash }: URL): boolean =>
  search !== '' ||
  hash !== '' ||
  website.trailing_slash !== 'keep' ||
  (website.page_rules !== null && website.page_rules !== '');

/** The hosts whose pages a website counts without their names. */
const hostsOf = (domain: string): readonly string[] =>
  domain.startsWith('www.') ? [domain, domain.slice(4)] : [domain, `www.${domain}`];

/**
 * The page reports of a website, one a page: the newest with a result.
 * @returns undefined where no service answers for reports
 */
export const readPageReports = async (website: Website): Promise<readonly PageReport[] | undefined> => {
  const lists = await Promise.all(
    hostsOf(website.domain).map((project) =>
      ifDeployed(
        platform.reports.list({ project, per_page: MOST_REPORTS, sort_by: 'generated_at', sort: 'desc' }),
      ),
    ),
  );
  if (lists.every((list) => list === undefined)) return undefined;
  const reports = lists.flatMap((list) => list?.items ?? []);
  let asked = 0;
  const named = await Promise.all(
    reports.map(async (report): Promise<PageReport> => {
      const url = new URL(report.url);
      if (!needsRules(website, url) || ++asked > MOST_ASKED) return { report, page: url.pathname };
      const { page } = await platform.websites.exclusions.test(website.id, { url: report.url });
      return { report, page: page ?? url.pathname };
    }),
  );
  // Newest first, so the first of a page is the one to look at; one without a result gives way.
  const byPage = new Map<string, PageReport>();
  for (const one of named) {
    const known = byPage.get(one.page);
    if (!known || (known.report.score === null && one.report.score !== null)) byPage.set(one.page, one);
  }
  return [...byPage.values()];
};
