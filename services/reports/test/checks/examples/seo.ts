import type { PageArtifacts } from '../../../src/page/page-artifacts.ts';
import { artifactsOf, body, head, headers } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const LOREM_TITLE = 'Planting trees in small gardens, a guide with a calendar';
const good = artifactsOf();
const jsonLd = (json: string) => head(`<script type="application/ld+json">${json}</script>`);
type Answered<T> = Extract<T, { ok: true }>;
const icon = (changes: Partial<Answered<PageArtifacts['favicon']>>) => ({
  favicon: { ...(good.favicon as Answered<PageArtifacts['favicon']>), ...changes },
});

const SCRIPT = '<script src="/tag.js"></script>';

export const seo: Examples = {
  title: {
    pass: [
      head(`<title>${LOREM_TITLE}</title>`),
      head('<title>Bäume pflanzen im kleinen Garten 🌳🌳</title>'),
      head('<title>小さな庭に木を植えるための案内所</title>'),
      // Vowel signs take no room of their own.
      head(`<title>${'हिंदी '.repeat(11)}</title>`),
      head(`<title>Days out with children in Bern ${'👨‍👩‍👧‍👦'.repeat(5)}</title>`),
      { html: head(`<title>${LOREM_TITLE}</title>`).html?.replace('<h1>', '<title>Trees</title><h1>') ?? '' },
    ],
    warn: [head('<title>Trees</title>'), head('<title>T</title>'), head(`<title>${'x'.repeat(75)}</title>`)],
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
      // Reached with a campaign's parameter: the page is known by its canonical address.
      {
        ...head(
          '<link rel=canonical href="https://www.example.org/de"><link rel=alternate hreflang=de href="https://www.example.org/de">',
        ),
        finalUrl: 'https://www.example.org/de?utm_source=mail',
      },
    ],
    warn: [
      head('<link rel=alternate hreflang=en-UK href="https://www.example.org/guides/planting-trees">'),
      head('<link rel=alternate hreflang=de href="https://www.example.org/de">'),
      head('<link rel=alternate hreflang=en-EU href="https://www.example.org/guides/planting-trees">'),
    ],
    fail: [
      head(
        '<link rel=alternate hreflang=en href="https://www.example.org/guides/planting-trees"><link rel=alternate hreflang=EN href="https://www.example.org/other">',
      ),
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
      jsonLd('{"@context":"https://schema.org","@type":"Article"}'),
      jsonLd('{"@graph":[{"@type":["Product"],"name":"a","offers":{"@type":"Offer","price":"1"}}]}'),
      jsonLd('{"@graph":[{"@type":"Thing"},{"@id":"https://www.example.org/#a"}]}'),
      jsonLd(
        '{"@type":"Restaurant","name":"a","address":"b","review":{"@type":"Review","author":"c","reviewRating":{"ratingValue":5}}}',
      ),
      jsonLd('{"@context":"https://other.example/vocabulary","@type":"Produkt"}'),
      jsonLd('{"@type":"Product","name":"a","offers":{"@type":"Offer","@id":"#offer"}}'),
      body('<div itemscope itemtype="https://schema.org/Thing"></div>'),
      // Properties elsewhere, before and after the item, within an item that they aren't part of, and in a circle.
      body(
        '<p id=n><b itemprop=name>a</b></p><div itemscope itemtype="https://schema.org/Product" itemref="n o"></div><p id=o itemprop=offers itemscope itemtype="https://schema.org/Offer"><meta itemprop=price content=1></p>',
      ),
      body(
        '<div id=a itemscope itemtype="https://schema.org/Thing" itemref=a><p itemprop=about itemscope itemtype="https://schema.org/Thing" itemref=a></p></div>',
      ),
      body(
        '<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>a</b><p itemprop=offers itemscope itemtype="https://schema.org/Offer"><meta itemprop=price content=1></p></div>',
      ),
      body(
        '<div vocab="https://schema.org/" typeof="LocalBusiness"><b property=name>a</b><i property=address>b</i></div>',
      ),
    ],
    warn: [{}],
    fail: [
      jsonLd('{"@type":"Product","name":"a"}'),
      jsonLd('{"@type":"Product","name":"a","offers":{"@type":"Offer"}}'),
      jsonLd('{"@type":"Restaurant","name":"a"}'),
      jsonLd('{"@type":"Review","author":"a","reviewRating":{"@type":"Rating","ratingValue":5}}'),
      jsonLd('{"@context":"https://schema.org","@type":"Produkt","name":"a"}'),
      jsonLd('[{"@type":"constructor"},{"@type":["toString","__proto__"]}]'),
      jsonLd(
        '{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"a","acceptedAnswer":{"@type":"Answer"}}]}',
      ),
      body('<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>a</b></div>'),
      // The price belongs to nothing.
      body(
        '<div itemscope itemtype="https://schema.org/Product" itemref=gone><b itemprop=name>a</b></div><p itemprop=offers itemscope itemtype="https://schema.org/Offer"><meta itemprop=price content=1></p>',
      ),
      body('<div vocab="https://schema.org/" typeof="LocalBusiness"><b property=name>a</b></div>'),
      body('<div typeof="schema:Event"><b property="schema:name">a</b></div>'),
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
  viewport: {
    pass: [{}, head('<meta name=viewport content="initial-scale=1">')],
    warn: [
      head('<meta name=viewport content="width=1024">'),
      head('<meta name=viewport content="width=device-width, initial-scale=0.5">'),
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
      headers({ refresh: '0; url=/a' }),
      head('<meta http-equiv=refresh content="0; url=/a">'),
    ],
    fail: [
      head('<meta http-equiv=Refresh content="5">'),
      head('<meta http-equiv=refresh content="72000">'),
      body('<meta http-equiv=refresh content="5; url=/a">'),
      body('<meta http-equiv=refresh content="1">'),
    ],
  },
  'server-rendered': {
    pass: [
      {},
      body('<p>Short, but whole.</p><script src="https://stats.example/tag.js"></script>'),
      // Laravel wraps every page, rendered on the server, in this element.
      body(`<div id="app"><h1>Login</h1><form method=post><input name=email></form></div>${SCRIPT}`),
      // A widget on a short page.
      body(`<h1>Sign in</h1><form method=post><ion-icon name=lock></ion-icon><input></form>${SCRIPT}`),
      body(`<cookie-banner></cookie-banner><h1>Closed</h1><p>We are back on Monday.</p>${SCRIPT}`),
    ],
    warn: [
      body('<div id="root"></div><script type=module src="/assets/index-4f2.js"></script>'),
      body('<app-root></app-root><script src="/main.js"></script>'),
      body('<div id="main">Loading…</div><script src="/static/js/bundle.js"></script>'),
      body(`<div id="root"><div class=spinner><svg></svg></div></div>${SCRIPT}`),
      body(`<div id="main">読み込み中…</div>${SCRIPT}`),
      body(`<div id="main">Lädt …</div>${SCRIPT}`),
    ],
    info: [body('<h1>Sign in</h1><script src="/js/bootstrap.bundle.min.js"></script>')],
  },
  'insecure-internal-links': {
    pass: [body('<a href="/a">a</a><a href="http://b.example/">b</a>')],
    warn: [body('<a href="http://www.example.org/a">a</a>')],
    not_applicable: [body(''), { finalUrl: 'http://www.example.org/' }],
  },
};
