import type { Guard } from '@platform/guard';

import { fetchTextFile } from '../generation/fetch-text-file.ts';
import { probe } from '../generation/try-probe.ts';
import { parseRobots } from '../page/files/robots-file.ts';
import type { RobotsFile } from '../page/files/robots-file.ts';
import { parseSitemap } from '../page/files/sitemap-file.ts';
import type { SiteFacts } from './page-answer.ts';

/** What a crawler must know of a site before it asks for pages. */
export interface SiteSurroundings {
  readonly facts: SiteFacts;
  readonly robots: RobotsFile;
  /** False when robots.txt can’t be had although the server is there (RFC 9309 §2.3.1.4). */
  readonly mayCrawl: boolean;
  /** Seconds between requests that robots.txt asks for; 0 without a wish. */
  readonly crawlDelay: number;
}

const MAX_REDIRECTS = 5;
const MAX_SITEMAPS = 50;
const MAX_SITEMAP_BYTES = 10 * 1024 * 1024;
const LONGEST_DELAY = 10;
const TIMEOUT = 20_000;

/** The product token that site owners may name in robots.txt. */
export const CRAWLER = 'PlatformReports';

const delayOf = (robots: RobotsFile): number => {
  let isOurs = false;
  let delay = 0;
  for (const { key, name, value } of robots.lines) {
    if (key === 'user-agent') isOurs = value === '*' || value.toLowerCase().startsWith(CRAWLER.toLowerCase());
    else if (isOurs && name.toLowerCase() === 'crawl-delay') delay = Math.max(delay, Number(value) || 0);
  }
  return Math.min(delay, LONGEST_DELAY);
};

const tlsOf = async (
  guard: Pick<Guard, 'inspectTls'>,
  origin: string,
  signal: AbortSignal,
): Promise<SiteFacts['tls']> => {
  if (!origin.startsWith('https:')) return null;
  const inspected = await probe(async () => ({ tls: { ...(await guard.inspectTls(origin, signal)) } }));
  return inspected.ok ? inspected.tls : null;
};

/** Reads robots.txt and the certificate of a site. */
export const readSurroundings = async (
  guard: Pick<Guard, 'fetch' | 'inspectTls'>,
  origin: string,
): Promise<SiteSurroundings> => {
  const signal = AbortSignal.timeout(TIMEOUT);
  const url = new URL('/robots.txt', origin).href;
  const [file, tls] = await Promise.all([
    probe(() => fetchTextFile(guard.fetch, url, { maxRedirects: MAX_REDIRECTS, signal })),
    tlsOf(guard, origin, signal),
  ]);
  const isThere = file.ok && file.status >= 200 && file.status < 300;
  const robots = parseRobots(isThere ? file.text : '');
  return {
    facts: { robots: file, tls },
    robots,
    mayCrawl: !file.ok || file.status < 500,
    crawlDelay: delayOf(robots),
  };
};

/** The addresses that a site’s sitemaps name, those that robots.txt mentions or `/sitemap.xml`. */
export const readSitemaps = async (
  guard: Pick<Guard, 'fetch'>,
  origin: string,
  robots: RobotsFile,
  most: number,
): Promise<readonly string[]> => {
  const queue = robots.sitemaps.flatMap((text) => URL.parse(text, origin)?.href ?? []);
  if (queue.length === 0) queue.push(new URL('/sitemap.xml', origin).href);
  const seen = new Set<string>();
  const pages = new Set<string>();
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (seen.has(url) || seen.size >= MAX_SITEMAPS || pages.size >= most) continue;
    seen.add(url);
    const options = {
      maxRedirects: MAX_REDIRECTS,
      maxBytes: MAX_SITEMAP_BYTES,
      signal: AbortSignal.timeout(TIMEOUT),
    };
    const address = url;
    const file = await probe(() => fetchTextFile(guard.fetch, address, options));
    if (!file.ok || file.status < 200 || file.status > 299) continue;
    const { kind, locations } = parseSitemap(file.text, file.truncated);
    const found = locations.flatMap((text) => URL.parse(text, origin)?.href ?? []);
    if (kind === 'index') queue.push(...found);
    else for (const page of found) if (pages.size < most) pages.add(page);
  }
  return [...pages];
};
