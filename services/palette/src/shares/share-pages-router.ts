import { createHash } from 'node:crypto';

import { notFound } from '@platform/errors';
import { isKnown } from '@platform/http';
import { sendPage } from '@platform/page-access';
import { Router } from 'express';
import type { Request } from 'express';

import { palettePage } from './palette-page.ts';
import type { SharesService } from './shares-service.ts';
import { createThemeStyleSheets } from './theme-style-sheet.ts';

export interface SharePagesRouterDeps {
  shares: Pick<SharesService, 'palette' | 'theme'>;
}

const accessOf = ({ query: { access } }: Request): string => {
  if (typeof access !== 'string') throw notFound('page');
  return access;
};

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A site asks again after this long, and paints with what it has meanwhile. */
const STYLE_CACHE = 'public, max-age=60, stale-while-revalidate=86400';

/**
 * What links open without a key: `GET /p/:id?access=…`, the page of a palette, and
 * `GET /v1/themes/:id.css?access=…`, the style sheet of a theme.
 */
export const createSharePagesRouter = ({ shares }: SharePagesRouterDeps): Router => {
  const router = Router({ caseSensitive: true });
  const styleSheetOf = createThemeStyleSheets();
  router.get('/p/:id', async (request, response) => {
    const palette = await shares.palette(request.params.id, accessOf(request));
    const { markup, style, script } = palettePage(palette);
    const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    await sendPage(request, response, 200, {
      markup,
      headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
    });
  });
  router.get('/v1/themes/:id.css', async (request, response) => {
    const { text, etag } = await styleSheetOf(await shares.theme(request.params.id, accessOf(request)));
    response.set({
      ETag: etag,
      'Cache-Control': STYLE_CACHE,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (isKnown(request, etag)) response.status(304).end();
    else response.type('css').send(text);
  });
  return router;
};
