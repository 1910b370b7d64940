import { Router } from 'express';

import { serveText } from './serve-text.ts';

/** Closed pages say so themselves (`X-Robots-Tag`), which crawlers must be let in to read. */
const robotsOf = (base: string): string => `User-agent: *
Disallow: /api/
Disallow: /v1/
Disallow: /mcp

Sitemap: ${base}/sitemap.xml
`;

const sitemapOf = (base: string, paths: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `  <url><loc>${base}${path}</loc></url>`).join('\n')}
</urlset>
`;

/**
 * What search engines ask for: `/robots.txt`, and `/sitemap.xml` with the pages that everybody may
 * find.
 */
export const createCrawlersRouter = (publicUrl: string, hasConsole: boolean): Router => {
  const router = Router({ caseSensitive: true });
  const paths = hasConsole ? ['/console/', '/docs'] : ['/docs'];
  const base = publicUrl.replace(/\/+$/, '');
  serveText(router, '/robots.txt', 'text/plain; charset=utf-8', robotsOf(base));
  serveText(router, '/sitemap.xml', 'application/xml; charset=utf-8', sitemapOf(base, paths));
  return router;
};
