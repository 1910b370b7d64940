import { createHash } from 'node:crypto';
import { notFound } from '@platform/errors';
import type { IdentityVerifier } from '@platform/identity';
import { createProtectedPageRouter, pageLanguage, PRIVACY, sendPage } from '@platform/page-access';
import type { Page, PageAccess } from '@platform/page-access';
import { createPageFilesRouter } from '@platform/pages';
import type { BuiltPages, ReportPages } from '@platform/pages';
import type { Logger } from '@platform/runtime';
import { Router } from 'express';
import type { RequestHandler } from 'express';
import type { CheckRegistry } from '../checks/registry.ts';
import { presentResult, protectedPage } from '../reports/report-json.ts';
import type { ReportsService } from '../reports/reports-service.ts';
import type { RunsStore } from '../runs/runs-store.ts';
import { checksContent, reportContent, searchOf, toPage } from './page-content.ts';
import type { Rating } from '../audit/score.ts';

const COLORS: Record<Rating, string> = { good: '#1a7f37', decent: '#9a6700', bad: '#cf222e' };
const LABEL_WIDTH = 86;
const VALUE_WIDTH = 60;

/** A badge in SVG: “page report” and the score, in the rating’s colour. */
const scoreBadge = (score: number | null, rating: Rating | null): string => {
  const value = score === null ? 'pending' : `${score} / 100`;
  const color = rating === null ? '#57606a' : COLORS[rating];
  const width = LABEL_WIDTH + VALUE_WIDTH;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="page report: ${value}">
<rect width="${LABEL_WIDTH}" height="20" fill="#24292f"/><rect x="${LABEL_WIDTH}" width="${VALUE_WIDTH}" height="20" fill="${color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="${LABEL_WIDTH / 2}" y="14">page report</text><text x="${LABEL_WIDTH + VALUE_WIDTH / 2}" y="14">${value}</text>
</g></svg>\n`;
};

export interface ReportPageRouterDeps {
  reports: Pick<ReportsService, 'findByPageKey'>;
  runs: Pick<RunsStore, 'lastGenerated' | 'scores' | 'screenshot'>;
  access: Pick<PageAccess, 'decide' | 'unlock'>;
  identity: IdentityVerifier;
  registry: CheckRegistry;
  built: () => Promise<BuiltPages<ReportPages>>;
  logger: Logger;
}

/** Results that the chart shows at most. */
const TREND_POINTS = 100;
const PENDING_REFRESH_SECONDS = 3;
const CHECKS_CACHING = { 'Cache-Control': 'public, max-age=3600' };

/** The public report pages (`/r/{key}`) and the documentation of the checks (`/r/checks`). */
export const createReportPageRouter = (deps: ReportPageRouterDeps): RequestHandler => {
  const { reports, runs, access, identity, registry, built, logger } = deps;

  const reportPages = createProtectedPageRouter(
    { access, identity, logger },
    {
      path: '/r/:key',
      keyPattern: /^[\w-]{16}$/,
      find: (key) => reports.findByPageKey(key),
      pageOf: ({ report }) => protectedPage(report),
      organisationOf: ({ report }) => report.organisation,
      ownerScope: 'reports:read',
      show: async ({ report, run }, request) => {
        const language = pageLanguage(request);
        const previous = run && (await runs.lastGenerated(report.id, run.id));
        const trend = run ? await runs.scores(report.id, TREND_POINTS) : [];
        const refresh: Page['headers'] =
          report.status === 'pending' ? { Refresh: String(PENDING_REFRESH_SECONDS) } : {};
        const content = reportContent({ report, run, previous, trend }, language);
        const { pages } = await built();
        return toPage(pages.report({ content, language, search: searchOf(request) }), language, refresh);
      },
      routes: (router, open) => {
        router.use(createPageFilesRouter('/r/assets', built));
        router.get('/r/:key/badge.svg', async (request, response) => {
          const { subject, decision } = await open(request);
          if (decision !== 'granted') throw notFound('page');
          const { report } = subject;
          const caching = report.privacy === PRIVACY.open ? 'public, max-age=300' : 'private, no-cache';
          const badge = scoreBadge(report.score, report.result);
          response.setHeader('Cache-Control', caching);
          response.setHeader('ETag', `"${createHash('sha256').update(badge).digest('base64url')}"`);
          // Answers 304 where the client has this one.
          response.type('image/svg+xml').send(badge);
        });
        router.get('/r/:key/waterfall.svg', async (request, response) => {
          const { subject, decision } = await open(request);
          const run = decision === 'granted' ? subject.run : undefined;
          if (run?.facts?.browser?.requests === undefined) throw notFound('page');
          const language = pageLanguage(request);
          const { pages } = await built();
          response.setHeader('Cache-Control', 'private, no-cache');
          response.vary('Accept-Language');
          response
            .type('image/svg+xml')
            .send(pages.waterfall({ report: presentResult('', subject.report, run, language), language }));
        });
        router.get('/r/:key/screenshots/:device', async (request, response) => {
          const { subject, decision } = await open(request);
          const { device } = request.params;
          const isShown = decision === 'granted' && subject.run && typeof device === 'string';
          // Of another run of the same report, for comparison.
          const { run = subject.run?.id } = request.query;
          const isRun = typeof run === 'number' || (typeof run === 'string' && /^[1-9]\d{0,8}$/.test(run));
          const image =
            isShown && isRun ? await runs.screenshot(subject.report.id, Number(run), device) : undefined;
          if (image === undefined) throw notFound('page');
          response.setHeader('Cache-Control', 'private, no-cache');
          response.type('image/jpeg').send(image);
        });
      },
      askPassword: async (_subject, action, message, language) =>
        toPage((await built()).pages.password({ of: 'report', action, message, language }), language),
      tell: async (fault, language, advice) =>
        toPage((await built()).pages.fault({ of: 'report', fault, advice, language }), language),
    },
  );

  const router = Router({ caseSensitive: true });
  router.get('/r/checks', async (request, response) => {
    const language = pageLanguage(request);
    const { pages } = await built();
    const document = pages.checks({
      content: checksContent(registry, language),
      language,
      search: searchOf(request),
    });
    await sendPage(request, response, 200, toPage(document, language, CHECKS_CACHING));
  });
  router.use(reportPages);
  return router;
};
