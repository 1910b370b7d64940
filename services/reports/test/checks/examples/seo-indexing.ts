import type { PageArtifacts } from '../../../src/page/page-artifacts.ts';
import { artifactsOf, body, head, headers, hop, resource, text } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const good = artifactsOf();
const status = (code: number) => ({ response: { ...good.response, status: code } });
type Answered<T> = Extract<T, { ok: true }>;
const missing = (changes: Partial<Answered<PageArtifacts['notFound']>>) => ({
  notFound: { ...(good.notFound as Answered<PageArtifacts['notFound']>), ...changes },
});
const other = (changes: Partial<Answered<NonNullable<PageArtifacts['otherHost']>>>) => ({
  otherHost: { ...(good.otherHost as Answered<NonNullable<PageArtifacts['otherHost']>>), ...changes },
});

export const seoIndexing: Examples = {
  indexable: {
    pass: [
      {},
      head('<meta name=robots content="index, follow">'),
      headers({ 'x-robots-tag': 'otherbot: noindex' }),
      head('<meta name=robots content="unavailable_after: 2027-01-01">'),
      { robots: text('/robots.txt', 'User-agent: archive.org_bot\nDisallow: /\n', 'text/plain') },
    ],
    warn: [
      headers({ 'x-robots-tag': 'googlebot: noindex' }),
      headers({ 'x-robots-tag': 'googlebot: max-snippet:-1, noindex' }),
      head('<meta name=bingbot content=noindex>'),
      { robots: text('/robots.txt', 'User-agent: Googlebot\nDisallow: /\n', 'text/plain') },
    ],
    fail: [
      head('<meta name=ROBOTS content="NOINDEX">'),
      head('<meta name=robots content=noindex><meta name=googlebot content=nofollow>'),
      headers({ 'x-robots-tag': 'none' }),
      headers({ 'x-robots-tag': 'max-snippet:-1, max-image-preview:large, noindex' }),
      head('<meta name=robots content="index, follow"><meta name=robots content=noindex>'),
      { robots: text('/robots.txt', 'User-agent: *\nDisallow: /guides\n', 'text/plain') },
      head('<meta name=robots content="unavailable_after: 2020-01-01">'),
    ],
  },
  canonical: {
    pass: [
      {},
      headers({ link: '<https://www.example.org/guides/planting-trees>; rel="canonical"' }),
      headers({
        link: `</style.css>; ${'x; '.repeat(4_000)}", <https://www.example.org/guides/planting-trees>; title="a; b, c" ; rel=canonical`,
      }),
      // The start page by another name.
      {
        ...head('<link rel=canonical href="https://www.example.org/">'),
        finalUrl: 'https://www.example.org/index.html',
      },
      {
        ...head('<link rel=canonical href="https://www.example.org/">'),
        finalUrl: 'https://www.example.org/Default.aspx',
      },
    ],
    fail: [
      head('<link rel=canonical href="https://www.example.org/guides/planting-trees#top">'),
      head('<link rel=canonical media=print href="https://www.example.org/guides/planting-trees">'),
      {
        ...head('<link rel=canonical href="https://www.example.org/guides/gone">'),
        canonical: {
          ok: true,
          url: 'https://www.example.org/guides/gone',
          finalUrl: 'https://www.example.org/guides/gone',
          status: 404,
          redirects: [],
        },
      },
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
          'User-agent: *\nAllow: /\nUnknown-record: 1\nNoarchive: /a\n',
          'text/plain',
        ),
      },
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
  'http-status': {
    pass: [{}],
    warn: [status(203)],
    fail: [status(404), status(503)],
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
};
