import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';

import type { GuardedFetch } from '@platform/guard';
import { parse } from 'tldts';

import type { PageArtifacts } from '../page/page-artifacts.ts';
import type { SitemapFile } from '../page/fetch-result.ts';
import { parseRobots } from '../page/files/robots-file.ts';
import { contentLengthOf, mediaTypeOf, probe, redirectsOf } from './try-probe.ts';
import { fetchTextFile } from './fetch-text-file.ts';

/** RFC 9309 §2.3.1.2: at least five redirects should be followed. */
const ROBOTS_REDIRECTS = 5;
const MAX_SITEMAPS = 3;
/** Enough to read most pages to their end, which keeps the connection alive. */
const PROBE_BYTES = 64 * 1024;

type Followed = PageArtifacts['notFound'];

/** The requests about the site around a page. Each stands alone: no failure ends the report. */
export const createSiteProbes = (fetch: GuardedFetch, signal: AbortSignal) => {
  const follow = (url: string): Promise<Followed> =>
    probe(async () => {
      const response = await fetch(url, { signal, maxBytes: PROBE_BYTES, overflow: 'truncate' });
      const { finalUrl, status } = response;
      return { url, finalUrl, status, redirects: redirectsOf(response) };
    });
  const textFile = (url: string, maxRedirects = 10) =>
    probe(() => fetchTextFile(fetch, url, { maxRedirects, signal }));

  const sitemapsOf = (robots: PageArtifacts['robots'], page: URL): Promise<SitemapFile[]> => {
    const named = parseRobots(robots.ok ? robots.text : '')
      .sitemaps.filter((url) => URL.canParse(url, page.origin))
      .map((url) => new URL(url, page.origin).href);
    const urls = [...new Set(named)].slice(0, MAX_SITEMAPS);
    const declared = urls.length > 0;
    const wanted = declared ? urls : [new URL('/sitemap.xml', page).href];
    return Promise.all(wanted.map(async (url) => ({ url, declared, ...(await textFile(url)) })));
  };

  return {
    async robotsAndSitemaps(page: URL): Promise<Pick<PageArtifacts, 'robots' | 'sitemaps'>> {
      const robots = await textFile(new URL('/robots.txt', page).href, ROBOTS_REDIRECTS);
      return { robots, sitemaps: await sitemapsOf(robots, page) };
    },

    securityTxt: (page: URL) => textFile(new URL('/.well-known/security.txt', page).href),

    favicon(page: URL, icon: string | null): Promise<PageArtifacts['favicon']> {
      const url = icon ?? new URL('/favicon.ico', page).href;
      return probe(async () => {
        const response = await fetch(url, { signal, maxBytes: 1024 * 1024, overflow: 'truncate' });
        const bytes = response.truncated ? contentLengthOf(response) : response.transferBytes;
        const { status } = response;
        return { url, declared: icon !== null, status, mediaType: mediaTypeOf(response), bytes };
      });
    },

    canonical: (url: string | null): Promise<Followed | null> =>
      url === null ? Promise.resolve(null) : follow(url),

    notFound: (page: URL): Promise<Followed> =>
      follow(new URL(`/${randomBytes(9).toString('hex')}-does-not-exist`, page).href),

    /** An HTTPS page on the default port should answer http:// too, if only with a redirect. */
    httpToHttps(page: URL): Promise<Followed | null> {
      const isUsual = page.protocol === 'https:' && page.port === '' && isIP(page.hostname) === 0;
      return isUsual
        ? follow(`http://${page.hostname}${page.pathname}${page.search}`)
        : Promise.resolve(null);
    },

    /** `www.example.org` for `example.org` and vice versa; other subdomains have no such pair. */
    otherHost(page: URL): Promise<Followed | null> {
      const { domain, subdomain, isIp } = parse(page.hostname);
      if (domain === null || isIp === true || (subdomain !== '' && subdomain !== 'www'))
        return Promise.resolve(null);
      const other = new URL(page);
      other.hostname = subdomain === 'www' ? domain : `www.${domain}`;
      return follow(other.href);
    },
  };
};
