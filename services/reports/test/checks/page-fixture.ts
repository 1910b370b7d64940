import { parsePage } from '../../src/page/html/page.ts';
import type { BrowserFacts, PageLayout } from '../../src/page/browser-facts.ts';
import type { PageArtifacts, ResourceFacts, ResourceKind } from '../../src/page/page-artifacts.ts';

const URL_OF_PAGE = 'https://www.example.org/guides/planting-trees';

/** Text of a page with enough to say. */
export const PROSE = Array.from(
  { length: 40 },
  (_, index) => `Paragraph ${String(index)} tells how a young tree is planted and watered in spring.`,
).join(' ');

const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Planting trees: a guide for small gardens</title>
<meta name="description" content="How to choose, plant and water a young tree in a small garden, with a calendar for the first two years.">
<link rel="icon" href="/icon.png"><link rel="canonical" href="${URL_OF_PAGE}">
<meta property="og:title" content="Planting trees"><meta property="og:type" content="article">
<meta property="og:image" content="https://www.example.org/tree.jpg"><meta property="og:url" content="${URL_OF_PAGE}">
<meta property="og:description" content="How to plant a tree."><meta name="twitter:card" content="summary_large_image">`;

export const GOOD_PAGE = `<!doctype html><html lang="en"><head>${HEAD}</head>
<body><main><h1>Planting trees</h1><p>${PROSE}</p><h2>Choosing a tree</h2><p><a href="/trees">Trees for small gardens</a></p>
<img src="/tree.jpg" alt="A young apple tree" width="400" height="300"></main></body></html>`;

const ok = { ok: true } as const;

/** The artifacts of a page that is all right, with what a test changes. */
export const artifactsOf = (changes: Partial<PageArtifacts> = {}): PageArtifacts => {
  const html = changes.html ?? GOOD_PAGE;
  const decodedBytes = Buffer.byteLength(html);
  return {
    requestedUrl: URL_OF_PAGE,
    finalUrl: URL_OF_PAGE,
    redirects: [],
    response: {
      status: 200,
      httpVersion: '1.1',
      headers: [
        ['content-type', 'text/html; charset=utf-8'],
        ['strict-transport-security', 'max-age=63072000; includeSubDomains'],
        ['x-content-type-options', 'nosniff'],
        [
          'content-security-policy',
          "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ],
        ['referrer-policy', 'strict-origin-when-cross-origin'],
        ['cross-origin-opener-policy', 'same-origin'],
        ['cross-origin-resource-policy', 'same-origin'],
        ['permissions-policy', 'camera=(), geolocation=()'],
      ],
    },
    body: { transferBytes: Math.round(decodedBytes / 4), decodedBytes, encoding: 'br', truncated: false },
    html,
    charset: { used: 'utf-8', source: 'header', header: 'utf-8', meta: 'utf-8', errors: 0 },
    timings: { timeToFirstByte: [120, 110, 140], total: 300 },
    tls: {
      protocol: 'TLSv1.3',
      cipher: 'TLS_AES_256_GCM_SHA384',
      alpn: 'h2',
      authorized: true,
      authorizationError: null,
      issuer: 'Example CA',
      subject: 'www.example.org',
      validFrom: '2026-10-01T00:00:00.000Z',
      validTo: '2027-02-01T00:00:00.000Z',
    },
    dns: { ipv4: true, ipv6: true },
    robots: text(
      '/robots.txt',
      'User-agent: *\nAllow: /\nSitemap: https://www.example.org/sitemap.xml\n',
      'text/plain',
    ),
    sitemaps: [
      {
        declared: true,
        ...text(
          '/sitemap.xml',
          `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${URL_OF_PAGE}</loc></url></urlset>`,
          'application/xml',
        ),
      },
    ],
    favicon: {
      ...ok,
      url: 'https://www.example.org/icon.png',
      declared: true,
      status: 200,
      mediaType: 'image/png',
      bytes: 900,
    },
    notFound: {
      ...ok,
      url: 'https://www.example.org/no-such-page',
      finalUrl: 'https://www.example.org/no-such-page',
      status: 404,
      redirects: [],
    },
    httpToHttps: {
      ...ok,
      url: URL_OF_PAGE.replace('https:', 'http:'),
      finalUrl: URL_OF_PAGE,
      status: 200,
      redirects: [hop(URL_OF_PAGE.replace('https:', 'http:'), URL_OF_PAGE)],
    },
    otherHost: {
      ...ok,
      url: URL_OF_PAGE.replace('www.', ''),
      finalUrl: URL_OF_PAGE,
      status: 200,
      redirects: [hop(URL_OF_PAGE.replace('www.', ''), URL_OF_PAGE)],
    },
    crossOrigin: { ...ok, origin: 'https://unrelated.example', status: 200, headers: [] },
    securityTxt: text(
      '/.well-known/security.txt',
      'Contact: mailto:security@example.org\nExpires: 2027-06-01T00:00:00Z\n',
      'text/plain',
    ),
    resources: [resource('/tree.jpg', 'image', { mediaType: 'image/avif' })],
    resourcesSkipped: 0,
    gatheredAt: '2026-11-20T12:00:00.000Z',
    errors: [],
    ...changes,
  };
};

export const hop = (url: string, location: string, status = 301): PageArtifacts['redirects'][number] => {
  return { url, location, status };
};

export const text = (path: string, content: string, mediaType: string, status = 200) => {
  const url = `https://www.example.org${path}`;
  return {
    ...ok,
    url,
    finalUrl: url,
    status,
    mediaType,
    text: content,
    bytes: Buffer.byteLength(content),
    truncated: false,
  };
};

type Answered = Extract<ResourceFacts, { ok: true }>;

/** A sub-resource that is all right, with what a test changes. */
export const resource = (
  path: string,
  kind: ResourceKind,
  changes: Partial<Answered> = {},
): ResourceFacts => {
  const url = new URL(path, URL_OF_PAGE).href;
  return {
    ...ok,
    url,
    kind,
    initiator: kind,
    finalUrl: url,
    status: 200,
    mediaType:
      { script: 'text/javascript', stylesheet: 'text/css', font: 'font/woff2', image: 'image/jpeg' }[
        kind as string
      ] ?? 'application/octet-stream',
    transferBytes: 4000,
    decodedBytes: 12000,
    encoding: kind === 'script' || kind === 'stylesheet' ? 'br' : null,
    headers: [['cache-control', 'public, max-age=31536000, immutable']],
    sample: null,
    ...changes,
  };
};

/** A page with this in its head. */
export const head = (markup: string): Partial<PageArtifacts> => {
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8">${markup}</head><body><h1>Trees</h1><p>${PROSE}</p></body></html>`,
  };
};

/** A page with this in its body. */
export const body = (markup: string): Partial<PageArtifacts> => {
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Planting trees: a guide for small gardens</title></head><body>${markup}</body></html>`,
  };
};

/** The good page's answer with these header fields added, or taken out where the value is null. */
export const headers = (fields: Record<string, string | string[] | null>): Partial<PageArtifacts> => {
  const { response } = artifactsOf();
  const kept = response.headers.filter(([name]) => !(name in fields));
  const added = Object.entries(fields).flatMap(([name, value]) =>
    (value === null ? [] : [value].flat()).map((one): [string, string] => [name, one]),
  );
  return { response: { ...response, headers: [...kept, ...added] } };
};

/** Browser facts of a faultless page, with the changes of a test. */
export const inBrowser = ({
  metrics = {},
  ...changes
}: Partial<Omit<BrowserFacts, 'metrics'>> & { metrics?: Partial<BrowserFacts['metrics']> }) => ({
  rendered: true,
  browser: {
    metrics: { lcp: 1200, cls: 0.01, tbt: 50, fcp: 900, ttfb: 600, ...metrics },
    consoleErrors: [],
    failedRequests: [],
    requestsByOrigin: [],
    cookies: [],
    violations: [],
    ...changes,
  },
});

/** A page with this in its body as a browser laid it out; the first element of the body has place 5. */
export const laidOut = (markup: string, layout: Partial<PageLayout>): Partial<PageArtifacts> => {
  const page = body(markup);
  const { elements } = parsePage(page.html ?? '', URL_OF_PAGE);
  const found = { elements: elements.length, hidden: [], images: [], largest: null, height: 823, ...layout };
  return { ...page, ...inBrowser({ layout: found }) };
};
