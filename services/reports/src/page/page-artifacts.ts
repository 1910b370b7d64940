import type { BrowserFacts, Rendering } from './browser-facts.ts';
import type { CharsetFacts } from './html/html-charset.ts';
import type { FoundLibrary } from './libraries/recognise-libraries.ts';

/**
 * Facts gathered about one page at one moment. Plain JSON: stored beside a run, sent to the audit's
 * worker thread and written down in tests. The same artifacts always give the same audit.
 *
 * Header names are in lower case, in the order received, one pair per field line. Times are ISO
 * 8601 UTC.
 */
export interface PageArtifacts {
  /** The requested URL, serialised as by WHATWG URL. */
  requestedUrl: string;
  /** The URL that answered, after redirects, without a fragment. */
  finalUrl: string;
  /** The redirects that were followed, first to last; empty when the first answer was final. */
  redirects: RedirectHop[];
  response: {
    status: number;
    headers: HeaderPair[];
    /** The protocol this answer came over. What the server could speak is `tls.alpn`. */
    httpVersion: '1.0' | '1.1' | '2';
  };
  body: {
    /** Bytes of the body on the wire, before decompression. */
    transferBytes: number;
    /** Bytes after decompression. */
    decodedBytes: number;
    /** `Content-Encoding` as used (`gzip`, `br`, `zstd`), or null for none. */
    encoding: string | null;
    /** The body was longer than the limit and the rest is missing. */
    truncated: boolean;
    /** The server didn’t end its answer; this is what had come. */
    stalled?: boolean;
  };
  /**
   * True when `html` is the DOM after scripts ran in a browser, serialised; false when a browser was
   * wanted and none could render the page.
   */
  rendered?: boolean;
  /** The HTML as sent, when `html` is what scripts made of it. */
  sourceHtml?: string;
  browser?: BrowserFacts;
  /** How the rendering went, when one was wanted. */
  rendering?: Rendering;
  /** The document's text, decoded by `decodeHtml`. */
  html: string;
  charset: CharsetFacts;
  timings: {
    /**
     * Milliseconds from sending a request on an open connection to the first byte, one entry a
     * sample (≤ 5).
     */
    timeToFirstByte: number[];
    /**
     * Milliseconds of the first request from the start of the lookup to the last byte of the body.
     */
    total: number;
  };
  /** Null for a page over plain HTTP. */
  tls: TlsFacts | null;
  /** Which address families the host has; null when not looked up (an address literal). */
  dns: { ipv4: boolean; ipv6: boolean } | null;
  robots: Probe<TextFile>;
  /** The sitemaps named in robots.txt (the first few), or `/sitemap.xml` when it names none. */
  sitemaps: SitemapFile[];
  favicon: Probe<{
    url: string;
    declared: boolean;
    status: number;
    mediaType: string | null;
    bytes: number | null;
  }>;
  /** A URL that can't exist on the site. */
  notFound: Probe<FollowedAnswer>;
  /**
   * `http://host/…` of an HTTPS page, followed to its end; null when it doesn't apply (another
   * port, an address).
   */
  httpToHttps: Probe<FollowedAnswer> | null;
  /**
   * The same of the host that was asked for, when the page redirected from there to another host;
   * null when it doesn’t apply.
   */
  requestedToHttps?: Probe<FollowedAnswer> | null;
  /** The canonical address, where it isn't the page's own; null when there is none. */
  canonical?: Probe<FollowedAnswer> | null;
  /**
   * The same page under the other of `www.example.org` and `example.org`; null when there is no
   * such pair.
   */
  otherHost: Probe<FollowedAnswer> | null;
  /** The page asked for again with an `Origin` header of an unrelated site; null when not asked. */
  crossOrigin: Probe<{ origin: string; status: number; headers: HeaderPair[] }> | null;
  /** `/.well-known/security.txt`; null when not asked. */
  securityTxt: Probe<TextFile> | null;
  resources: ResourceFacts[];
  /** Number of resources left out because of a limit. */
  resourcesSkipped: number;
  gatheredAt: string;
  /** Facts that could not be gathered. They mark the audit incomplete. */
  errors: { stage: string; code: FetchErrorCode; message: string }[];
}

export type HeaderPair = [name: string, value: string];

/** One redirect: the URL that answered with it, the status and the absolute URL it led to. */
export interface RedirectHop {
  url: string;
  status: number;
  location: string;
  /** Its `Set-Cookie` lines; missing from results that predate this field. */
  setCookies?: string[];
}

/** Why a request got no response. A failed report carries the same codes. */
export type FetchErrorCode =
  | 'unreachable'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'blocked'
  | 'not_html'
  | 'too_large'
  | 'redirect_loop'
  | 'http_error'
  | 'invalid_response';

/** A response, whatever its status, or the reason there was none. */
export type Probe<T> = ({ ok: true } & T) | { ok: false; code: FetchErrorCode };

export interface TextFile {
  url: string;
  /** The URL that answered, after redirects. */
  finalUrl: string;
  status: number;
  mediaType: string | null;
  /** The decoded text, cut at 512 KiB; empty when the status is not 2xx. */
  text: string;
  /** Decoded bytes read; with `truncated`, the limit. */
  bytes: number;
  truncated: boolean;
}

export type SitemapFile = { url: string; declared: boolean } & Probe<Omit<TextFile, 'url'>>;

/** A URL asked for, and what answered after redirects. */
interface FollowedAnswer {
  url: string;
  finalUrl: string;
  status: number;
  redirects: RedirectHop[];
}

export interface TlsFacts {
  /** As Node names it: `TLSv1.3`. */
  protocol: string;
  cipher: string;
  /** The server's choice when offered `h2` and `http/1.1`; null when it does not speak ALPN. */
  alpn: string | null;
  /** True if the chain and the name were verified. */
  authorized: boolean;
  authorizationError: string | null;
  issuer: string;
  subject: string;
  validFrom: string;
  validTo: string;
}

export type ResourceKind =
  'script' | 'stylesheet' | 'image' | 'font' | 'media' | 'frame' | 'manifest' | 'preload' | 'other';

/** A file the page refers to, as listed by `discoverResources`. */
export interface ResourceReference {
  /** Absolute, without a fragment; http or https. */
  url: string;
  kind: ResourceKind;
  /** Origin of the reference: an element such as `script[src]`, or `style` for inline CSS. */
  initiator: string;
  /**
   * False for files that a browser doesn't load to show the page: srcset candidates that it doesn't
   * choose, icons, pictures for social networks, and files named only in CSS.
   */
  isShown?: boolean;
}

export type ResourceFacts = ResourceReference &
  Probe<{
    finalUrl: string;
    status: number;
    mediaType: string | null;
    /**
     * Bytes on the wire, or null when the server doesn't say and the file wasn't read to its end.
     */
    transferBytes: number | null;
    /** Bytes after decompression, or null likewise. */
    decodedBytes: number | null;
    encoding: string | null;
    headers: HeaderPair[];
    /**
     * The first 16 KiB of text of a script or stylesheet, or null when only its headers were asked
     * for.
     */
    sample: string | null;
    /** A script's libraries; null when not determined in time, missing when not asked for. */
    libraries?: FoundLibrary[] | null;
  }>;
