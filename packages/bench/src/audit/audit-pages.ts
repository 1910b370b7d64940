/**
 * The artifacts of a made-up page, as the reports service gathers them, of about so many bytes of
 * HTML.
 */
export const auditArtifacts = (bytes: number): Record<string, unknown> => {
  const url = 'https://www.example.org/guides/planting-trees';
  const html = pageOf(bytes);
  const file = (path: string, text: string, mediaType: string) => ({
    ok: true,
    url: `https://www.example.org${path}`,
    finalUrl: `https://www.example.org${path}`,
    status: 200,
    mediaType,
    text,
    bytes: text.length,
    truncated: false,
  });
  const answer = (from: string, status: number) => ({
    ok: true,
    url: from,
    finalUrl: url,
    status,
    redirects: [],
  });
  return {
    requestedUrl: url,
    finalUrl: url,
    redirects: [],
    response: {
      status: 200,
      httpVersion: '1.1',
      headers: [
        ['content-type', 'text/html; charset=utf-8'],
        ['server', 'nginx/1.26.2'],
        ['cache-control', 'private, max-age=60'],
        ['set-cookie', 'SESSION=1; Path=/; Secure; HttpOnly'],
        [
          'content-security-policy',
          "default-src 'self'; script-src 'self' https://cdn.example 'nonce-abc'; img-src *",
        ],
        ['strict-transport-security', 'max-age=31536000'],
      ],
    },
    body: {
      transferBytes: Math.round(html.length / 5),
      decodedBytes: html.length,
      encoding: 'br',
      truncated: false,
    },
    html,
    charset: { used: 'utf-8', source: 'header', header: 'utf-8', meta: 'utf-8', errors: 0 },
    timings: { timeToFirstByte: [120, 130, 110], total: 400 },
    tls: {
      protocol: 'TLSv1.3',
      cipher: 'TLS_AES_128_GCM_SHA256',
      alpn: 'h2',
      authorized: true,
      authorizationError: null,
      issuer: 'Example CA',
      subject: 'www.example.org',
      validFrom: '2026-10-01T00:00:00Z',
      validTo: '2027-01-01T00:00:00Z',
    },
    dns: { ipv4: true, ipv6: true },
    robots: file(
      '/robots.txt',
      'User-agent: *\nDisallow: /private/\nSitemap: https://www.example.org/sitemap.xml\n',
      'text/plain',
    ),
    sitemaps: [{ declared: true, ...file('/sitemap.xml', sitemapOf(500), 'application/xml') }],
    favicon: {
      ok: true,
      url: 'https://www.example.org/favicon.ico',
      declared: false,
      status: 200,
      mediaType: 'image/x-icon',
      bytes: 1200,
    },
    notFound: answer('https://www.example.org/nowhere', 404),
    httpToHttps: answer('http://www.example.org/guides/planting-trees', 200),
    otherHost: null,
    crossOrigin: { ok: true, origin: 'https://unrelated.example', status: 200, headers: [] },
    securityTxt: null,
    resources: Array.from({ length: 60 }, (_, index) => resource(index)),
    resourcesSkipped: 0,
    gatheredAt: '2026-11-20T12:00:00.000Z',
    errors: [],
  };
};

const resource = (index: number) => {
  const [kind, mediaType] =
    (
      [
        ['script', 'text/javascript'],
        ['stylesheet', 'text/css'],
        ['image', 'image/jpeg'],
      ] as const
    )[index % 3] ?? [];
  const url = `https://${index % 5 === 0 ? 'cdn.example' : 'www.example.org'}/files/${index}`;
  return {
    ok: true,
    url,
    finalUrl: url,
    kind,
    initiator: kind,
    status: 200,
    mediaType,
    transferBytes: 9000 + index,
    decodedBytes: 30_000 + index,
    encoding: index % 3 === 2 ? null : 'br',
    sample: null,
    headers: [['cache-control', index % 2 === 0 ? 'max-age=31536000' : 'no-cache']],
  };
};

const sitemapOf = (number: number): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from({ length: number }, (_, index) => `<url><loc>https://www.example.org/${index}</loc></url>`).join('')}</urlset>`;

/**
 * A shop's page: about 40 % of its bytes are text, with 24 elements and 5 links in each kilobyte,
 * as real pages have.
 */
const pageOf = (bytes: number): string => {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trees for small gardens, delivered in spring</title>
<meta name="description" content="Young trees for small gardens, grown without peat, with a calendar for the first two years.">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/files/1"><script src="/files/0" defer></script>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Trees"}</script></head><body><main><h1>Trees</h1>`;
  let body = '';
  for (let index = 0; head.length + body.length < bytes - 40; index++) {
    body += `<section class="card card-${index % 7}" id="c${index}"><h2>Tree number ${index}</h2><ul><li><a href="/trees/${index}">Apple ${index}</a></li><li><a href="/trees/${index}/pears">Pear</a></li></ul>
<div class="grid"><div class="cell"><img src="/files/${index % 60}" alt="A young tree" width="400" height="300" loading="lazy"><p>It grows to three metres, flowers in May and bears fruit from its third year. Plant it where it has sun for half of the day, and water it well in its first summer.</p></div>
<div class="cell"><span class="price">24.90</span> <a class="button" href="/basket?add=${index}" rel="nofollow">Put into the basket</a> <button type="button" data-id="${index}">Compare</button></div></div></section>\n`;
  }
  return `${head}${body}</main></body></html>`;
};
