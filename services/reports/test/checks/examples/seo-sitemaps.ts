import { artifactsOf, head, text } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const good = artifactsOf();

export const seoSitemaps: Examples = {
  sitemap: {
    pass: [
      {},
      {
        sitemaps: [
          {
            declared: false,
            ...text('/sitemap.txt', 'https://www.example.org/\nhttps://www.example.org/a\n', 'text/plain'),
          },
        ],
      },
      {
        sitemaps: [
          {
            declared: true,
            ...text('/sitemap.txt', 'https://www.example.org/\nhttps', 'text/plain'),
            truncated: true,
          },
        ],
      },
      { sitemaps: [{ declared: true, ...text('/feed', '<rss version="2.0"><channel/></rss>', 'text/xml') }] },
      {
        sitemaps: [
          {
            declared: true,
            ...text('/atom.xml', '<feed xmlns="http://www.w3.org/2005/Atom"></feed>', 'application/atom+xml'),
          },
        ],
      },
    ],
    warn: [
      { sitemaps: [] },
      {
        sitemaps: [
          { declared: false, ...text('/sitemap.xml', '<!doctype html><title>App</title>', 'text/html') },
        ],
      },
      { sitemaps: [{ declared: false, ...text('/sitemap.xml', '', 'text/html', 404) }] },
    ],
    fail: [
      {
        sitemaps: [
          {
            declared: true,
            ...text('/sitemap.xml', '<urlset><url><loc>/a</loc></url></urlset>', 'application/xml'),
          },
        ],
      },
      { sitemaps: [{ declared: true, ...text('/sitemap.xml', '', 'text/html', 404) }] },
      { sitemaps: [{ declared: true, ...text('/sitemap.xml', '<urlset><url></urlset>', 'text/xml') }] },
      {
        sitemaps: [
          { declared: true, ...text('/sitemap.xml', '<!doctype html><title>Shop</title>', 'text/html') },
        ],
      },
      { sitemaps: [{ declared: true, url: 'https://www.example.org/s.xml', ok: false, code: 'timeout' }] },
      {
        sitemaps: [
          {
            declared: true,
            ...text(
              '/sitemap.xml',
              `<urlset>${'<url><loc>https://a.example/</loc></url>'.repeat(50_001)}</urlset>`,
              'text/xml',
            ),
          },
        ],
      },
    ],
  },
  'sitemap-lists-page': {
    pass: [
      {},
      {
        sitemaps: [
          {
            declared: true,
            ...text(
              '/feed',
              `<rss><channel><link>https://www.example.org/</link><item><link>${good.finalUrl}</link></item></channel></rss>`,
              'text/xml',
            ),
          },
        ],
      },
      {
        sitemaps: [
          {
            declared: true,
            ...text(
              '/feed',
              `<feed><entry><link rel="alternate" href="${good.finalUrl}"/></entry></feed>`,
              'text/xml',
            ),
          },
        ],
      },
      { finalUrl: 'https://www.example.org/guides/planting-trees?utm_source=mail' },
    ],
    warn: [
      {
        ...head(''),
        sitemaps: [
          {
            declared: true,
            ...text(
              '/sitemap.xml',
              '<urlset><url><loc>https://www.example.org/</loc></url></urlset>',
              'text/xml',
            ),
          },
        ],
      },
    ],
    not_applicable: [
      { sitemaps: [] },
      // A feed lists only the latest pages.
      { sitemaps: [{ declared: true, ...text('/feed', '<rss version="2.0"><channel/></rss>', 'text/xml') }] },
      {
        sitemaps: [
          {
            declared: true,
            ...text(
              '/sitemap.xml',
              '<sitemapindex><sitemap><loc>https://www.example.org/a.xml</loc></sitemap></sitemapindex>',
              'text/xml',
            ),
          },
        ],
      },
    ],
  },
};
