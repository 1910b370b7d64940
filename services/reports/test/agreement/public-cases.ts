import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import {
  body,
  GOOD_PAGE,
  head,
  headers,
  inBrowser,
  laidOut,
  resource,
  text,
} from '../checks/page-fixture.ts';

/** A page from a public bug report, with what the report or the standard says of it. */
export interface PublicCase {
  /** The bug report, or the page of a standard. */
  readonly source: string;
  readonly check: string;
  readonly page: Partial<PageArtifacts>;
  /** Whether the check should find something to mend. */
  readonly verdict: 'finds' | 'accepts';
}

const github = (issue: string): string => {
  const [, repository = '', number = ''] = /^(.*)#(\d+)$/.exec(issue) ?? [];
  return `https://github.com/${repository}/issues/${number}`;
};

const lighthouse = (number: number): string => github(`GoogleChrome/lighthouse#${String(number)}`);
const axe = (number: number): string => github(`dequelabs/axe-core#${String(number)}`);
const observatory = (number: number): string => github(`mozilla/http-observatory#${String(number)}`);
const google = (page: string): string =>
  `https://developers.google.com/search/docs/appearance/structured-data/${page}`;

const by =
  (check: string, verdict: PublicCase['verdict']) =>
  (source: string, page: Partial<PageArtifacts>): PublicCase => ({ source, check, page, verdict });
const accepts = (check: string) => by(check, 'accepts');
const finds = (check: string) => by(check, 'finds');

const policy = (value: string) => headers({ 'content-security-policy': value });
const script = (src: string) => body(`<script src="${src}"></script>`);
const jsonLd = (data: object) => head(`<script type="application/ld+json">${JSON.stringify(data)}</script>`);
const schema = (type: string, properties: object) =>
  jsonLd({ '@context': 'https://schema.org', '@type': type, ...properties });
const robots = (content: string) => ({ robots: text('/robots.txt', content, 'text/plain') });
const htmlIn = (language: string) => ({ html: GOOD_PAGE.replace('lang="en"', `lang="${language}"`) });
const viewport = (content: string) => head(`<meta name="viewport" content="${content}">`);
/** A page with versions in this language and in its own. */
const version = (language: string, href = 'https://www.example.org/other') =>
  head(
    `<link rel="alternate" hreflang="en" href="https://www.example.org/guides/planting-trees"><link rel="alternate" hreflang="${language}" href="${href}">`,
  );
const canonical = (...addresses: string[]) =>
  head(addresses.map((href) => `<link rel="canonical" href="${href}">`).join(''));
/** A page as sent without a charset in its header. */
const undeclared = (html: string, meta: string | null, source: PageArtifacts['charset']['source']) => ({
  html,
  charset: { used: 'utf-8', source, header: null, meta, errors: 0 },
});
const library = (path: string, libraries: { name: string; version: string }[]) => ({
  ...script(path),
  resources: [resource(path, 'script', { libraries })],
});

const OWN = 'https://www.example.org/guides/planting-trees';

const INDEXING: readonly PublicCase[] = [
  // The same address twice is one.
  accepts('canonical')(lighthouse(4973), canonical(OWN, OWN)),
  finds('canonical')(lighthouse(3178), canonical(OWN, `${OWN}?page=2`)),
  // A mirror may name the original.
  accepts('canonical')('https://www.rfc-editor.org/rfc/rfc6596', canonical('https://other.example/trees')),
  finds('canonical')(lighthouse(3178), canonical('https://www.example.org/')),
  accepts('canonical')(lighthouse(4295), {
    ...canonical('https://www.example.org/'),
    finalUrl: 'https://www.example.org/index.php',
  }),
  finds('canonical')('https://html.spec.whatwg.org/multipage/links.html#link-type-canonical', {
    html: GOOD_PAGE.replace(/<link rel="canonical"[^>]*>/, '<link rel="canonical nofollow" href="/trees">'),
  }),
  finds('indexable')(
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Robots-Tag',
    headers({ 'x-robots-tag': 'BadBot: noindex, nofollow, googlebot: noindex' }),
  ),
  accepts('indexable')(
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Robots-Tag',
    headers({ 'x-robots-tag': 'BadBot: noindex, nofollow, googlebot: nofollow' }),
  ),
  finds('structured-data')(
    google('breadcrumb'),
    schema('BreadcrumbList', {
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Guides' },
        { '@type': 'ListItem', position: 2, name: 'Trees' },
      ],
    }),
  ),
  accepts('structured-data')(
    google('breadcrumb'),
    schema('BreadcrumbList', {
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Guides', item: 'https://www.example.org/guides' },
        { '@type': 'ListItem', position: 2, name: 'Trees' },
      ],
    }),
  ),
  finds('permissions-policy')(
    'https://www.w3.org/TR/permissions-policy/#allowlist',
    headers({ 'permissions-policy': 'camera=(self *), geolocation=()' }),
  ),
  finds('permissions-policy')(
    'https://www.rfc-editor.org/rfc/rfc9651#section-3.1.2',
    headers({ 'permissions-policy': 'camera=(); microphone=()' }),
  ),
  accepts('permissions-policy')(
    'https://www.w3.org/TR/permissions-policy/#allowlist',
    headers({ 'permissions-policy': 'camera=("https://*.example.org"), geolocation=();report-to=a' }),
  ),
  finds('insecure-forms')(
    'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fae-form',
    body('<form id="f" method="get" action="/in"></form><input type="password" name="p" form="f">'),
  ),
  finds('insecure-forms')(
    'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fs-formmethod',
    body(
      '<form method="post" action="/in"><input type="password" name="p"><button formmethod="GET">In</button></form>',
    ),
  ),
  finds('hreflang')(lighthouse(14394), version('zh-CN', '/zh/')),
  finds('hreflang')(lighthouse(3177), version('xx')),
  finds('hreflang')(github('statamic/seo-pro#57'), version('en_US')),
  finds('hreflang')(github('HTTPArchive/almanac.httparchive.org#1516'), version('zh-CHT')),
  finds('hreflang')(github('letsencrypt/website#754'), version('sr-SP')),
  accepts('hreflang')(github('oekazuma/svelte-vitals#428'), version('es-419')),
  accepts('hreflang')(github('oekazuma/svelte-vitals#428'), version('x-default')),
  accepts('hreflang')(github('biomejs/biome#8118'), version('zh-Hans-CN')),
  finds('indexable')(
    github('GoogleChrome/developer.chrome.com#5111'),
    head('<meta name="Googlebot" content="noindex">'),
  ),
  finds('indexable')(
    github('spatie/robots-txt#70'),
    headers({ 'x-robots-tag': 'unavailable_after: 25 Jun 2010 15:00:00 PST' }),
  ),
  accepts('indexable')(
    lighthouse(3657),
    headers({ 'x-robots-tag': 'unavailable_after: 25 Jun 2040 15:00:00 PST' }),
  ),
  // A picture's header says nothing of the page.
  accepts('indexable')(lighthouse(6303), {
    resources: [resource('/tree.jpg', 'image', { headers: [['x-robots-tag', 'noindex']] })],
  }),
  // Googlebot has rules of its own, and may come.
  accepts('blocked-resources')(
    lighthouse(5329),
    robots('User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /guides\n'),
  ),
  accepts('robots-txt')(
    lighthouse(16767),
    robots('Content-Signal: ai-train=no, search=yes\nUser-agent: *\nAllow: /\n'),
  ),
  accepts('robots-txt')(
    github('DailybotHQ/deepworkplan-website#55'),
    robots('User-agent: *\nAllow: /\nAgentmap: https://www.example.org/.well-known/ai-catalog.json\n'),
  ),
  accepts('robots-txt')(
    lighthouse(17160),
    robots('License: https://www.example.org/license.xml\nUser-agent: *\nAllow: /\n'),
  ),
  finds('robots-txt')(lighthouse(4845), { robots: text('/robots.txt', '', 'text/plain', 503) }),
  // An anchor without href is where a link leads to, or a place for one.
  accepts('crawlable-links')(lighthouse(12030), body('<a id="start"></a><a href="/a">Trees</a>')),
  accepts('crawlable-links')(lighthouse(15820), body('<a><img src="/a.png" alt="Tree"></a>')),
  accepts('crawlable-links')(
    github('sethblack/black-seo-analyzer#6'),
    body('<a href="mailto:contact@trees.org">Write</a><a href="tel:+1-555-123-4567">Call</a>'),
  ),
  finds('crawlable-links')(lighthouse(10590), body('<a href="javascript:void(0)">More</a>')),
  accepts('link-text')(lighthouse(4494), body('<a href="/trees?page=4">4</a>')),
  finds('link-text')(lighthouse(12864), body('<a href="/a">Click here</a>')),
  // Nobody gets to a link that isn't displayed.
  accepts('link-text')(
    github('jdan/tota11y#101'),
    body('<p style="display:none"><a href="/a">click here</a></p><a href="/b">Prices of trees</a>'),
  ),
  accepts('fragment-links')(github('JustinBeckwith/linkinator#858'), body('<a href="#/orders">Orders</a>')),
  accepts('fragment-links')(
    github('Munter/netlify-plugin-checklinks#590'),
    body('<a href="#:~:text=a%20young%20tree">The tree</a>'),
  ),
  accepts('fragment-links')(
    github('mdn/mdn#561'),
    body('<a href="#what_is_a_%22tainted%22_canvas%3F">It</a><h2 id=\'what_is_a_"tainted"_canvas?\'>It</h2>'),
  ),
  accepts('plain-email')(
    github('lycheeverse/lychee#1111'),
    body('<img srcset="v2@1.5x.png" alt="Tree"><p>See logo-v2@2x.png</p>'),
  ),
  finds('viewport')(lighthouse(16020), viewport('width=device-width, initial-scale=0.86')),
  finds('viewport')(axe(694), viewport('width=device-width, initial-scale=1.0, user-scalable=0')),
  finds('viewport')(lighthouse(4528), viewport('width=device-width, initial-scale=1, maximum-scale=1')),
  accepts('viewport')(lighthouse(13141), viewport('width=device-width, initial-scale=1, maximum-scale=5.0')),
];

const STRUCTURED_DATA: readonly PublicCase[] = [
  finds('structured-data')(
    github('schemaorg/schemaorg#4378'),
    schema('Product', { name: 'Reducer', description: 'A gear' }),
  ),
  // A part of a product needn't say what it reviews.
  accepts('structured-data')(
    github('woocommerce/woocommerce#24862'),
    schema('Product', {
      name: 'Spade',
      review: {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'A' },
        reviewRating: { '@type': 'Rating', ratingValue: 5 },
      },
    }),
  ),
  finds('structured-data')(
    github('schemaorg/schemaorg#1002'),
    schema('AggregateRating', { ratingValue: 4, ratingCount: 9 }),
  ),
  finds('structured-data')(
    github('SAP/spartacus#5153'),
    schema('Product', { name: 'Camera', aggregateRating: { '@type': 'AggregateRating', ratingCount: 0 } }),
  ),
  finds('structured-data')(
    google('product-snippet'),
    schema('Product', {
      name: 'Camera',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, ratingCount: 0 },
    }),
  ),
  accepts('structured-data')(
    github('vercel/commerce#1016'),
    schema('Product', {
      name: 'Cup',
      offers: { '@type': 'AggregateOffer', lowPrice: '10', highPrice: '20', priceCurrency: 'EUR' },
    }),
  ),
  accepts('structured-data')(
    github('ChilliCream/graphql-platform#10219'),
    schema('Product', {
      name: 'Plan',
      offers: {
        '@type': 'Offer',
        priceSpecification: { '@type': 'UnitPriceSpecification', price: 5, priceCurrency: 'EUR' },
      },
    }),
  ),
  // What a reference names has to be there.
  finds('structured-data')(
    github('Yoast/wpseo-woocommerce#399'),
    jsonLd({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Product',
          name: 'Cup',
          offers: { '@type': 'Offer', price: 5, priceCurrency: 'EUR', seller: { '@id': '#organization' } },
        },
      ],
    }),
  ),
  accepts('structured-data')(
    github('Yoast/wpseo-woocommerce#399'),
    jsonLd({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Product',
          name: 'Cup',
          offers: { '@type': 'Offer', price: 5, priceCurrency: 'EUR', seller: { '@id': '#organization' } },
        },
        { '@type': 'Organization', '@id': '#organization', name: 'Shop' },
      ],
    }),
  ),
  accepts('structured-data')(google('article'), schema('NewsArticle', { headline: 'Trees' })),
  finds('structured-data')(google('event'), schema('MusicEvent', { name: 'Concert', location: 'Hall' })),
];

const SECURITY: readonly PublicCase[] = [
  accepts('content-security-policy')(
    observatory(88),
    policy("script-src 'self' 'unsafe-inline' 'nonce-abc123'; object-src 'none'; base-uri 'none'"),
  ),
  accepts('content-security-policy')(
    observatory(277),
    policy(
      "default-src 'none'; style-src 'self' 'unsafe-inline' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    ),
  ),
  finds('content-security-policy')(
    github('google/csp-evaluator#80'),
    policy(
      "default-src 'self'; object-src 'none'; base-uri 'none'; script-src 'self' 'unsafe-inline' 'sha256-abc$'",
    ),
  ),
  finds('content-security-policy')(
    github('google/csp-evaluator#80'),
    policy(
      "default-src 'self'; object-src 'none'; base-uri 'none'; script-src 'self' 'unsafe-inline' 'nonce-eQD7eyHDucshwfua3umGog$'",
    ),
  ),
  finds('content-security-policy')(observatory(94), policy("default-src 'none'; script-src https:")),
  accepts('content-security-policy')(observatory(105), {
    ...headers({ 'content-security-policy': null }),
    ...head(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; base-uri 'none'">`,
    ),
  }),
  // A browser runs no script at all by it.
  accepts('content-security-policy')(
    github('mozilla/http-observatory-website#155'),
    policy("default-src 'none'; base-uri 'self'; form-action 'self'; script-src 'strict-dynamic'"),
  ),
  accepts('subresource-integrity')(observatory(182), script('https://www.example.org/app.js')),
  finds('subresource-integrity')(observatory(427), script('//ads.example.com/ads.js')),
  accepts('mixed-content')(observatory(427), script('//ads.example.com/ads.js')),
  accepts('cookies')(observatory(433), headers({ 'set-cookie': 'a=1; Secure; SameSite=None' })),
  finds('cookies')(observatory(437), headers({ 'set-cookie': 'a=1; SameSite=None' })),
  finds('cookies')(observatory(437), headers({ 'set-cookie': 'a=1; Secure; SameSite=true' })),
  accepts('cookies')(observatory(282), headers({ 'set-cookie': 'heroku-session-affinity=x; Secure' })),
  // Azure's, as Heroku's, is its load balancer's.
  accepts('cookies')(
    observatory(433),
    headers({ 'set-cookie': 'ARRAffinitySameSite=x; Secure; SameSite=None; HttpOnly' }),
  ),
  // Attributes in a header of their own belong to no cookie.
  finds('cookies')(
    observatory(215),
    headers({ 'set-cookie': ['PHPSESSID=random; path=/', 'secure; httponly'] }),
  ),
  accepts('referrer-policy')(
    github('nextcloud/server#19416'),
    headers({ 'referrer-policy': 'no-referrer,strict-origin-when-cross-origin' }),
  ),
  accepts('referrer-policy')(
    github('securityheaders/securityheaders-bugs#65'),
    headers({ 'referrer-policy': 'origin-when-cross-origin,strict-origin-when-cross-origin' }),
  ),
  finds('referrer-policy')(observatory(278), {
    ...headers({ 'referrer-policy': 'strict-origin-when-cross-origin' }),
    ...head('<meta name="referrer" content="origin">'),
  }),
  accepts('opener-links')(
    github('webhintio/hint#4236'),
    body('<a target="_blank" href="https://other.example/">Other</a>'),
  ),
  finds('opener-links')(
    github('webhintio/hint#2799'),
    body('<a target="_blank" rel="opener" href="https://other.example/">Other</a>'),
  ),
  accepts('opener-links')(
    github('google/WebFundamentals#4885'),
    body('<a target="_blank" rel="opener" href="/own">Own</a>'),
  ),
  accepts('vulnerable-libraries')(
    github('RetireJS/retire.js#427'),
    script('https://cdn.jsdelivr.net/npm/lodash.isequal@4.5.0/index.js'),
  ),
  accepts('vulnerable-libraries')(
    github('dependency-check/DependencyCheck#8447'),
    script('/zrender.2f80d7d13a7861fd_prod.js'),
  ),
  accepts('vulnerable-libraries')(
    github('h3xstream/burp-retire-js#49'),
    library('/47a9c871/jquery.js', [{ name: 'jquery', version: '3.7.1' }]),
  ),
  finds('vulnerable-libraries')(
    github('h3xstream/burp-retire-js#50'),
    script('https://ajax.googleapis.com/ajax/libs/jquery/3.2.1/jquery.min.js'),
  ),
  accepts('vulnerable-libraries')(
    github('RetireJS/retire.js#399'),
    script('https://code.jquery.com/ui/1.13.2/jquery-ui.min.js'),
  ),
  finds('vulnerable-libraries')(
    github('RetireJS/retire.js#434'),
    script('https://cdn.jsdelivr.net/npm/pdfjs-dist@4.1.392/build/pdf.min.mjs'),
  ),
  accepts('vulnerable-libraries')(
    github('RetireJS/retire.js#440'),
    body('<script>/* as of pdf-dist@1.2.3 the worker is named by its address */</script>'),
  ),
];

const MIXED = 'https://www.w3.org/TR/mixed-content/';
const TRUSTWORTHY = 'https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy';
const ZOOM = 'https://www.w3.org/TR/css-viewport-1/#user-scalable';
const SECURITY_TXT = 'https://www.rfc-editor.org/rfc/rfc9116#section-2.5.3';
const LISTED = 'https://www.rfc-editor.org/rfc/rfc9110#section-5.3';
const contactOf = (contact: string) => ({
  securityTxt: text(
    '/.well-known/security.txt',
    `Contact: ${contact}\nExpires: 2027-06-01T00:00:00Z\n`,
    'text/plain',
  ),
});

/** What a standard says of the siblings of reported faults. */
const STANDARDS: readonly PublicCase[] = [
  ...[
    '<svg><image href="http://a.example/a.png"/></svg>',
    '<svg><image xlink:href="http://a.example/a.png"/></svg>',
    '<table background="http://a.example/a.png"><tr><td>A tree</td></tr></table>',
    '<link rel="preload" as="image" href="http://a.example/a.png">',
    '<link rel="modulepreload" href="http://a.example/a.js">',
    '<video><track src="http://a.example/a.vtt"></video>',
    '<embed src="http://a.example/a.pdf">',
  ].map((html) => finds('mixed-content')(MIXED, body(html))),
  ...[
    '<link rel="alternate" href="http://a.example/feed">',
    '<template><img src="http://a.example/a.png" alt=""></template>',
    '<a href="http://a.example/">Other</a>',
  ].map((html) => accepts('mixed-content')(MIXED, body(html))),
  ...[
    'http://127.0.0.1/a.js',
    'http://localhost:8080/a.js',
    'http://app.localhost/a.js',
    'http://[::1]/a.js',
  ].map((address) => accepts('mixed-content')(TRUSTWORTHY, script(address))),
  finds('mixed-content')(TRUSTWORTHY, script('http://localhost.example/a.js')),
  finds('insecure-forms')(
    MIXED,
    body('<form action="/x"><input name="a"><button formaction="http://a.example/">Go</button></form>'),
  ),
  accepts('insecure-forms')(
    MIXED,
    body('<form action="/x"><input name="a"><button formaction="/y">Go</button></form>'),
  ),
  finds('canonical')(
    'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    canonical(OWN.replace('https:', 'http:')),
  ),
  finds('canonical')('https://www.rfc-editor.org/rfc/rfc6596', canonical('ftp://www.example.org/trees')),
  finds('viewport')(ZOOM, viewport('width=device-width, user-scalable=0.5')),
  finds('viewport')(ZOOM, viewport('width=device-width, maximum-scale=yes')),
  finds('viewport')(ZOOM, viewport('width=device-width, user-scalable=none')),
  accepts('viewport')(ZOOM, viewport('width=device-width, user-scalable=1')),
  accepts('viewport')(ZOOM, viewport('width=device-width, user-scalable=device-width')),
  accepts('viewport')(ZOOM, viewport('width=device-width, maximum-scale=-1')),
  finds('security-txt')(SECURITY_TXT, contactOf('security@example.org')),
  finds('security-txt')(SECURITY_TXT, contactOf('http://www.example.org/contact')),
  accepts('security-txt')(SECURITY_TXT, contactOf('https://www.example.org/contact')),
  accepts('security-txt')(SECURITY_TXT, contactOf('tel:+1-201-555-0123')),
  ...[
    '<script type="importmap">{"imports":{"lodash":"https://esm.sh/lodash@4.17.15"}}</script>',
    '<script type="module">import _ from "https://cdn.skypack.dev/lodash@4.17.15"; _.now()</script>',
  ].map((html) => finds('vulnerable-libraries')('https://github.com/RetireJS/retire.js', body(html))),
  accepts('cache-lifetime')(LISTED, {
    ...script('/a.js'),
    resources: [
      resource('/a.js', 'script', {
        headers: [
          ['cache-control', 'public'],
          ['cache-control', 'max-age=31536000'],
        ],
      }),
    ],
  }),
  finds('strict-transport-security')(
    'https://www.rfc-editor.org/rfc/rfc6797#section-6.1',
    headers({ 'strict-transport-security': 'max-age=31536000; max-age=1' }),
  ),
  finds('x-content-type-options')(
    'https://fetch.spec.whatwg.org/#x-content-type-options-header',
    headers({ 'x-content-type-options': 'foo, nosniff' }),
  ),
  finds('cookies')(
    'https://www.rfc-editor.org/rfc/rfc6265#section-5.3',
    headers({ 'set-cookie': 'a=1; Secure; SameSite=Lax; Domain=other.example' }),
  ),
  finds('content-security-policy')(
    'https://www.w3.org/TR/CSP3/#parse-serialized-policy',
    policy("default-src 'none'; base-uri 'none'; SCRIPT-SRC 'self' 'UNSAFE-INLINE'"),
  ),
  finds('content-security-policy')(
    'https://www.w3.org/TR/CSP3/#directive-script-src-elem',
    policy("default-src 'none'; base-uri 'none'; script-src 'self'; script-src-elem 'unsafe-inline'"),
  ),
  ...[{ startDate: 'tomorrow' }, { startDate: '2026-31-05T25' }, { startDate: 'June 3rd, 2026' }].map(
    (changes) =>
      finds('structured-data')(
        google('event'),
        schema('Event', { name: 'Concert', location: 'Hall', ...changes }),
      ),
  ),
  ...['2026-05-31', '2026-05-31T20:00', '2026-05-31T20:00:00.000+02:00', '20260531T200000Z', '2026-05'].map(
    (startDate) =>
      accepts('structured-data')(
        google('event'),
        schema('Event', { name: 'Concert', location: 'Hall', startDate }),
      ),
  ),
  ...[
    { price: '12,50 €', priceCurrency: 'EUR' },
    { price: '1,299.00', priceCurrency: 'EUR' },
    { price: 12.5, priceCurrency: 'Euro' },
  ].map((offer) =>
    finds('structured-data')(
      google('product-snippet'),
      schema('Product', { name: 'Cup', offers: { '@type': 'Offer', ...offer } }),
    ),
  ),
  ...[
    { ratingValue: 7, ratingCount: 3 },
    { ratingValue: 'good', ratingCount: 3 },
    { ratingValue: 4, ratingCount: 'three' },
  ].map((rating) =>
    finds('structured-data')(
      google('review-snippet'),
      schema('Product', { name: 'Cup', aggregateRating: { '@type': 'AggregateRating', ...rating } }),
    ),
  ),
  ...[
    { ratingValue: 7, bestRating: 10, ratingCount: 3 },
    { ratingValue: '4.4', reviewCount: '89' },
    { ratingValue: '60%', ratingCount: 3 },
    { ratingValue: '6/10', ratingCount: 3 },
  ].map((rating) =>
    accepts('structured-data')(
      google('review-snippet'),
      schema('Product', { name: 'Cup', aggregateRating: { '@type': 'AggregateRating', ...rating } }),
    ),
  ),
  finds('structured-data')(
    google('recipe'),
    schema('Recipe', { name: 'Soup', image: '/a.jpg', cookTime: '30 min' }),
  ),
  accepts('structured-data')(
    'https://www.w3.org/TR/json-ld11/#iana-considerations',
    head(
      '<script type="application/ld+json; charset=utf-8">{"@context":"https://schema.org","@type":"Article"}</script>',
    ),
  ),
  ...['<audio src="/a.mp3" autoplay controls></audio>', '<video src="/a.mp4" autoplay muted></video>'].map(
    (html) =>
      accepts('autoplay-media')('https://www.w3.org/WAI/WCAG22/Understanding/audio-control', body(html)),
  ),
  ...['fname', 'home given-name', 'given-name x', 'section-a'].map((autocomplete) =>
    finds('field-autocomplete')(
      'https://www.w3.org/WAI/standards-guidelines/act/rules/73f2c2/',
      body(`<input name="x" autocomplete="${autocomplete}">`),
    ),
  ),
  ...['off', '', 'ON', 'section-a shipping given-name', 'home tel'].map((autocomplete) =>
    accepts('field-autocomplete')(
      'https://www.w3.org/WAI/standards-guidelines/act/rules/73f2c2/',
      body(`<input name="x" autocomplete="${autocomplete}">`),
    ),
  ),
  ...['<dl><p>a</p></dl>', '<dl><dt>a</dt><dd>b</dd><span>c</span></dl>', '<dt>a</dt>'].map((html) =>
    finds('list-structure')(
      'https://html.spec.whatwg.org/multipage/grouping-content.html#the-dl-element',
      body(html),
    ),
  ),
  ...['<dl><dt>a</dt><dd>b</dd></dl>', '<dl><div><dt>a</dt><dd>b</dd></div><template></template></dl>'].map(
    (html) =>
      accepts('list-structure')(
        'https://html.spec.whatwg.org/multipage/grouping-content.html#the-dl-element',
        body(html),
      ),
  ),
  accepts('copyright-year')(
    'https://www.copyright.gov/circs/circ03.pdf',
    body('<footer>© since 1998 Trees, 2025–2026</footer>'),
  ),
  finds('copyright-year')(
    'https://www.copyright.gov/circs/circ03.pdf',
    body('<footer>© since 1998 Trees, 2010–2019</footer>'),
  ),
  accepts('font-display')(
    'https://www.w3.org/TR/css-fonts-4/#font-face-src-parsing',
    head('<style>@font-face { font-family: Text; src: local("Arial") }</style>'),
  ),
  finds('link-text')('https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context', {
    html: GOOD_PAGE.replace('lang="en"', 'lang="de"').replace(
      '</main>',
      '<a href="/a">Mehr erfahren</a></main>',
    ),
  }),
];

const PAGES: readonly PublicCase[] = [
  accepts('charset')(
    github('webhintio/hint#2828'),
    undeclared('<!doctype html><html><head><title>T</title><meta charset="utf-8">', 'utf-8', 'meta'),
  ),
  finds('charset')(
    github('tsotimus/vite-plugin-csp-guard#339'),
    undeclared(
      `<!doctype html><html><head><!--${'x'.repeat(1100)}--><meta charset="utf-8">`,
      'utf-8',
      'late_meta',
    ),
  ),
  // XML has no quirks mode.
  accepts('doctype')(lighthouse(14142), {
    ...headers({ 'content-type': 'application/xhtml+xml; charset=utf-8' }),
    html: '<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>T</title></head><body><p>Trees</p></body></html>',
  }),
  accepts('duplicate-ids')(
    axe(429),
    body('<p id="a">A</p><div><template shadowrootmode="open"><p id="a">B</p></template></div>'),
  ),
  finds('duplicate-ids')(
    axe(2910),
    body('<div aria-hidden="true"><h4 id="foo">Foo</h4></div><h4 id="foo">Foo</h4>'),
  ),
  accepts('blocking-stylesheets')(
    lighthouse(15969),
    head(
      ['a', 'b', 'c']
        .map((name) => `<link rel="stylesheet" href="${name}.css" media="print" onload="this.media='all'">`)
        .join(''),
    ),
  ),
  finds('blocking-stylesheets')(
    github('GoogleChrome/web.dev#5222'),
    head(['a', 'b', 'c'].map((name) => `<link rel="stylesheet" href="${name}.css" media="all">`).join('')),
  ),
  // Nothing on a screen can fit the rules of a style sheet for print.
  accepts('unused-css')(lighthouse(13264), {
    ...head('<link rel="stylesheet" media="print" href="/print.css">'),
    ...inBrowser({
      coverage: [
        { url: 'https://www.example.org/print.css', type: 'stylesheet', length: 50_000, unused: 50_000 },
      ],
    }),
  }),
  accepts('font-display')(
    lighthouse(10127),
    head('<style>@font-face { font-family: "Theme Icons"; src: url(i.woff2); font-display: block }</style>'),
  ),
  accepts('font-display')(
    lighthouse(6628),
    head('<style>@font-face { font-family: Text; font-display: optional; src: url(t.woff2) }</style>'),
  ),
  accepts('unsized-images')(
    lighthouse(12218),
    body('<img src="/a.jpg" alt="Tree" style="width:100%;aspect-ratio:16/9">'),
  ),
  accepts('unsized-images')(
    lighthouse(12377),
    laidOut('<img src="/a.jpg" alt="Tree" class="wide">', {
      images: [{ index: 5, isSized: true, top: 0 }],
    }),
  ),
  accepts('broken-resources')(github('JustinBeckwith/linkinator#496'), {
    ...body(
      '<picture><source srcset="data:image/svg+xml;charset=UTF-8,%3Csvg%20width%3D%222%22%3E%3C%2Fsvg%3E"><img src="/tree.jpg" alt="Tree"></picture>',
    ),
  }),
];

const ACCESSIBILITY: readonly PublicCase[] = [
  accepts('html-lang')(github('dequelabs/axe-core#257'), htmlIn('oma')),
  accepts('html-lang')(github('jsx-eslint/eslint-plugin-jsx-a11y#669'), htmlIn('zh-Hans-CN')),
  accepts('html-lang')(axe(4963), htmlIn('isv')),
  accepts('html-lang')(axe(2298), htmlIn('aaa')),
  finds('html-lang')(github('letsencrypt/website#754'), htmlIn('sr-SP')),
  accepts('field-autocomplete')(axe(2335), body('<input name="email" autocomplete="one-time-code">')),
  accepts('field-autocomplete')(axe(3854), body('<input type="email" autocomplete="work email webauthn">')),
  // A value that can't be entered isn't filled in either.
  accepts('field-autocomplete')(axe(4708), body('<input name="email" readonly autocomplete="nonsense">')),
  finds('field-autocomplete')(
    'https://www.w3.org/WAI/WCAG22/Understanding/identify-input-purpose',
    body('<input type="email" autocomplete="nonsense">'),
  ),
  accepts('list-structure')(axe(129), body('<ol role="presentation"><span>hi</span></ol>')),
  accepts('list-structure')(axe(129), body('<div role="list"><li role="presentation">hi</li></div>')),
  accepts('list-structure')(
    axe(4247),
    body('<ul><li>One</li><script>1</script><template></template><li>Two</li></ul>'),
  ),
  accepts('list-structure')(axe(4910), body('<ul role="presentation"><li role="tabpanel">One</li></ul>')),
  accepts('aria-roles')(axe(4910), body('<ul role="presentation"><li role="tabpanel">One</li></ul>')),
  accepts('empty-headings')(axe(39), body('<h1>Trees</h1><h3 role="presentation"></h3>')),
  // The headings of a frame are another document's.
  accepts('headings')(axe(2561), body('<h1>Foo</h1><h2>bar</h2><iframe srcdoc="<h4>Hello</h4>"></iframe>')),
  accepts('headings')(axe(2971), body('<h1>Foo</h1><h4 aria-level="2">Bar</h4>')),
  accepts('frame-titles')(axe(3484), body('<iframe tabindex="-1" src="/frame"></iframe>')),
  accepts('frame-titles')(axe(1516), body('<iframe name="__cmpLocator" style="display: none;"></iframe>')),
  accepts('frame-titles')(
    github('jsx-eslint/eslint-plugin-jsx-a11y#946'),
    body('<iframe aria-hidden="true" tabindex="-1" src="/frame"></iframe>'),
  ),
  accepts('named-controls')(axe(2577), body('<img src="/a.png" tabindex="0" alt="my image" role="button">')),
  accepts('named-controls')(axe(286), body('<a href="/a"><svg><title>Home</title></svg></a>')),
  accepts('named-controls')(
    github('microsoft/accessibility-insights-web#917'),
    body('<button class="icon" title="Search"></button>'),
  ),
  accepts('named-controls')(
    lighthouse(4854),
    body(
      '<a href="//t.example"><svg aria-hidden="true"><use href="#i"></use></svg><span>Follow us</span></a>',
    ),
  ),
  accepts('image-alt')(axe(3143), body('<img role="button" aria-label="Search" src="/a.png">')),
  accepts('aria-roles')(axe(1230), body('<img role="presentation" alt="1.jpg" src="/1.jpg">')),
];

/** A hundred and more pages, each with its source. */
export const PUBLIC_CASES: readonly PublicCase[] = [
  ...INDEXING,
  ...STRUCTURED_DATA,
  ...SECURITY,
  ...STANDARDS,
  ...PAGES,
  ...ACCESSIBILITY,
];
