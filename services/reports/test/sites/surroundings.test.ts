import { createGuard } from '@platform/guard';

import { parseRobots } from '../../src/page/files/robots-file.ts';
import { readSitemaps, readSurroundings } from '../../src/sites/site-surroundings.ts';
import { startSite } from '../loopback-site.ts';

it.each([
  ['User-agent: *\nCrawl-delay: 3\n', 3],
  ['User-agent: PlatformReports\nCrawl-delay: 1.5\n', 1.5],
  ['User-agent: Googlebot\nCrawl-delay: 3\n', 0],
  // A wish that would keep a worker for weeks.
  ['User-agent: *\nCrawl-delay: 999999\n', 10],
  ['User-agent: *\nCrawl-delay: Infinity\n', 10],
  ['User-agent: *\nCrawl-delay: -5\n', 0],
  ['User-agent: *\nCrawl-delay: soon\n', 0],
  // A group may have several names, and ends with its rules.
  ['User-agent: PlatformReports\nUser-agent: OtherBot\nCrawl-delay: 4\n', 4],
  [
    'User-agent: PlatformReports/1.0\nDisallow: /a\nCrawl-delay: 4\nUser-agent: OtherBot\nCrawl-delay: 9\n',
    4,
  ],
  ['User-agent: PlatformReportsOfOthers\nCrawl-delay: 4\n', 0],
  // Our own group stands instead of the one for all.
  ['User-agent: *\nCrawl-delay: 10\n\nUser-agent: PlatformReports\nCrawl-delay: 1\n', 1],
  ['User-agent: PlatformReports\nDisallow: /a\n\nUser-agent: *\nCrawl-delay: 10\n', 0],
])('%j asks for %d seconds between the requests of a crawl', async (robots, seconds) => {
  const site = await startSite((incoming, response) => {
    if (incoming.url === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
  });
  const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
  try {
    expect((await readSurroundings(guard, site.origin)).crawlDelay).toBe(seconds);
  } finally {
    await guard.close();
    await site.close();
  }
});

describe('sitemaps', () => {
  const read = async (
    /** Undefined for no answer at all. */
    answer: (path: string) => string | undefined,
    timeout?: number,
  ): Promise<{ pages: readonly string[]; asked: number }> => {
    let asked = 0;
    const site = await startSite((incoming, response) => {
      asked += 1;
      const text = answer(incoming.url ?? '/');
      if (text === undefined) response.setHeader('x-later', '1');
      else response.end(text);
    });
    const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
    try {
      const pages = await readSitemaps(guard, site.origin, parseRobots(''), 10_000, timeout);
      return { pages, asked };
    } finally {
      await guard.close();
      await site.close();
    }
  };

  it('are read from an index, fifty of them, however many it names', async () => {
    const all = Array.from({ length: 300_000 }, (_, at) => `<sitemap><loc>/${at}</loc></sitemap>`);
    const index = `<sitemapindex>${all.join('')}</sitemapindex>`;
    const { pages, asked } = await read((path) =>
      path === '/sitemap.xml' ? index : `<urlset><url><loc>/page${path}</loc></url></urlset>`,
    );
    expect(asked).toBe(50);
    expect(pages).toHaveLength(49);
  });

  it('are read as far as there is time', async () => {
    const index = `<sitemapindex>${'123456789'.replaceAll(/./g, '<sitemap><loc>/$&</loc></sitemap>')}</sitemapindex>`;
    const { pages, asked } = await read((path) => {
      if (path === '/sitemap.xml') return index;
      // The third one never answers.
      if (path === '/3') return undefined;
      return `<urlset><url><loc>/page${path}</loc></url></urlset>`;
    }, 3_000);
    expect(pages.map((page) => new URL(page).pathname)).toEqual(['/page/1', '/page/2']);
    expect(asked).toBe(4);
  });
});
