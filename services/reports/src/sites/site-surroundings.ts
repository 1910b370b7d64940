import type { Guard } from '@platform/guard';
import { createTurns } from '@platform/runtime';
import { fetchTextFile } from '../generation/resource-probes.ts';
import { probe } from '../generation/target.ts';
import { crawlDelayFor, parseRobots } from '../page/files/robots-file.ts';
import type { RobotsFile } from '../page/files/robots-file.ts';
import { sitemapPieces } from '../page/files/sitemap-file.ts';
import type { Sitemap } from '../page/files/sitemap-file.ts';
import type { SiteFacts } from './visit-page.ts';

/**
 * Like `parseSitemap`, but yields to other work in between, as ten megabytes can be written so that
 * parsing them takes seconds.
 * @param signal ends the reading; the addresses found until then are returned
 */
export const readSitemapInTurns = async (
  text: string,
  truncated: boolean,
  signal: AbortSignal,
): Promise<Sitemap> => {
  const turn = createTurns();
  const reading = sitemapPieces(text, truncated);
  let step = reading.next();
  while (step.done !== true) {
    const other = turn();
    if (other) {
      await other;
      if (signal.aborted) break;
    }
    step = reading.next();
  }
  return step.value;
};

/** Facts that a crawler needs about a site before it asks for pages. */
interface SiteSurroundings {
  readonly facts: SiteFacts;
  readonly robots: RobotsFile;
  /** False when robots.txt can’t be read although the server is up (RFC 9309 §2.3.1.4). */
  readonly mayCrawl: boolean;
  /** Seconds between requests that robots.txt asks for; 0 if it doesn't. */
  readonly crawlDelay: number;
}

const MAX_REDIRECTS = 5;
const MAX_SITEMAPS = 50;
const MAX_SITEMAP_BYTES = 10 * 1024 * 1024;
const LONGEST_DELAY = 10;
const TIMEOUT = 20_000;
/** Of all sitemaps together; a slice of a crawl has more to do than to read them. */
const SITEMAPS_TIMEOUT = 40_000;

/** Origins whose files a slice holds at once: a robots.txt may have 512 KiB. */
const MOST_ORIGINS = 20;

/** The product token that site owners may name in robots.txt. */
export const CRAWLER = 'PlatformReports';

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
    crawlDelay: Math.min(crawlDelayFor(robots.lines, CRAWLER), LONGEST_DELAY),
  };
};

/** Finds what is known around an address of a slice. */
export type Surroundings = (url: string) => Promise<SiteSurroundings>;

/** Reads the surroundings of each origin once, and again when many others came in between. */
export const createSurroundings = (guard: Pick<Guard, 'fetch' | 'inspectTls'>): Surroundings => {
  const known = new Map<string, Promise<SiteSurroundings>>();
  return (url) => {
    const { origin } = new URL(url);
    const found = known.get(origin);
    if (found !== undefined) return found;
    if (known.size >= MOST_ORIGINS) known.delete(known.keys().next().value ?? '');
    const read = readSurroundings(guard, origin);
    known.set(origin, read);
    return read;
  };
};

/** Adds addresses to others, as long as there are fewer than `most`. */
const addAddresses = (to: Set<string>, texts: readonly string[], origin: string, most: number): void => {
  for (const text of texts) {
    if (to.size >= most) return;
    const address = URL.parse(text, origin)?.href;
    if (address !== undefined) to.add(address);
  }
};

/**
 * The addresses that a site’s sitemaps name, those that robots.txt mentions or `/sitemap.xml`: of as
 * many as can be read in time.
 */
export const readSitemaps = async (
  guard: Pick<Guard, 'fetch'>,
  origin: string,
  robots: RobotsFile,
  most: number,
  timeout = SITEMAPS_TIMEOUT,
): Promise<readonly string[]> => {
  // A set yields what is added while it is walked.
  const sitemaps = new Set<string>();
  addAddresses(sitemaps, robots.sitemaps, origin, MAX_SITEMAPS);
  if (sitemaps.size === 0) sitemaps.add(new URL('/sitemap.xml', origin).href);
  const pages = new Set<string>();
  const inAll = AbortSignal.timeout(timeout);
  for (const address of sitemaps) {
    if (pages.size >= most || inAll.aborted) break;
    const options = {
      maxRedirects: MAX_REDIRECTS,
      maxBytes: MAX_SITEMAP_BYTES,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), inAll]),
    };
    const file = await probe(() => fetchTextFile(guard.fetch, address, options));
    if (!file.ok || file.status < 200 || file.status > 299) continue;
    const { kind, locations } = await readSitemapInTurns(file.text, file.truncated, inAll);
    if (kind === 'index') addAddresses(sitemaps, locations, origin, MAX_SITEMAPS);
    else addAddresses(pages, locations, origin, most);
  }
  return [...pages];
};
