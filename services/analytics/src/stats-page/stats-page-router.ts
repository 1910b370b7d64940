import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { notFound } from '@platform/errors';
import { authenticate, requestIdOf, toAppError } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { PRIVACY } from '@platform/pages';
import type { AccessDecision, Html, PageAccess } from '@platform/pages';
import type { Logger } from '@platform/runtime';
import { Router, urlencoded } from 'express';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';

import type { Website } from '../websites/website.ts';
import { loadPageAssets } from './page-assets.ts';
import { pageQueryString, parsePageQuery } from './page-query.ts';
import type { PageQuery } from './page-query.ts';
import type { StatsPageService } from './stats-page-service.ts';
import { layout } from './views/layout.ts';
import { emptyView, messageView, passwordView } from './views/other-views.ts';
import { statsView } from './views/stats-view.ts';
import { createWorldMap } from './views/world-map.ts';
import { protectedPage, statsPath } from './website-page.ts';

export interface StatsPageRouterDeps {
  readonly findWebsite: (siteKey: string) => Promise<Website | undefined>;
  readonly pages: StatsPageService;
  readonly access: PageAccess;
  readonly identity: IdentityVerifier;
  /** The line that a website's owner puts into its pages. */
  readonly trackingCode: (website: Website) => string;
  readonly logger: Logger;
}

interface Shown {
  readonly title: string;
  readonly body: Html;
  readonly isIndexed?: boolean;
  readonly hasScript?: boolean;
  readonly refresh?: number;
}

const compress = promisify(gzip);

const REFRESH_SECONDS = 15;

/** Nothing inline, nothing foreign. Frames only where the owner has named the site that may have one. */
const policy = (website: Website | undefined): string => {
  const origins = (website?.embedOrigins ?? '').split('\n').filter((origin) => origin !== '');
  return [
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:",
    "form-action 'self'; base-uri 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`,
  ].join('; ');
};

const linkOf = (request: Request): string | undefined => {
  const { access } = request.query;
  return typeof access === 'string' ? access : undefined;
};

const queryOf = (request: Request): PageQuery =>
  parsePageQuery(new URL(request.originalUrl, 'http://page').searchParams);

/** The page that was asked for, also once the password is typed; without a link's token, which was no use. */
const addressOf = (request: Request, website: Website): string =>
  statsPath(website) + pageQueryString({ ...queryOf(request), access: undefined });

/** The public pages of the statistics. */
export const createStatsPageRouter = (deps: StatsPageRouterDeps): RequestHandler => {
  const { findWebsite, pages, access, identity, trackingCode, logger } = deps;
  const assets = loadPageAssets();
  const map = createWorldMap();
  const router = Router({ caseSensitive: true });

  const send = async (
    request: Request,
    response: Response,
    status: number,
    website: Website | undefined,
    shown: Shown,
  ): Promise<void> => {
    const isIndexed = shown.isIndexed ?? false;
    const markup = layout({
      ...{ title: shown.title, body: shown.body, isIndexed, refresh: shown.refresh },
      styleUrl: `/s/assets/${assets.style.name}`,
      scriptUrl: shown.hasScript === true ? `/s/assets/${assets.script.name}` : undefined,
    }).toString();
    response.status(status).setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', policy(website));
    response.removeHeader('X-Frame-Options');
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('Vary', 'Accept-Encoding, Cookie');
    if (!isIndexed) response.setHeader('X-Robots-Tag', 'noindex');
    if (request.acceptsEncodings('gzip') === false) response.send(markup);
    else response.setHeader('Content-Encoding', 'gzip').send(await compress(markup));
  };

  const isOwner = async (request: Request, website: Website): Promise<boolean> => {
    const caller = await authenticate(request, identity, 'stats:read').catch((error: unknown) => {
      if (toAppError(error).kind === 'unavailable') throw error;
      return undefined;
    });
    return caller?.organisation === website.organisation;
  };

  const open = async (request: Request): Promise<{ website: Website; decision: AccessDecision }> => {
    const { siteKey } = request.params;
    const website =
      typeof siteKey === 'string' && /^[\w-]{1,64}$/.test(siteKey) ? await findWebsite(siteKey) : undefined;
    if (website === undefined) throw notFound('page');
    const decision = access.decide(protectedPage(website), {
      cookieHeader: request.get('cookie'),
      link: linkOf(request),
      isOwner: website.privacy !== PRIVACY.open && (await isOwner(request, website)),
    });
    if (decision === 'denied') throw notFound('page');
    return { website, decision };
  };

  const askPassword = (
    request: Request,
    response: Response,
    status: number,
    website: Website,
    message?: string,
  ): Promise<void> =>
    send(request, response, status, website, {
      title: `Statistics of ${website.domain}`,
      body: passwordView(website.domain, addressOf(request, website), message),
    });

  const sendAsset: RequestHandler = (request, response, next) => {
    const asset = [assets.style, assets.script].find(({ name }) => name === request.params['name']);
    if (asset === undefined) {
      next(notFound('path'));
      return;
    }
    response.setHeader('Content-Type', asset.mediaType);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Vary', 'Accept-Encoding');
    if (request.acceptsEncodings('gzip') === false) response.send(asset.content);
    else response.setHeader('Content-Encoding', 'gzip').send(asset.gzipped);
  };
  router.get('/s/assets/:name', sendAsset);

  router.get('/s/:siteKey', async (request, response) => {
    const { website, decision } = await open(request);
    if (decision === 'password') {
      await askPassword(request, response, 200, website);
      return;
    }
    const site = { id: website.id, timezone: website.timezone };
    const query = queryOf(request);
    const token =
      query.access === undefined ? '' : `?${new URLSearchParams({ access: query.access }).toString()}`;
    const liveUrl = `${statsPath(website)}/live${token}`;
    const title = `Statistics of ${website.domain}`;
    const data = await pages.load(site, query);
    if (data === undefined) {
      const body = emptyView(website.domain, trackingCode(website), liveUrl);
      await send(request, response, 200, website, { title, body, hasScript: true, refresh: REFRESH_SECONDS });
      return;
    }
    const body = statsView({ domain: website.domain, query, data, map, liveUrl });
    await send(request, response, 200, website, {
      title,
      body,
      hasScript: true,
      isIndexed: website.privacy === PRIVACY.open,
    });
  });

  router.post('/s/:siteKey', urlencoded({ extended: false, limit: '4kb' }), async (request, response) => {
    const { website, decision } = await open(request);
    const { password } = (request.body ?? {}) as { password?: unknown };
    const cookie =
      decision === 'password' && typeof password === 'string'
        ? await access
            .unlock(protectedPage(website), password, request.ip ?? '')
            .catch(async (error: unknown) => {
              const refusal = toAppError(error);
              if (refusal.kind !== 'rate_limited') throw error;
              response.setHeader('Retry-After', String(refusal.retryAfterSeconds ?? 60));
              await askPassword(
                request,
                response,
                429,
                website,
                'Too many attempts. Please wait a few minutes.',
              );
              return undefined;
            })
        : null;
    if (cookie === undefined) return;
    if (cookie === null && decision === 'password') {
      await askPassword(request, response, 401, website, 'That is not the password.');
      return;
    }
    if (cookie !== null) response.setHeader('Set-Cookie', cookie);
    response.setHeader('Cache-Control', 'private, no-store');
    // See other: the browser loads the page with GET, and going back asks for no form again.
    response.redirect(303, addressOf(request, website));
  });

  router.get('/s/:siteKey/live', async (request, response) => {
    const { website, decision } = await open(request);
    if (decision !== 'granted') throw notFound('page');
    const site = { id: website.id, timezone: website.timezone };
    const [visitors, hasTraffic] = [await pages.liveVisitors(site), await pages.hasTraffic(site)];
    response.setHeader('Cache-Control', 'private, no-store');
    response.json({ visitors, has_traffic: hasTraffic });
  });

  const sendFault: ErrorRequestHandler = (error: unknown, request, response, next) => {
    const fault = toAppError(error);
    if (!request.path.startsWith('/s/') || response.headersSent) {
      next(error);
      return;
    }
    if (fault.kind === 'internal')
      logger.error({ err: fault.cause ?? fault, request_id: requestIdOf(response) }, fault.message);
    const isMissing = fault.kind === 'not_found';
    const title = isMissing ? 'There is no such page' : 'The page can’t be shown now';
    const text = isMissing
      ? 'Perhaps its address was mistyped, or its owner keeps it private.'
      : 'Please try again in a moment.';
    const status = isMissing
      ? 404
      : fault.kind === 'unavailable'
        ? 503
        : fault.kind === 'internal'
          ? 500
          : 400;
    send(request, response, status, undefined, { title, body: messageView(title, text) }).catch(next);
  };
  router.use(sendFault);
  return router;
};
