/** A colour of a page, and how much of it there is. */
interface UsedColour {
  /** Such as `#2b5bd7`. */
  readonly hex: string;
  /** Letters in this colour. */
  readonly text: number;
  /** CSS pixels of surfaces in it, at the width of a phone; those below others count, too. */
  readonly area: number;
}

/** A text's colour on the one behind it. */
interface ColourPair {
  readonly foreground: string;
  readonly background: string;
  /** WCAG's contrast, rounded down to two decimals. */
  readonly ratio: number;
  /** The ratio that WCAG's level AA requires: 3 for large text, otherwise 4.5. */
  readonly needed: number;
  readonly letters: number;
  /** The way to the first element that has it. */
  readonly selector: string;
}

/** A link, button or field, named as the tracker names what is clicked. */
export interface ClickTarget {
  readonly selector: string;
  readonly hash: string;
  readonly text: string;
  /** Left, top, width and height in the picture of the screen. */
  readonly box: readonly number[];
}

/** The looks of a page: colours as a phone shows them, links on both screens. */
export interface PageLooks {
  readonly colours: readonly UsedColour[];
  readonly pairs: readonly ColourPair[];
  readonly targets: { readonly phone: readonly ClickTarget[]; readonly desktop: readonly ClickTarget[] };
}

/** A file or answer that the page asked for in vain. */
interface FailedRequest {
  readonly url: string;
  /** In a few words, such as `HTTP 404`. */
  readonly reason: string;
}

/** Chromium’s errors (net/base/net_error_list.h) and Playwright’s, in words. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/NAME_NOT_RESOLVED|TUNNEL_CONNECTION|CONNECTION_(?:REFUSED|FAILED)|ADDRESS_UNREACHABLE/, 'not reachable'],
  [/TIMED_OUT/, 'no answer in time'],
  [/CONNECTION_(?:RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|CONTENT_LENGTH|INCOMPLETE/, 'the connection broke'],
  [/CERT_|SSL_/, 'no secure connection'],
  [/^csp$|BLOCKED_BY_CSP/, 'blocked by the page’s Content-Security-Policy'],
  [/^mixed-content$/, 'blocked as mixed content'],
  [/BLOCKED_BY/, 'blocked by the browser'],
];

/** The page itself gave these up, as it does with requests that it no longer needs. */
const GIVEN_UP = 'net::ERR_ABORTED';

const inWords = (reason: string): string =>
  REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason.replace('net::', '');

/** The facts that are kept once findings have been placed. */
export const withoutBoxes = (browser: BrowserFacts): BrowserFacts => {
  if (!browser.layout) return browser;
  const { boxes: _, ...layout } = browser.layout;
  return { ...browser, layout };
};

/** The requests that failed: those without an answer, and those answered with an error; each URL once. */
export const failedRequestsOf = ({ failedRequests, requests = [] }: BrowserFacts): FailedRequest[] => {
  const failures = new Map<string, string>();
  for (const { url, reason } of failedRequests)
    if (reason !== GIVEN_UP && !failures.has(url)) failures.set(url, inWords(reason));
  for (const { url, status } of requests)
    if (status !== null && status >= 400 && !failures.has(url)) failures.set(url, `HTTP ${status}`);
  // Browsers ask for it by themselves.
  for (const url of failures.keys()) if (URL.parse(url)?.pathname === '/favicon.ico') failures.delete(url);
  return [...failures].map(([url, reason]) => ({ url, reason }));
};

/** A violation of an axe-core rule, with the elements that have it. */
export interface AxeViolation {
  id: string;
  impact: string;
  help: string;
  helpUrl: string;
  /** Start of the elements’ markup, at most 20. */
  elements: string[];
  /** Their places among all elements of the page, null in a frame; missing from earlier results. */
  indexes?: (number | null)[];
  /** Success criteria of WCAG by number, such as `2.5.8`; missing from earlier results. */
  criteria?: string[];
  total: number;
}

/** Why a rendering isn't complete. */
export type RenderReason = 'no_browser' | 'timeout' | 'memory' | 'crash' | 'network' | 'http_error' | 'load';

/** How the rendering of a page went. */
export interface Rendering {
  /** A `partial` page has everything but the files that never came. */
  state: 'complete' | 'partial' | 'failed';
  /** Null when it is complete. */
  reason: RenderReason | null;
  /** Requests without an answer when a partial page was judged, at most 5. */
  pending: string[];
  /**
   * How fast the machine was just before, on the scale of Lighthouse's benchmark index; null when it
   * wasn't measured.
   */
  benchmarkIndex: number | null;
  /** 2 when the machine was busy at first. */
  attempts: number;
}

/** A request of the page. Times are milliseconds since its navigation began. */
export interface BrowserRequest {
  url: string;
  /** `document`, `script`, `stylesheet`, `image`, `font`, …, in Chromium’s words. */
  type: string;
  /** Null when it failed. */
  status: number | null;
  start: number;
  /** Null when nothing was received. */
  firstByte: number | null;
  end: number;
  /** Header and body as they came over the network; null when unknown. */
  bytes: number | null;
  /** Of the answer; missing from results that predate this field. */
  mediaType?: string | null;
}

/** An image as the browser laid it out. */
export interface ImageLayout {
  /** Its place among all elements of the page, in document order. */
  index: number;
  /** True if attributes or CSS reserve its space while it loads. */
  isSized: boolean;
  /** CSS pixels from the top of the page. */
  top: number;
}

/** How the browser laid the page out, where the elements of its HTML can be told apart. */
export interface PageLayout {
  /** How many elements the page has. */
  elements: number;
  /** Headings and mains that nobody sees or hears, by their place among all elements. */
  hidden: number[];
  images: ImageLayout[];
  /** The place of the element of the Largest Contentful Paint; null when it has gone. */
  largest: number | null;
  /** CSS pixels of the screen. */
  height: number;
  /**
   * Elements in the picture of the screen, by place among all elements: left, top, width and height in
   * CSS pixels. Missing from results that predate this field.
   */
  boxes?: [index: number, x: number, y: number, width: number, height: number][];
}

/** How much of a style sheet or script a page used. */
export interface FileCoverage {
  url: string;
  type: 'stylesheet' | 'script';
  /** Of its text. */
  length: number;
  /** Characters of rules that fit nothing, or of functions that never ran. */
  unused: number;
}

/** Milliseconds; `cls` has no unit. Null for what the browser didn’t report. */
export interface BrowserMetrics {
  lcp: number | null;
  cls: number | null;
  tbt: number | null;
  fcp: number | null;
  ttfb: number | null;
}

/** A step of a page’s loading: when, and the name of its picture; null before anything was painted. */
export interface FilmStep {
  at: number;
  picture: string | null;
}

/** Facts that only a browser can tell. Plain JSON, part of `PageArtifacts`. */
export interface BrowserFacts {
  /** Of a phone; of several renderings, the median of each. */
  metrics: BrowserMetrics;
  /** Of each rendering, where there were several. */
  samples?: BrowserMetrics[];
  /** Of a desktop, where that was asked for; null when it could not be rendered so. */
  desktop?: BrowserMetrics | null;
  /** Files of the page with the most that it doesn’t use. Missing from results that predate this field. */
  coverage?: FileCoverage[];
  filmstrip?: FilmStep[];
  consoleErrors: string[];
  failedRequests: { url: string; reason: string }[];
  requestsByOrigin: { origin: string; requests: number }[];
  /** The first ones, in the order they began. Missing from results that predate this field. */
  requests?: BrowserRequest[];
  /** Cookies that exist although nobody has consented to anything. */
  cookies: { name: string; domain: string }[];
  /** Null when axe-core could not run, for instance because of the page’s policy. */
  violations: AxeViolation[] | null;
  /** Its rules without a violation that the page has elements for; missing from earlier results. */
  passedRules?: string[];
  /** Missing from results that predate this field. */
  layout?: PageLayout | null;
  /** Missing from results that predate this field. */
  looks?: PageLooks;
}
