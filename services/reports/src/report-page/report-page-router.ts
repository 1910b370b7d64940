import { createHash } from 'node:crypto';
import { createProtectedPageRouter, languageOf, PRIVACY, sendPage } from '@platform/page-access';
import type { Html, Language, Page, PageAccess } from '@platform/page-access';
import { LANGUAGES, notFound } from '@platform/errors';
import type { IdentityVerifier } from '@platform/identity';
import type { Logger } from '@platform/runtime';
import { Router } from 'express';
import type { RequestHandler } from 'express';
import type { CheckRegistry } from '../checks/registry.ts';
import { protectedPage } from '../reports/report-json.ts';
import type { ReportsService } from '../reports/reports-service.ts';
import type { RunsStore } from '../runs/runs-store.ts';
import { PAGE_POLICY, pageShell } from './page-shell.ts';
import { renderReportPage } from './render-report-page.ts';
import { textsIn } from './texts/texts.ts';
import { checksView } from './views/checks-view.ts';
import { messageView, passwordView } from './views/message-view.ts';
import { waterfallView } from './views/waterfall-view.ts';
import type { Rating } from '../audit/rating.ts';

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
  logger: Logger;
}

/** Results that the chart shows at most. */
const TREND_POINTS = 100;
const PENDING_REFRESH_SECONDS = 3;
const pageOf = (language: Language, markup: Html, headers: Page['headers'] = {}): Page => ({
  markup,
  headers: {
    'Content-Security-Policy': PAGE_POLICY,
    'Content-Language': language,
    'X-Robots-Tag': 'noindex, nofollow',
    ...headers,
  },
});

/** The public report pages (`/r/{key}`) and the documentation of the checks (`/r/checks`). */
export const createReportPageRouter = (deps: ReportPageRouterDeps): RequestHandler => {
  const { reports, runs, access, identity, registry, logger } = deps;
  const metas = new Map(registry.checks.map(({ meta }) => [meta.id, meta]));
  const checksPages = new Map(
    LANGUAGES.map((language) => {
      const texts = textsIn(language);
      const markup = pageShell({ language, title: texts.checksTitle, body: checksView(registry, texts) });
      return [language, pageOf(language, markup, { 'Cache-Control': 'public, max-age=3600' })];
    }),
  );

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
        const language = languageOf(request);
        const previous = run && (await runs.lastGenerated(report.id, run.id));
        const trend = run ? await runs.scores(report.id, TREND_POINTS) : [];
        const refresh: Page['headers'] =
          report.status === 'pending' ? { Refresh: String(PENDING_REFRESH_SECONDS) } : {};
        const markup = renderReportPage(report, run, metas, language, previous, trend);
        return pageOf(language, markup, refresh);
      },
      routes: (router, open) => {
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
          const facts = decision === 'granted' ? subject.run?.facts : undefined;
          if (facts?.browser?.requests === undefined) throw notFound('page');
          response.setHeader('Cache-Control', 'private, no-cache');
          response.vary('Accept-Language');
          response
            .type('image/svg+xml')
            .send(waterfallView(facts.browser, facts.finalUrl, textsIn(languageOf(request))).toString());
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
      askPassword: (_subject, action, message, language) => {
        const texts = textsIn(language);
        const body = passwordView(action, message ?? null, texts);
        return pageOf(language, pageShell({ language, title: texts.passwordTitle, body }));
      },
      tell: (fault, language) => {
        const texts = textsIn(language);
        const { heading, text } = texts[fault];
        return pageOf(
          language,
          pageShell({ language, title: texts.kicker, body: messageView(heading, text) }),
        );
      },
    },
  );

  const router = Router({ caseSensitive: true });
  router.get('/r/checks', async (request, response) => {
    const page = checksPages.get(languageOf(request));
    if (page !== undefined) await sendPage(request, response, 200, page);
  });
  router.use(reportPages);
  return router;
};
