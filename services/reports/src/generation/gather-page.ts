import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';

import { GuardError, publicCodeOf } from '@platform/guard';
import type { FetchedResponse, Guard, GuardedFetch } from '@platform/guard';
import { parse } from 'tldts';

import type { Discovery } from '../audit/discover-resources.ts';
import { authorisedFetch } from '../credentials/credential-vault.ts';
import type { BoundHeaders } from '../credentials/credential-vault.ts';
import type { FetchErrorCode, SitemapFile, PageArtifacts } from '../page/page-artifacts.ts';
import { decodeHtml } from '../page/html/html-charset.ts';
import { MAX_RESOURCES, probeResources, fetchTextFile } from './resource-probes.ts';
import type { RecogniseLibraries } from './resource-probes.ts';
import { headerOf, headersOf, mediaTypeOf, probe, redirectsOf, contentLengthOf } from './target.ts';
import { parseRobots } from '../page/files/robots-file.ts';

/** RFC 9309 §2.3.1.2: at least five redirects should be followed. */
const ROBOTS_REDIRECTS = 5;
const MAX_SITEMAPS = 3;
/** Enough to read most pages to their end, which keeps the connection alive. */
const PROBE_BYTES = 64 * 1024;

type Followed = PageArtifacts['notFound'];

/** The requests about the site around a page. Each stands alone: no failure ends the report. */
const createSiteProbes = (fetch: GuardedFetch, signal: AbortSignal) => {
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

const MAX_HTML = 5 * 1024 * 1024;

const PAGE_HEADERS = {
  accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5',
  'accept-language': 'en, *;q=0.5',
};

/** An origin that no site should allow: `.example` is reserved by RFC 2606. */
const FOREIGN_ORIGIN = 'https://unrelated.example';

const HTML_TYPES: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * How HTML begins in an answer without a media type (WHATWG MIME Sniffing, "identifying a resource
 * with an unknown MIME type"), after a byte order mark.
 */
const HTML_START =
  /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i;

/** True for an answer that browsers save instead of showing it: any disposition but `inline` (RFC 6266, 4.2). */
const isDownload = (response: FetchedResponse): boolean => {
  const [kind = ''] = (headerOf(response, 'content-disposition') ?? '').split(';');
  // A parameter alone says nothing of the kind.
  return !['', 'inline'].includes(kind.trim().toLowerCase()) && !kind.includes('=');
};

const isHtml = (response: FetchedResponse): boolean => {
  const type = mediaTypeOf(response);
  const start = response.body.subarray(0, 512).toString('latin1');
  return HTML_TYPES.has(type) || (type === null && HTML_START.test(start));
};

const pageFault = (response: FetchedResponse): FetchErrorCode | null => {
  if (response.status < 200 || response.status > 299) return 'http_error';
  return isHtml(response) && !isDownload(response) ? null : 'not_html';
};

interface PageGathererDeps {
  guard: Pick<Guard, 'fetch' | 'inspectTls' | 'addresses'>;
  /**
   * Lists the files a page refers to. Runs in a thread, and rejects for a page that can’t be parsed
   * in time.
   */
  discover: (html: string, url: string) => Promise<Discovery>;
  recognise: RecogniseLibraries;
  /** Milliseconds for all requests together. */
  timeout?: number;
  now?: () => Date;
}

export type GatheredPage =
  | { readonly ok: true; readonly artifacts: PageArtifacts }
  | { readonly ok: false; readonly code: FetchErrorCode; readonly httpStatus: number | null };

const DEFAULT_TIMEOUT = 20_000;
/** A page whose server sends nothing for so long is judged on what has come. */
const STALL_MILLISECONDS = 4000;

/** Gathers everything the audit of a URL needs, or says why it can’t. Only reads, and politely. */
export const createPageGatherer = (deps: PageGathererDeps) => {
  const { guard, discover, recognise, timeout = DEFAULT_TIMEOUT, now = () => new Date() } = deps;

  const tlsFacts = async (page: URL, signal: AbortSignal): Promise<PageArtifacts['tls']> =>
    page.protocol === 'https:' ? { ...(await guard.inspectTls(page.href, signal)) } : null;

  const addressFamilies = async (page: URL): Promise<PageArtifacts['dns']> => {
    const addresses = await guard.addresses(page.href);
    return (
      addresses && {
        ipv4: addresses.some((address) => !address.includes(':')),
        ipv6: addresses.some((address) => address.includes(':')),
      }
    );
  };

  /**
   * Requests the page twice more, in sequence; the second time as a script on another site would.
   */
  const requestAgain = async (fetch: GuardedFetch, url: string, signal: AbortSignal, hasStalled: boolean) => {
    // Read to its end, the body leaves the connection open for the next request.
    const request = {
      signal,
      maxBytes: MAX_HTML,
      overflow: 'truncate',
      keepsCookies: true,
      dropsBody: hasStalled,
    } as const;
    const again = await probe(async () => {
      const { timeToFirstByte } = await fetch(url, { ...request, headers: PAGE_HEADERS });
      return { timeToFirstByte };
    });
    const crossOrigin = await probe(async () => {
      const headers = { ...PAGE_HEADERS, origin: FOREIGN_ORIGIN };
      const response = await fetch(url, { ...request, headers });
      const { status, timeToFirstByte } = response;
      return { origin: FOREIGN_ORIGIN, status, headers: headersOf(response), timeToFirstByte };
    });
    const samples = [again, crossOrigin].flatMap((answer) => (answer.ok ? [answer.timeToFirstByte] : []));
    if (!crossOrigin.ok) return { samples, crossOrigin };
    const { timeToFirstByte: _, ...facts } = crossOrigin;
    return { samples, crossOrigin: facts };
  };

  const gatherSurroundings = async (
    fetch: GuardedFetch,
    requested: URL,
    response: FetchedResponse,
    html: string,
    signal: AbortSignal,
  ) => {
    const page = new URL(response.finalUrl);
    const errors: PageArtifacts['errors'] = [];
    const orNull = async <Facts>(stage: string, attempt: Promise<Facts>): Promise<Facts | null> => {
      try {
        return await attempt;
      } catch (error) {
        if (!(error instanceof GuardError)) throw error;
        errors.push({ stage, code: publicCodeOf(error), message: error.message });
        return null;
      }
    };
    const site = createSiteProbes(fetch, signal);
    // First, as a page that can't be parsed in time ends the report before the other requests.
    const { resources: references, icon, canonical: canonicalUrl } = await discover(html, page.href);
    // Timed alone, before the other requests keep the site busy.
    const { samples, crossOrigin } = await requestAgain(fetch, page.href, signal, response.stalled);
    const [
      tls,
      dns,
      files,
      securityTxt,
      favicon,
      notFound,
      httpToHttps,
      requestedToHttps,
      otherHost,
      canonical,
      resources,
    ] = await Promise.all([
      orNull('tls', tlsFacts(page, signal)),
      orNull('dns', addressFamilies(page)),
      site.robotsAndSitemaps(page),
      site.securityTxt(page),
      site.favicon(page, icon),
      site.notFound(page),
      site.httpToHttps(page),
      requested.hostname === page.hostname ? null : site.httpToHttps(requested),
      site.otherHost(page),
      site.canonical(canonicalUrl),
      probeResources(fetch, references, signal, recognise),
    ]);
    if (signal.aborted)
      errors.push({
        stage: 'deadline',
        code: 'timeout',
        message: 'The site was too slow to answer every request.',
      });
    return {
      tls,
      dns,
      ...files,
      securityTxt,
      favicon,
      notFound,
      httpToHttps,
      requestedToHttps,
      otherHost,
      canonical,
      crossOrigin,
      resources,
      resourcesSkipped: Math.max(0, references.length - MAX_RESOURCES),
      samples,
      errors,
    };
  };

  return async (url: string, bound: BoundHeaders | null = null): Promise<GatheredPage> => {
    const fetch = authorisedFetch(guard.fetch, bound);
    const signal = AbortSignal.timeout(timeout);
    const gatheredAt = now().toISOString();
    let response: FetchedResponse;
    try {
      response = await fetch(url, {
        headers: PAGE_HEADERS,
        maxBytes: MAX_HTML,
        keepsCookies: true,
        stallsAfter: STALL_MILLISECONDS,
        signal,
      });
    } catch (error) {
      if (error instanceof GuardError) return { ok: false, code: publicCodeOf(error), httpStatus: null };
      throw error;
    }
    const fault = pageFault(response);
    if (fault !== null) return { ok: false, code: fault, httpStatus: response.status };

    const { html, charset } = decodeHtml(response.body, headerOf(response, 'content-type'));
    // Half a page would be judged worse than it is.
    if (response.cut === true && !/<\/(?:body|html)\s*>/i.test(html.slice(-1_000)))
      return { ok: false, code: 'connect', httpStatus: null };
    const { samples, ...rest } = await gatherSurroundings(fetch, new URL(url), response, html, signal);
    const artifacts: PageArtifacts = {
      requestedUrl: url,
      finalUrl: response.finalUrl,
      redirects: redirectsOf(response),
      response: { status: response.status, headers: headersOf(response), httpVersion: '1.1' },
      body: {
        transferBytes: response.transferBytes,
        decodedBytes: response.body.length,
        encoding: response.encoding,
        truncated: response.truncated,
        ...(response.stalled && { stalled: true }),
      },
      html,
      charset,
      timings: { timeToFirstByte: [response.timeToFirstByte, ...samples], total: response.totalTime },
      ...rest,
      gatheredAt,
    };
    return { ok: true, artifacts };
  };
};
