import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { notFound } from '@platform/errors';
import { authenticate, requestIdOf, toAppError } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { type AccessDecision, type Html, type PageAccess, PRIVACY } from '@platform/pages';
import type { Logger } from '@platform/runtime';
import {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
  urlencoded,
} from 'express';

import type { CheckRegistry } from '../checks/registry.ts';
import { protectedPage } from '../reports/report-json.ts';
import type { DetailedReport, ReportsService } from '../reports/reports-service.ts';
import type { RunsStore } from '../runs/runs-store.ts';
import { PAGE_POLICY, pageShell } from './page-shell.ts';
import { renderReportPage } from './render-report-page.ts';
import { checksView } from './views/checks-view.ts';
import { messageView, passwordView } from './views/other-views.ts';

export interface ReportPageRouterDeps {
  reports: Pick<ReportsService, 'findByPageKey'>;
  runs: Pick<RunsStore, 'lastGenerated'>;
  access: Pick<PageAccess, 'decide' | 'unlock'>;
  identity: IdentityVerifier;
  registry: CheckRegistry;
  logger: Logger;
}

const compress = promisify(gzip);
const KICKER = 'Page report';
const PENDING_REFRESH_SECONDS = 3;

/** The public pages of reports, and the documentation of the checks. */
export const createReportPageRouter = (deps: ReportPageRouterDeps): RequestHandler => {
  const { reports, runs, access, identity, registry, logger } = deps;
  const metas = new Map(registry.checks.map(({ meta }) => [meta.id, meta]));
  const checksPage = pageShell({
    title: 'What is checked – page report',
    kicker: KICKER,
    body: checksView(registry),
  });
  const router = Router({ caseSensitive: true });

  const send = async (request: Request, response: Response, status: number, page: Html): Promise<void> => {
    const markup = page.toString();
    response.status(status).setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('Vary', 'Accept-Encoding, Cookie, Authorization');
    if (request.acceptsEncodings('gzip') === false) response.send(markup);
    else response.setHeader('Content-Encoding', 'gzip').send(await compress(markup));
  };

  const isOwner = async (request: Request, organisation: string): Promise<boolean> => {
    const caller = await authenticate(request, identity, 'reports:read').catch((error: unknown) => {
      if (toAppError(error).kind === 'unavailable') throw error;
      return undefined;
    });
    return caller?.organisation === organisation;
  };

  const open = async (request: Request): Promise<DetailedReport & { decision: AccessDecision }> => {
    const { pageKey } = request.params;
    if (typeof pageKey !== 'string' || !/^[\w-]{16}$/.test(pageKey)) throw notFound('page');
    const { report, run } = await reports.findByPageKey(pageKey);
    const { access: link } = request.query;
    const decision = access.decide(protectedPage(report), {
      cookieHeader: request.get('cookie'),
      link: typeof link === 'string' ? link : undefined,
      isOwner: report.privacy !== PRIVACY.open && (await isOwner(request, report.organisation)),
    });
    // As if there was no such report: its address alone tells nothing.
    if (decision === 'denied') throw notFound('page');
    return { report, run, decision };
  };

  const askPassword = (
    request: Request,
    response: Response,
    status: number,
    path: string,
    error: string | null,
  ) =>
    send(
      request,
      response,
      status,
      pageShell({ title: 'Password – page report', kicker: KICKER, body: passwordView(path, error) }),
    );

  router.get('/r/checks', async (request, response) => {
    response.setHeader('Cache-Control', 'public, max-age=3600');
    await send(request, response, 200, checksPage);
  });

  router.get('/r/:pageKey', async (request, response) => {
    const { report, run, decision } = await open(request);
    if (decision === 'password') {
      await askPassword(request, response, 200, protectedPage(report).path, null);
      return;
    }
    if (report.status === 'pending') response.setHeader('Refresh', String(PENDING_REFRESH_SECONDS));
    const previous = run && (await runs.lastGenerated(report.id, run.id));
    await send(request, response, 200, renderReportPage(report, run, metas, previous));
  });

  router.post('/r/:pageKey', urlencoded({ extended: false, limit: '8kb' }), async (request, response) => {
    const { report, decision } = await open(request);
    const page = protectedPage(report);
    const { password } = (request.body ?? {}) as { password?: unknown };
    if (decision === 'password') {
      const typed = typeof password === 'string' ? password : '';
      const outcome = await access.unlock(page, typed, request.ip ?? '').catch((error: unknown) => {
        const refusal = toAppError(error);
        if (refusal.kind !== 'rate_limited') throw error;
        response.setHeader('Retry-After', String(refusal.retryAfterSeconds ?? 60));
        return 'too many' as const;
      });
      if (outcome === null) {
        await askPassword(request, response, 401, page.path, 'That is not the password.');
        return;
      }
      if (outcome === 'too many') {
        await askPassword(request, response, 429, page.path, 'Too many attempts. Please wait a few minutes.');
        return;
      }
      response.setHeader('Set-Cookie', outcome);
    }
    response.setHeader('Cache-Control', 'private, no-store');
    // See Other: the browser shows the report with GET, and going back asks for no form again.
    response.redirect(303, page.path);
  });

  const sendFault: ErrorRequestHandler = (error: unknown, request, response, next) => {
    const fault = toAppError(error);
    if (!request.path.startsWith('/r/') || response.headersSent) {
      next(error);
      return;
    }
    if (fault.kind === 'internal') {
      logger.error({ err: fault.cause ?? fault, request_id: requestIdOf(response) }, fault.message);
    }
    const isMissing = fault.kind === 'not_found';
    const status = isMissing
      ? 404
      : fault.kind === 'unavailable'
        ? 503
        : fault.kind === 'internal'
          ? 500
          : 400;
    const body = isMissing
      ? messageView(
          'There is no such report',
          'Perhaps its address was mistyped, it was deleted, or its owner keeps it private.',
        )
      : messageView('The report can’t be shown now', 'Please try again in a moment.');
    send(request, response, status, pageShell({ title: 'Page report', kicker: KICKER, body })).catch(next);
  };
  router.use(sendFault);
  return router;
};
