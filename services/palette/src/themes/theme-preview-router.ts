import { createHash } from 'node:crypto';

import { notFound } from '@platform/errors';
import { negotiateLanguage } from '@platform/http';
import { Router } from 'express';

import type { ThemeWork } from './theme-work.ts';
import { lengthOfTheme } from './theme.ts';
import type { ThemesService } from './themes-service.ts';

export interface ThemePreviewRouterDeps {
  themes: Pick<ThemesService, 'showByLink'>;
  work: ThemeWork;
}

/**
 * `GET /v1/themes/:id/preview?access=…`: the page behind a theme's `preview_url`, for browsers
 * without a key.
 */
export const createThemePreviewRouter = ({ themes, work }: ThemePreviewRouterDeps): Router => {
  const router = Router();
  router.get('/v1/themes/:id/preview', async (request, response) => {
    const { access } = request.query;
    if (typeof access !== 'string') throw notFound('preview');
    const { organisation, theme, palette } = await themes.showByLink(request.params.id, access);
    const language = negotiateLanguage(request, response);
    const load = { organisation, length: lengthOfTheme(theme) };
    const { page, css } = await work('preview', { theme, palette, language }, load);
    const hash = createHash('sha256').update(css).digest('base64');
    response
      .set(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      // Asked again each time: whoever changes a theme looks at this page next.
      .set('Cache-Control', 'private, no-cache')
      .type('html')
      .send(page);
  });
  return router;
};
