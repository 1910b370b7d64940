import { body, head, headers, text } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const LOREM_TITLE = 'Planting trees in small gardens, a guide with a calendar';

export const seo: Examples = {
  title: {
    pass: [
      head(`<title>${LOREM_TITLE}</title>`),
      head('<title>Bäume pflanzen im kleinen Garten 🌳🌳</title>'),
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
      head('<meta name=bingbot content=noindex>'),
      { robots: text('/robots.txt', 'User-agent: Googlebot\nDisallow: /\n', 'text/plain') },
    ],
    fail: [
      head('<meta name=ROBOTS content="NOINDEX">'),
      headers({ 'x-robots-tag': 'none' }),
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
    ],
    fail: [body('<a href="/a"> Read <b>More</b></a>'), body('<a lang="de-AT" href="/a">Hier</a>')],
    not_applicable: [body('<a href="#top">here</a>'), body('')],
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
};
