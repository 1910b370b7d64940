import type { PageArtifacts } from '../../../src/page/page-artifacts.ts';
import { artifactsOf, body, head, headers, hop, resource, text } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const LOREM_TITLE = 'Planting trees in small gardens, a guide with a calendar';

const good = artifactsOf();
const status = (code: number) => ({ response: { ...good.response, status: code } });
const jsonLd = (json: string) => head(`<script type="application/ld+json">${json}</script>`);

type Answered<T> = Extract<T, { ok: true }>;
const icon = (changes: Partial<Answered<PageArtifacts['favicon']>>) => ({
  favicon: { ...(good.favicon as Answered<PageArtifacts['favicon']>), ...changes },
});
const missing = (changes: Partial<Answered<PageArtifacts['notFound']>>) => ({
  notFound: { ...(good.notFound as Answered<PageArtifacts['notFound']>), ...changes },
});
const other = (changes: Partial<Answered<NonNullable<PageArtifacts['otherHost']>>>) => ({
  otherHost: { ...(good.otherHost as Answered<NonNullable<PageArtifacts['otherHost']>>), ...changes },
});

export const seo: Examples = {
  title: {
    pass: [
      head(`<title>${LOREM_TITLE}</title>`),
      head('<title>Bäume pflanzen im kleinen Garten 🌳🌳</title>'),
      head('<title>小さな庭に木を植えるための案内所</title>'),
      { html: head(`<title>${LOREM_TITLE}</title>`).html?.replace('<h1>', '<title>Trees</title><h1>') ?? '' },
    ],
    warn: [head('<title>Trees</title>'), head(`<title>${'x'.repeat(75)}</title>`)],
    fail: [
      head(''),
      head('<title> </title>'),
      head(`<title>${'x'.repeat(76)}</title>`),
      head(`<title>${LOREM_TITLE}</title><title>b</title>`),
    ],
  },
  'meta-description': {
    pass: [head(`<meta name="Description" content="${'word '.repeat(20)}">`)],
    warn: [
      head('<meta name=description content="short">'),
      head(`<meta name=description content="${'x'.repeat(161)}">`),
    ],
    fail: [
      head(''),
      head('<meta name=description content=" ">'),
      body(`<meta name=description content="${'word '.repeat(20)}">`),
    ],
  },
  indexable: {
    pass: [
      {},
      head('<meta name=robots content="index, follow">'),
      headers({ 'x-robots-tag': 'otherbot: noindex' }),
      head('<meta name=robots content="unavailable_after: 2027-01-01">'),
    ],
    warn: [
      headers({ 'x-robots-tag': 'googlebot: noindex' }),
      headers({ 'x-robots-tag': 'googlebot: max-snippet:-1, noindex' }),
      head('<meta name=bingbot content=noindex>'),
      { robots: text('/robots.txt', 'User-agent: Googlebot\nDisallow: /\n', 'text/plain') },
    ],
    fail: [
      head('<meta name=ROBOTS content="NOINDEX">'),
      headers({ 'x-robots-tag': 'none' }),
      headers({ 'x-robots-tag': 'max-snippet:-1, max-image-preview:large, noindex' }),
      head('<meta name=robots content="index, follow"><meta name=robots content=noindex>'),
      { robots: text('/robots.txt', 'User-agent: *\nDisallow: /guides\n', 'text/plain') },
      head('<meta name=robots content="unavailable_after: 2020-01-01">'),
    ],
  },
  canonical: {
    pass: [{}, headers({ link: '<https://www.example.org/guides/planting-trees>; rel="canonical"' })],
    fail: [
      head('<link rel=canonical href="/guides/planting-trees">'),
      head('<link rel=canonical href="https://">'),
      head(
        '<link rel=canonical href="https://www.example.org/a"><link rel=canonical href="https://www.example.org/b">',
      ),
      head('<link rel=canonical href="https://www.example.org/">'),
      head(
        '<link rel=canonical href="https://www.example.org/de"><link rel=alternate hreflang=de href="https://www.example.org/de"><link rel=alternate hreflang=en href="https://www.example.org/guides/planting-trees">',
      ),
    ],
    not_applicable: [head(''), body('<link rel=canonical href="/x">'), head('<link rel=canonical href="">')],
  },
  'robots-txt': {
    pass: [
      {},
      {
        robots: text(
          '/robots.txt',
          '# all\nuser-agent: a\nDisallow: /*.pdf$\nCrawl-delay: 2\n',
          'text/plain',
        ),
      },
    ],
    warn: [
      { robots: text('/robots.txt', '', 'text/plain', 404) },
      { robots: { ...text('/robots.txt', 'User-agent: *\nAllow: /\n', 'text/plain'), truncated: true } },
    ],
    fail: [
      { robots: text('/robots.txt', '', 'text/plain', 503) },
      { robots: { ok: false, code: 'timeout' } },
      { robots: text('/robots.txt', '<!doctype html><title>Shop</title>', 'text/html') },
      { robots: text('/robots.txt', 'Disallow: /\n', 'text/plain') },
      { robots: text('/robots.txt', 'User-agent: *\nDisallow: private\n', 'text/plain') },
      {
        robots: text(
          '/robots.txt',
          'User-agent: *\nDisallow: /a$b\nSitemap: /sitemap.xml\nUser-agent:\n',
          'text/plain',
        ),
      },
    ],
  },
  'crawlable-links': {
    pass: [
      body(
        '<a href="/a">A</a><a id="top"></a><a name="x"></a><a>placeholder</a><a href="mailto:a@b.example">mail</a><a role=button>b</a>',
      ),
    ],
    fail: [
      body('<a href="javascript:void(0)">A</a>'),
      body('<a onclick="go()">A</a>'),
      body('<a href="http://[">A</a>'),
      body('<a href="file:///c:/a">A</a>'),
      body('<a target=_blank>A</a>'),
    ],
    not_applicable: [body('<p>No links.</p>')],
  },
  'link-text': {
    pass: [
      body('<a href="/prices">Price list</a>'),
      body('<a href="/a" rel=nofollow>here</a><a href="/prices">Prices</a>'),
      body('<a lang=de href="/a">more</a>'),
      body('<p lang="de-CH"><a href="/a">Start</a> <a href="/b">Preise</a></p>'),
      body('<a href="/prices">Price list</a><a href="#">more</a>'),
      body('<a lang=constructor href="/a">more</a>'),
    ],
    fail: [
      body('<svg><a href="/a"><text>Read more</text></a></svg>'),
      body('<a href="/a"> Read <b>More</b></a>'),
      body('<a lang="de-AT" href="/a">Hier</a>'),
    ],
    not_applicable: [body('<a href="#">here</a>'), body('<a href="#top">here</a>'), body('')],
  },
  hreflang: {
    pass: [
      head(
        '<link rel=alternate hreflang=en href="https://www.example.org/guides/planting-trees"><link rel=alternate hreflang=zh-Hant-TW href="https://www.example.org/tw"><link rel=alternate hreflang=x-default href="https://www.example.org/">',
      ),
    ],
    warn: [
      head('<link rel=alternate hreflang=en-UK href="https://www.example.org/guides/planting-trees">'),
      head('<link rel=alternate hreflang=de href="https://www.example.org/de">'),
    ],
    fail: [
      head('<link rel=alternate hreflang=xx href="https://www.example.org/">'),
      head('<link rel=alternate hreflang=de href="/de">'),
      headers({ link: '</de>; rel="alternate"; hreflang="de"' }),
    ],
    not_applicable: [head('')],
  },
  'url-length': {
    pass: [{}],
    warn: [{ finalUrl: `https://www.example.org/${'a'.repeat(70)}` }],
    fail: [{ finalUrl: `https://www.example.org/${'a'.repeat(90)}` }],
  },

  'http-status': {
    pass: [{}],
    warn: [status(203)],
    fail: [status(404), status(503)],
  },
  'url-format': {
    pass: [{}, { finalUrl: 'https://www.example.org/%C3%A4pfel?a=1&b=2&c=3' }],
    warn: [
      { finalUrl: 'https://www.example.org/Trees' },
      { finalUrl: 'https://www.example.org/a_b' },
      { finalUrl: 'https://www.example.org/?a=1&b=2&c=3&d=4' },
      { finalUrl: 'https://www.example.org//a' },
    ],
    fail: [
      { finalUrl: 'https://www.example.org/?PHPSESSID=1' },
      { finalUrl: 'https://www.example.org/a;jsessionid=1' },
    ],
  },
  'structured-data': {
    pass: [
      jsonLd('{"@context":"https://schema.org","@type":"Article","headline":"Trees"}'),
      jsonLd('{"@graph":[{"@type":["Product"],"name":"a","offers":{}}]}'),
      jsonLd('{"@graph":[{"@type":"Thing"},{"@id":"https://www.example.org/#a"}]}'),
      jsonLd('[{"@type":"constructor"},{"@type":["toString","__proto__"]}]'),
      body('<div itemscope itemtype="https://schema.org/Thing"></div>'),
    ],
    warn: [{}],
    fail: [
      jsonLd('{"@type":"Product","name":"a"}'),
      jsonLd('{"@type": "Article",}'),
      jsonLd('[{"name":"a"}]'),
      jsonLd(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
      jsonLd(''),
    ],
  },
  'open-graph': {
    pass: [{}],
    warn: [
      head('<meta property="og:title" content=a>'),
      head(
        '<meta property=og:title content=a><meta property=og:type content=a><meta property=og:image content="/a.jpg"><meta property=og:url content="https://a.example/">',
      ),
    ],
    fail: [head(''), head('<meta property="og:title" content=" ">')],
  },
  'twitter-card': { pass: [{}], warn: [head('')], fail: [head('<meta name="twitter:card" content="huge">')] },
  favicon: {
    pass: [{}, icon({ declared: false })],
    warn: [
      icon({ mediaType: 'text/html' }),
      icon({ mediaType: null }),
      {
        ...head('<link rel=icon href="data:image/svg+xml,<svg/>">'),
        ...icon({ status: 404, declared: false }),
      },
    ],
    fail: [
      icon({ status: 404 }),
      icon({ status: 404, declared: false }),
      { favicon: { ok: false, code: 'timeout' } },
    ],
  },
  'link-count': {
    pass: [{}, body('<a href="/a">x</a>'.repeat(100)), body('<a href="#a">x</a>'.repeat(300))],
    warn: [body('<a href="/a">x</a>'.repeat(101))],
    fail: [body('<a href="/a">x</a>'.repeat(201))],
  },
  'not-found-page': {
    pass: [{}, missing({ status: 410 })],
    warn: [missing({ status: 403 }), missing({ status: 500 })],
    fail: [
      missing({ status: 200 }),
      missing({ status: 200, redirects: [hop('https://www.example.org/x', 'https://www.example.org/')] }),
    ],
    error: [{ notFound: { ok: false, code: 'timeout' } }],
  },
  'host-variants': {
    pass: [{}],
    warn: [
      { otherHost: { ok: false, code: 'unreachable' } },
      other({ redirects: [hop('https://example.org/', 'https://www.example.org/', 302)] }),
      other({ finalUrl: 'https://example.org/', status: 404, redirects: [] }),
    ],
    fail: [other({ finalUrl: 'https://example.org/guides/planting-trees', redirects: [] })],
    not_applicable: [{ otherHost: null }],
  },
  'ai-crawlers': {
    info: [{}, { robots: text('/robots.txt', 'User-agent: GPTBot\nDisallow: /\n', 'text/plain') }],
  },
  viewport: {
    pass: [{}, head('<meta name=viewport content="initial-scale=1">')],
    warn: [
      head('<meta name=viewport content="width=1024">'),
      head('<meta name=viewport content="viewport-fit=cover">'),
      head('<meta name=viewport content="width=device-width, user-scalable=no">'),
      head('<meta name=viewport content="width=device-width, maximum-scale=1">'),
    ],
    fail: [head('')],
  },
  'internal-nofollow': {
    pass: [body('<a href="/a">a</a><a rel=nofollow href="https://b.example/">b</a>')],
    warn: [body('<a rel="noopener nofollow" href="/a">a</a>')],
    not_applicable: [body('<a href="https://b.example/">b</a>')],
  },
  'meta-refresh': {
    pass: [
      {},
      head('<meta http-equiv=refresh content="72001">'),
      head('<meta http-equiv=refresh content="0: /a">'),
    ],
    warn: [
      body('<meta http-equiv=refresh content="0; url=/a">'),
      head('<meta http-equiv=refresh content="0; url=/a">'),
    ],
    fail: [
      head('<meta http-equiv=Refresh content="5">'),
      head('<meta http-equiv=refresh content="72000">'),
      body('<meta http-equiv=refresh content="5; url=/a">'),
    ],
  },
  'blocked-resources': {
    pass: [{ resources: [resource('/a.css', 'stylesheet')] }],
    fail: [
      {
        resources: [resource('/private/a.js', 'script')],
        robots: text('/robots.txt', 'User-agent: *\nDisallow: /private/\n', 'text/plain'),
      },
    ],
    not_applicable: [{ resources: [resource('https://cdn.example/a.js', 'script')] }],
  },
  'snippet-limits': {
    pass: [
      {},
      head('<meta name=robots content="max-snippet:-1, max-image-preview:large">'),
      headers({ 'x-robots-tag': 'otherbot: nosnippet' }),
    ],
    warn: [
      headers({ 'x-robots-tag': 'googlebot: nosnippet' }),
      head('<meta name=robots content=index><meta name=robots content=nosnippet>'),
      head('<meta name=robots content="index, NoSnippet">'),
      headers({ 'x-robots-tag': 'max-snippet: 0' }),
    ],
  },
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
      // A feed names the latest pages, not all.
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
  'server-rendered': {
    pass: [{}, body('<p>Short, but whole.</p><script src="https://stats.example/tag.js"></script>')],
    warn: [
      body('<div id="root"></div><script type=module src="/assets/index-4f2.js"></script>'),
      body('<app-root></app-root><script src="/main.js"></script>'),
      body('<div id="main">Loading…</div><script src="/static/js/bundle.js"></script>'),
    ],
    info: [body('<h1>Sign in</h1><script src="/js/bootstrap.bundle.min.js"></script>')],
  },
  'insecure-internal-links': {
    pass: [body('<a href="/a">a</a><a href="http://b.example/">b</a>')],
    warn: [body('<a href="http://www.example.org/a">a</a>')],
    not_applicable: [body(''), { finalUrl: 'http://www.example.org/' }],
  },
};
