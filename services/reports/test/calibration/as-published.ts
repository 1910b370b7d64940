import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { asHosted } from './as-hosted.ts';

const DESCRIPTION =
  'What this page is about, in a sentence or two that a search engine can show below its title in a list.';
/** Headers that static hosts send unasked, or after one line in their settings. */
const HEADERS: [name: string, value: string][] = [
  ['strict-transport-security', 'max-age=31536000'],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'SAMEORIGIN'],
];

/** Elements of the head that a template leaves empty. */
const EMPTY = /<meta\b[^>]*\bname=["']?description["']?[^>]*>|<link\b[^>]*\brel=["']?canonical["']?[^>]*>/gi;

/**
 * A page of the corpus as an owner who takes some care would publish it: with what templates leave
 * to them (description, canonical link, social tags, icon, robots.txt and sitemap) on a host that
 * sends the common security headers. The template itself stays as it is.
 */
export const asPublished = (artifacts: PageArtifacts): PageArtifacts => {
  const page = asHosted(artifacts);
  const { origin } = new URL(page.finalUrl);
  const head = `<meta name="description" content="${DESCRIPTION}"><link rel="canonical" href="${page.finalUrl}">
<meta property="og:title" content="Title"><meta property="og:type" content="website">
<meta property="og:image" content="${origin}/social.png"><meta property="og:url" content="${page.finalUrl}">`;
  const file = (path: string, mediaType: string, text: string) => ({
    ok: true as const,
    url: `${origin}${path}`,
    finalUrl: `${origin}${path}`,
    status: 200,
    mediaType,
    text,
    bytes: text.length,
    truncated: false,
  });
  const map = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${page.finalUrl}</loc></url></urlset>`;
  return {
    ...page,
    html: page.html.replace(EMPTY, '').replace(/<head\b[^>]*>/i, (tag) => `${tag}${head}`),
    response: { ...page.response, headers: [...page.response.headers, ...HEADERS] },
    robots: file('/robots.txt', 'text/plain', `User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`),
    sitemaps: [{ declared: true, ...file('/sitemap.xml', 'application/xml', map) }],
    favicon: {
      ok: true,
      url: `${origin}/icon.png`,
      declared: true,
      status: 200,
      mediaType: 'image/png',
      bytes: 900,
    },
  };
};
