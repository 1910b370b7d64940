import { notFound } from '@platform/errors';
import { negotiateLanguage } from '@platform/http';
import type { BuiltPages, PalettePages } from '@platform/pages';
import { Router } from 'express';

import { paintedPagePolicy } from '../painted-page.ts';
import type { ThemeWork } from './theme-work.ts';
import { lengthOfTheme } from './theme.ts';
import type { ThemesService } from './themes-service.ts';

export interface ThemePreviewRouterDeps {
  themes: Pick<ThemesService, 'showByLink'>;
  work: ThemeWork;
  built: () => Promise<BuiltPages<PalettePages>>;
}

/**
 * `GET /v1/themes/:id/preview?access=…`: the page behind a theme's `preview_url`, for browsers
 * without a key.
 */
export const createThemePreviewRouter = ({ themes, work, built }: ThemePreviewRouterDeps): Router => {
  const router = Router();
  router.get('/v1/themes/:id/preview', async (request, response) => {
    const { access } = request.query;
    if (typeof access !== 'string') throw notFound('preview');
    const { organisation, theme, palette } = await themes.showByLink(request.params.id, access);
    const language = negotiateLanguage(request, response);
    const load = { organisation, length: lengthOfTheme(theme) };
    const content = await work('preview', { theme, palette }, load);
    const { pages } = await built();
    const { search } = new URL(request.originalUrl, 'http://page');
    const { markup, style } = pages.theme(content, { language, search });
    response
      .set('Content-Security-Policy', paintedPagePolicy(style))
      // Asked again each time: whoever changes a theme looks at this page next.
      .set('Cache-Control', 'private, no-cache')
      .type('html')
      .send(markup);
  });
  return router;
};
