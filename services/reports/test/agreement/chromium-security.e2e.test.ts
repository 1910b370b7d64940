import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launchBrowser } from '@platform/browser';
import { describeInBrowser, makeCertificates } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';

import { createCheckRegistry } from '../../src/checks/registry.ts';
import type { CheckStatus } from '../../src/checks/check.ts';
import { robotsOf } from '../../src/page/files/robots-file.ts';
import { parsePage } from '../../src/page/html/page.ts';
import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { artifactsOf } from '../checks/page-fixture.ts';

/**
 * Chromium's behaviour on a page, beside a check's verdict. Where a public tool disagrees with the
 * browser, the browser is right.
 */
interface Case {
  readonly check: string;
  /** The observer of Chromium's behaviour; see `OBSERVERS`. */
  readonly asks: keyof typeof OBSERVERS;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly head?: string;
  readonly body?: string;
  readonly seen: string;
  readonly verdict: CheckStatus;
}

const SITE = 'https://site.test';
const OTHER = 'https://cdn.other.test';
const PLAIN = 'http://cdn.other.test';
const LIBRARY = 'window.ran = true;';
const STYLE = 'body { color: rgb(1, 2, 3) }';
const hashOf = (text: string, algorithm = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

/** Observers of what another site can do with the page in the browser. */
const OBSERVERS = {
  script: async ({ page }: Observed) => ((await page.evaluate('window.ran === true')) ? 'runs' : 'blocked'),
  style: async ({ page }: Observed) =>
    (await page.evaluate('getComputedStyle(document.body).color')) === 'rgb(1, 2, 3)' ? 'applies' : 'blocked',
  frame: async ({ page, url }: Observed) => {
    await page.goto(`https://evil.test/frame?${encodeURIComponent(url)}`, { waitUntil: 'load' });
    return (await page.frames()[1]?.evaluate('document.title')) === 'Case' ? 'framed' : 'blocked';
  },
  file: ({ requests }: Observed) => {
    const [asked] = requests.filter(({ path }) => path.startsWith('/mixed'));
    return Promise.resolve(asked === undefined ? 'blocked' : asked.isSecure ? 'upgraded' : 'plain');
  },
  cookie: async ({ page }: Observed) => {
    const [cookie] = await page.context().cookies();
    if (cookie === undefined) return 'refused';
    return (await page.evaluate('document.cookie')) === '' ? 'kept from scripts' : 'open to scripts';
  },
  referrer: async ({ page, requests }: Observed) => {
    await page.evaluate(`fetch('${OTHER}/referrer', { mode: 'no-cors' })`);
    const sent = requests.find(({ path }) => path === '/referrer')?.referrer;
    return sent === undefined ? 'nothing' : sent === `${SITE}/` ? 'origin' : 'address';
  },
  embedding: async ({ page, url }: Observed) => {
    await page.goto('https://evil.test/');
    const loads = await page.evaluate<boolean>(
      `fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).then(() => true, () => false)`,
    );
    return loads ? 'loaded' : 'blocked';
  },
  again: async ({ page, requests }: Observed) => {
    await page.goto('http://site.test/again');
    const asked = requests.filter(({ path }) => path === '/again');
    return asked.some(({ isSecure }) => !isSecure) ? 'plain' : 'secure';
  },
  opener: async ({ page, url }: Observed) => {
    await page.goto('https://evil.test/');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(`void window.open(${JSON.stringify(url)})`),
    ]);
    await opened.waitForURL(url, { waitUntil: 'load' });
    return (await opened.evaluate('window.opener === null')) ? 'severed' : 'connected';
  },
} as const;

interface Observed {
  readonly page: Page;
  readonly url: string;
  readonly requests: readonly SeenRequest[];
}

interface SeenRequest {
  readonly path: string;
  readonly isSecure: boolean;
  readonly referrer: string | undefined;
}

const INLINE = '<script>window.ran = true</script>';
const REST = "; object-src 'none'; base-uri 'none'; form-action 'self'";

const policy = (value: string, isHeld: boolean, markup = INLINE): Case => ({
  check: 'content-security-policy',
  asks: 'script',
  headers: [['content-security-policy', `${value}${REST}`]],
  body: markup,
  seen: isHeld ? 'blocked' : 'runs',
  verdict: isHeld ? 'pass' : 'fail',
});
const external = (value: string, isHeld: boolean): Case =>
  policy(value, isHeld, `<script src="${OTHER}/lib.js"></script>`);

const framing = (headers: Case['headers'], isHeld: boolean, head = ''): Case => ({
  check: 'x-frame-options',
  asks: 'frame',
  headers: headers ?? [],
  head,
  seen: isHeld ? 'blocked' : 'framed',
  verdict: isHeld ? 'pass' : 'fail',
});
const ancestors = (sources: string, isHeld: boolean): Case =>
  framing([['content-security-policy', `frame-ancestors ${sources}`]], isHeld);
const options = (value: string, isHeld: boolean): Case => framing([['x-frame-options', value]], isHeld);

const mixed = (markup: string, seen: 'blocked' | 'upgraded', where: 'head' | 'body' = 'body'): Case => ({
  check: 'mixed-content',
  asks: 'file',
  [where]: markup.replaceAll('HTTP', PLAIN),
  seen,
  verdict: seen === 'blocked' ? 'fail' : 'warn',
});

const pinned = (markup: string, seen: string, verdict: CheckStatus): Case => ({
  check: 'subresource-integrity',
  asks: markup.startsWith('<link') ? 'style' : 'script',
  body: markup,
  seen,
  verdict,
});

const cookie = (line: string, seen: string, verdict: CheckStatus): Case => ({
  check: 'cookies',
  asks: 'cookie',
  headers: [['set-cookie', line]],
  seen,
  verdict,
});

const sniffing = (value: string, isHeld: boolean): Case => ({
  check: 'x-content-type-options',
  asks: 'script',
  headers: [['x-content-type-options', value]],
  body: `<script src="/as-text.js?nosniff=${encodeURIComponent(value)}"></script>`,
  seen: isHeld ? 'blocked' : 'runs',
  verdict: isHeld ? 'pass' : 'fail',
});

const referring = (value: string, seen: string, verdict: CheckStatus): Case => ({
  check: 'referrer-policy',
  asks: 'referrer',
  headers: [['referrer-policy', value]],
  seen,
  verdict,
});

const embedding = (value: string, seen: string, verdict: CheckStatus): Case => ({
  check: 'cross-origin-resource-policy',
  asks: 'embedding',
  headers: [['cross-origin-resource-policy', value]],
  seen,
  verdict,
});

const transport = (value: string | null, isHeld: boolean, verdict: CheckStatus): Case => ({
  check: 'strict-transport-security',
  asks: 'again',
  headers: value === null ? [] : [['strict-transport-security', value]],
  seen: isHeld ? 'secure' : 'plain',
  verdict,
});

const opening = (value: string | null, isHeld: boolean, verdict: CheckStatus): Case => ({
  check: 'cross-origin-opener-policy',
  asks: 'opener',
  headers: value === null ? [] : [['cross-origin-opener-policy', value]],
  seen: isHeld ? 'severed' : 'connected',
  verdict,
});

const RIGHT = hashOf(LIBRARY);
const WRONG = hashOf('something else');

const CASES: readonly Case[] = [
  policy("script-src 'self'", true),
  policy("SCRIPT-SRC 'SELF'", true),
  policy("default-src 'none'", true),
  policy("default-src 'self' 'unsafe-inline'", false),
  policy("script-src 'self' 'unsafe-inline'", false),
  policy("script-src 'self' 'UNSAFE-INLINE'", false),
  policy("script-src 'unsafe-inline' 'nonce-abc123'", true),
  policy("script-src 'unsafe-inline' 'nonce-abc123=='", true),
  policy("script-src 'unsafe-inline' 'nonce-'", false),
  policy("script-src 'unsafe-inline' 'nonce-a b'", false),
  policy("script-src 'unsafe-inline' 'nonce-a!b'", false),
  policy("script-src 'unsafe-inline' 'nonce-{{ nonce }}'", false),
  policy("script-src 'unsafe-inline' nonce-abc123", false),
  policy("script-src 'unsafe-inline' 'nonce-abc123", false),
  policy("script-src 'unsafe-inline' 'sha256-'", false),
  policy("script-src 'unsafe-inline' 'sha256-not a hash'", false),
  policy("script-src 'unsafe-inline' 'sha255-abcd'", false),
  policy(`script-src 'unsafe-inline' '${hashOf('other()', 'sha256')}'`, true),
  policy("script-src 'self'; script-src-elem 'self' 'unsafe-inline'", false),
  policy("script-src 'self'; script-src-attr 'none'", true),
  policy("script-src-elem 'self'; script-src-attr 'none'; script-src 'unsafe-inline'", true),
  policy("script-src-elem 'self'; script-src-attr 'none'", true),
  policy("script-src-elem 'none'", false, `<img src="/none" onerror="window.ran=true">`),
  policy("script-src 'self'; script-src 'unsafe-inline'", true),
  policy("script-src 'unsafe-inline'; script-src 'self'", false),
  policy("sandbox; script-src 'unsafe-inline'", true),
  policy("sandbox allow-scripts; script-src 'unsafe-inline'", false),
  external('script-src *:*', false),
  external('script-src https://*:443', false),
  external('script-src *.test', false),
  external('script-src //*', true),
  {
    ...policy('', true),
    headers: [
      ['content-security-policy', `script-src 'self' 'unsafe-inline'${REST}`],
      ['content-security-policy', `script-src 'self'${REST}`],
    ],
  },
  { ...policy('', false), headers: [['content-security-policy-report-only', "script-src 'self'"]] },
  {
    ...policy('', true),
    headers: [],
    head: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'${REST}">`,
  },
  external("script-src 'self'", true),
  external('script-src *', false),
  external('script-src https:', false),
  external("script-src 'nonce-abc' 'strict-dynamic' https: 'unsafe-inline'", true),
  external("script-src 'strict-dynamic' https: 'self'", true),
  policy("script-src 'strict-dynamic' 'unsafe-inline'", true),
  policy(
    "script-src 'nonce-abc' 'strict-dynamic' data:",
    true,
    '<script src="data:text/javascript,window.ran=true"></script>',
  ),
  external("script-src 'self' 'nonce-' https:", false),
  external("default-src 'self'; script-src-elem *", false),
  policy('script-src data:', false, `<script src="data:text/javascript,window.ran=true"></script>`),
  policy("script-src 'self'", true, `<img src="/none" onerror="window.ran=true">`),
  policy(
    "script-src 'self'; script-src-attr 'unsafe-inline'",
    false,
    `<img src="/none" onerror="window.ran=true">`,
  ),

  framing([], false),
  ancestors("'none'", true),
  ancestors("'self'", true),
  ancestors('https://friend.test', true),
  ancestors('', true),
  ancestors('*', false),
  ancestors('https:', false),
  ancestors("'self' https:", false),
  ancestors('*:*', false),
  ancestors('https://*:443', false),
  ancestors('*.test', false),
  ancestors("'unsafe-inline'", true),
  framing([], false, `<meta http-equiv="Content-Security-Policy" content="frame-ancestors 'none'">`),
  framing(
    [
      ['content-security-policy', 'frame-ancestors *'],
      ['x-frame-options', 'DENY'],
    ],
    false,
  ),
  framing(
    [
      ['content-security-policy', 'frame-ancestors *'],
      ['content-security-policy', "frame-ancestors 'self'"],
    ],
    true,
  ),
  framing([['content-security-policy', "frame-ancestors *; frame-ancestors 'none'"]], false),
  options('DENY', true),
  options('sameorigin', true),
  options('deny, deny', true),
  options('DENY, SAMEORIGIN', true),
  options('ALLOWALL', false),
  options('ALLOW-FROM https://evil.test', false),
  options('ALLOW-FROM https://friend.test', false),
  options('none', false),
  options('ALLOWALL, nonsense', true),
  options('nonsense, none', false),
  framing([], false, '<meta http-equiv="X-Frame-Options" content="DENY">'),

  mixed('<script src="HTTP/mixed.js"></script>', 'blocked'),
  mixed('<link rel="stylesheet" href="HTTP/mixed.css">', 'blocked', 'head'),
  mixed('<iframe src="HTTP/mixed"></iframe>', 'blocked'),
  mixed('<object data="HTTP/mixed"></object>', 'blocked'),
  mixed('<embed src="HTTP/mixed">', 'blocked'),
  mixed('<img alt="" src="HTTP/mixed.png">', 'upgraded'),
  mixed('<img alt="" srcset="HTTP/mixed.png 1x">', 'blocked'),
  mixed('<picture><source srcset="HTTP/mixed.png"><img alt="" src="/x.png"></picture>', 'blocked'),
  mixed('<video src="HTTP/mixed.mp4" preload="auto"></video>', 'upgraded'),
  mixed('<video src="/x.mp4" poster="HTTP/mixed.png"></video>', 'upgraded'),
  mixed('<audio src="HTTP/mixed.mp3" preload="auto"></audio>', 'upgraded'),
  mixed('<audio preload="auto"><source src="HTTP/mixed.mp3"></audio>', 'upgraded'),
  mixed('<p style="background: url(HTTP/mixed.png)">text</p>', 'upgraded'),
  mixed('<style>p { background: url(HTTP/mixed.png) }</style><p>text</p>', 'upgraded'),
  mixed(
    '<style>@font-face { font-family: x; src: url(HTTP/mixed.woff2) } p { font-family: x }</style><p>text</p>',
    'blocked',
  ),
  mixed('<style>@import "HTTP/mixed.css";</style>', 'blocked', 'head'),
  mixed('<input type="image" alt="" src="HTTP/mixed.png">', 'upgraded'),
  mixed('<link rel="preload" as="image" imagesrcset="HTTP/mixed.png 1x">', 'upgraded', 'head'),
  mixed('<link rel="prefetch" href="HTTP/mixed.js">', 'blocked', 'head'),
  mixed('<link rel="manifest" href="HTTP/mixed.json">', 'blocked', 'head'),
  mixed('<svg><script href="HTTP/mixed.js"></script></svg>', 'blocked'),
  mixed('<script type="module">import "HTTP/mixed.js"</script>', 'blocked'),
  mixed('<script type="module">import { a as b } from "HTTP/mixed.js"; b()</script>', 'blocked'),
  mixed('<script type="module">export * from "HTTP/mixed.js"</script>', 'blocked'),
  mixed('<script type="module">import("HTTP/mixed.js").catch(() => {})</script>', 'blocked'),
  mixed('<script>import("HTTP/mixed.js").catch(() => {})</script>', 'blocked'),
  mixed('<script>fetch("HTTP/mixed").catch(() => {})</script>', 'blocked'),
  mixed("<iframe srcdoc='<script src=HTTP/mixed.js></script>'></iframe>", 'blocked'),
  mixed("<iframe srcdoc='<img alt src=HTTP/mixed.png>'></iframe>", 'upgraded'),
  mixed("<iframe srcdoc='<style>@import url(HTTP/mixed.css);</style>'></iframe>", 'blocked'),
  mixed("<iframe srcdoc='<iframe src=HTTP/mixed></iframe>'></iframe>", 'blocked'),
  mixed('<style>p { background: image-set("HTTP/mixed.png" 1x) }</style><p>text</p>', 'upgraded'),
  mixed('<img alt="" src="HTTP/mixed.png" srcset="/x.png 2x">', 'blocked'),
  mixed(
    '<picture><source media="(max-width: 1px)" srcset="/x.png"><img alt="" src="HTTP/mixed.png"></picture>',
    'upgraded',
  ),
  mixed('<img alt="" src="http://93.184.216.34/mixed.png">', 'blocked'),
  {
    ...mixed('<script src="HTTP/mixed.js"></script>', 'upgraded'),
    headers: [['content-security-policy', 'upgrade-insecure-requests']],
    verdict: 'pass',
  },

  // The host serves something other than what was meant: the page is protected if that doesn't run.
  pinned(`<script src="${OTHER}/lib.js"></script>`, 'runs', 'warn'),
  pinned(`<script src="${OTHER}/lib.js" integrity="foo"></script>`, 'runs', 'warn'),
  pinned(`<script src="${OTHER}/lib.js" integrity="md5-abcd" crossorigin></script>`, 'runs', 'warn'),
  pinned(`<script src="${OTHER}/lib.js" integrity="sha384-" crossorigin></script>`, 'runs', 'warn'),
  pinned(`<script src="${OTHER}/lib.js" integrity="" crossorigin></script>`, 'runs', 'warn'),
  pinned(`<script src="${OTHER}/lib.js" integrity="${WRONG}" crossorigin></script>`, 'blocked', 'pass'),
  pinned(`<script src="${OTHER}/lib.js" integrity="foo ${WRONG}" crossorigin></script>`, 'blocked', 'pass'),
  pinned(`<script src="${OTHER}/lib.js" integrity="${WRONG}" type="module"></script>`, 'blocked', 'pass'),
  pinned(`<script src="${OTHER}/lib.js" integrity="${RIGHT}" crossorigin></script>`, 'runs', 'pass'),
  // Right, and refused all the same.
  pinned(`<script src="${OTHER}/lib.js" integrity="${RIGHT}"></script>`, 'blocked', 'fail'),
  pinned(`<link rel="stylesheet" href="${OTHER}/style.css">`, 'applies', 'warn'),
  pinned(
    `<link rel="stylesheet" href="${OTHER}/style.css" integrity="${WRONG}" crossorigin>`,
    'blocked',
    'pass',
  ),
  pinned(`<link rel="stylesheet" href="${OTHER}/style.css" integrity="${hashOf(STYLE)}">`, 'blocked', 'fail'),

  cookie('sessionid=1; Secure; HttpOnly; SameSite=Lax', 'kept from scripts', 'pass'),
  cookie('sessionid=1; Secure', 'open to scripts', 'fail'),
  cookie('connect.sid=1; Secure', 'open to scripts', 'fail'),
  cookie('auth_token=1; Secure', 'open to scripts', 'fail'),
  cookie('theme=dark; Secure', 'open to scripts', 'pass'),
  cookie('theme=dark; SameSite=None', 'refused', 'fail'),
  cookie('__Secure-a=1', 'refused', 'fail'),
  cookie('__Secure-a=1; Secure', 'open to scripts', 'pass'),
  cookie('__secure-a=1', 'refused', 'fail'),
  cookie('__Host-a=1; Secure', 'refused', 'fail'),
  cookie('__Host-a=1; Secure; Path=/', 'open to scripts', 'pass'),
  cookie('__Host-a=1; Secure; Path=/; Domain=site.test', 'refused', 'fail'),
  cookie('a=1; Secure; Domain=evil.test', 'refused', 'fail'),
  cookie('__Http-a=1; Secure', 'refused', 'fail'),
  cookie('__http-a=1; Secure; HttpOnly', 'kept from scripts', 'pass'),
  cookie('__Host-Http-a=1; Secure; Path=/', 'refused', 'fail'),
  cookie('__Host-Http-a=1; Secure; HttpOnly; Path=/', 'kept from scripts', 'pass'),

  sniffing('nosniff', true),
  sniffing('NoSniff', true),
  sniffing('nosniff, nosniff', true),
  sniffing('none, nosniff', false),
  sniffing('no-sniff', false),

  referring('no-referrer', 'nothing', 'pass'),
  referring('strict-origin-when-cross-origin', 'origin', 'pass'),
  referring('unsafe-url', 'address', 'warn'),
  referring('unsafe-url, same-origin', 'nothing', 'pass'),
  referring('no-referrer, nonsense', 'nothing', 'pass'),

  embedding('same-origin', 'blocked', 'pass'),
  embedding('same-site', 'blocked', 'pass'),
  embedding('cross-origin', 'loaded', 'info'),
  embedding('nonsense', 'loaded', 'warn'),

  transport(null, false, 'fail'),
  transport('max-age=63072000; includeSubDomains', true, 'pass'),
  transport('MAX-AGE = "63072000"', true, 'pass'),
  transport('max-age=20000000', true, 'warn'),
  transport('max-age=0', false, 'fail'),
  transport('max-age=1y', false, 'fail'),
  transport('includeSubDomains', false, 'fail'),
  transport('max-age=1; max-age=63072000', false, 'fail'),
  transport('max-age=63072000; includeSubDomains; includeSubDomains', false, 'fail'),
  transport('max-age=63072000; nonsense=1', true, 'pass'),
  transport(';max-age=63072000;', true, 'pass'),

  opening(null, false, 'info'),
  opening('same-origin', true, 'pass'),
  opening('same-origin-allow-popups', true, 'pass'),
  opening('noopener-allow-popups', true, 'pass'),
  opening('unsafe-none', false, 'info'),
  opening('SAME-ORIGIN', false, 'warn'),
  opening('"same-origin"', false, 'warn'),
  opening('same-origin; report-to="a"', true, 'pass'),
];

const markupOf = ({ head = '', body = '<p>text</p>' }: Case): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>Case</title></head><body>${body}</body></html>`;

const FILES: Readonly<Record<string, readonly [type: string, content: string]>> = {
  '/lib.js': ['text/javascript', LIBRARY],
  '/style.css': ['text/css', STYLE],
};

/** How Chromium names a certificate's key. */
const pinOf = (certificate: Buffer | undefined): string => {
  const key = new X509Certificate(certificate ?? '').publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
};

describeInBrowser('the security checks agree with Chromium', () => {
  const registry = new Map(createCheckRegistry().checks.map((check) => [check.meta.id, check]));
  let requests: SeenRequest[] = [];
  let servers: Server[];
  let folder: string;
  let browser: Browser;

  const answer = (isSecure: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, search, searchParams } = new URL(request.url ?? '/', 'https://server.test');
    requests.push({ path, isSecure, referrer: request.headers.referer });
    response.setHeader('access-control-allow-origin', '*');
    const index = /^\/case\/(\d+)$/.exec(path)?.[1];
    const found = index === undefined ? undefined : CASES[Number(index)];
    if (found !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      for (const [name, value] of found.headers ?? []) response.appendHeader(name, value);
      response.end(markupOf(found));
    } else if (path === '/frame') {
      const framed = decodeURIComponent(search.slice(1));
      response.setHeader('content-type', 'text/html').end(`<iframe src="${framed}"></iframe>`);
    } else if (path === '/as-text.js') {
      response.setHeader('x-content-type-options', searchParams.get('nosniff') ?? '');
      response.setHeader('content-type', 'text/plain').end(LIBRARY);
    } else {
      const [type, content] = FILES[path] ?? ['text/html', ''];
      response.setHeader('content-type', type).end(content);
    }
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chromium-security-'));
    await makeCertificates(folder);
    const [key, cert] = await Promise.all(
      ['server.key', 'server.pem'].map((name) => readFile(join(folder, name))),
    );
    const secure = createSecureServer({ ...(key && { key }), ...(cert && { cert }) }, answer(true));
    const plain = createServer(answer(false));
    servers = [secure, plain];
    await Promise.all(
      servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
    );
    const [securePort, plainPort] = servers.map((server) => (server.address() as AddressInfo).port);
    browser = await launchBrowser(process.env, {
      args: [
        `--host-resolver-rules=MAP *:443 127.0.0.1:${String(securePort)},MAP *:80 127.0.0.1:${String(plainPort)}`,
        // Trusted rather than forgiven, as errors of the certificate would end HSTS.
        `--ignore-certificate-errors-spki-list=${pinOf(cert)}`,
      ],
    });
  });

  afterAll(async () => {
    await browser.close();
    for (const server of [...servers]) server.close();
    await rm(folder, { recursive: true });
  });

  it('in sixty cases and more', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(60);
  });

  it.each(
    CASES.map((one, index) => ({
      index,
      one,
      name: [one.check, ...(one.headers ?? []).map((pair) => pair.join(': ')), one.head ?? '', one.body ?? '']
        .filter(Boolean)
        .join(' '),
    })),
  )(
    '$name',
    async ({ index, one }) => {
      requests = [];
      const url = `${SITE}/case/${String(index)}`;
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        await page.goto(url, { waitUntil: 'load' });
        await page.waitForLoadState('networkidle');
        const seen = await OBSERVERS[one.asks]({ page, url, requests });
        expect({ seen, verdict: verdictOn(one, url) }).toEqual({ seen: one.seen, verdict: one.verdict });
      } finally {
        await context.close();
      }
    },
    60_000,
  );

  const verdictOn = (one: Case, url: string): CheckStatus | undefined => {
    const { response, tls } = artifactsOf();
    const artifacts: PageArtifacts = artifactsOf({
      requestedUrl: url,
      finalUrl: url,
      html: markupOf(one),
      tls,
      response: {
        ...response,
        headers: [
          ['content-type', 'text/html; charset=utf-8'],
          ...(one.check === 'strict-transport-security'
            ? []
            : [['strict-transport-security', 'max-age=63072000'] satisfies [string, string]]),
          ...(one.headers ?? []).map(([name, value]): [string, string] => [name, value]),
        ],
      },
      resources: [],
    });
    return registry
      .get(one.check)
      ?.run({ artifacts, page: parsePage(artifacts.html, url), robots: robotsOf(artifacts) }).status;
  };
});
