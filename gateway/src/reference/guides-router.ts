import { readdirSync, readFileSync } from 'node:fs';
import { Router } from 'express';
import { methodNotAllowed } from '@platform/errors';

const CACHE = 'public, max-age=3600';

/**
 * Serves a fixed text to GET and HEAD; every other method is answered with 405.
 * @param type its media type, with the charset
 */
const serveText = (router: Router, path: string, type: string, text: string): void => {
  router
    .route(path)
    .get((_request, response) => {
      response
        .set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': CACHE, 'Content-Type': type })
        .send(text);
    })
    .all(() => {
      throw methodNotAllowed(['GET', 'HEAD']);
    });
};

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

/** Serves search engines `/robots.txt`, and `/sitemap.xml` with the pages that everybody may find. */
export const createCrawlersRouter = (publicUrl: string, hasConsole: boolean): Router => {
  const router = Router({ caseSensitive: true });
  const paths = hasConsole ? ['/console/', '/docs'] : ['/docs'];
  const base = publicUrl.replace(/\/+$/, '');
  serveText(router, '/robots.txt', 'text/plain; charset=utf-8', robotsOf(base));
  serveText(router, '/sitemap.xml', 'application/xml; charset=utf-8', sitemapOf(base, paths));
  return router;
};

/** A page of the documentation. */
export interface Guide {
  /** Its address below `/docs/`: `errors.md`, `adr/0001-….md`. */
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

const DOCUMENTATION = new URL('../../../docs/', import.meta.url);

const titleOf = (text: string, name: string): string => /^# (.+)$/m.exec(text)?.[1] ?? name;

const readFolder = (folder: string): Guide[] =>
  readdirSync(new URL(folder, DOCUMENTATION))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const name = `${folder}${file}`;
      const text = readFileSync(new URL(name, DOCUMENTATION), 'utf8');
      return { name, title: titleOf(text, name), text };
    });

/** The pages of `docs/` and the decisions in `docs/adr/`, read once. */
export const readGuides = (): readonly Guide[] => [...readFolder(''), ...readFolder('adr/')];

/** An index by https://llmstxt.org. */
const indexOf = (guides: readonly Guide[], publicUrl: string): string => {
  const base = publicUrl.replace(/\/+$/, '');
  const line = ({ name, title }: Guide): string => `- [${title}](${base}/docs/${name})`;
  const isDecision = ({ name }: Guide): boolean => name.startsWith('adr/');
  return `# Design and Analytics API

> Website statistics, page reports, and colour palettes with their exports, over HTTP with API keys.

## API

- [OpenAPI 3.1 document](${base}/openapi.json): every operation, field and error, with examples
- [API reference](${base}/docs): the same for people
- [MCP server](${base}/mcp): tools for assistants, by streamable HTTP, with the same keys

## Documentation

${guides
  .filter((guide) => !isDecision(guide))
  .map(line)
  .join('\n')}

## Optional

${guides.filter(isDecision).map(line).join('\n')}
`;
};

/** `/llms.txt`, and every page of `docs/` as Markdown below `/docs/`. */
export const createGuidesRouter = ({ publicUrl }: { publicUrl: string }): Router => {
  const router = Router({ caseSensitive: true });
  const guides = readGuides();
  const index = indexOf(guides, publicUrl);
  serveText(router, '/llms.txt', 'text/plain; charset=utf-8', index);
  for (const { name, text } of guides)
    serveText(router, `/docs/${name}`, 'text/markdown; charset=utf-8', text);
  return router;
};
