import type { Language } from '@platform/errors';
import { firstFixes } from '../audit/score.ts';
import type { CheckResult } from '../checks/check.ts';
import { createCheckRegistry } from '../checks/registry.ts';
import { checkIn, criteriaIn, noticeIn, textsOfCheck, titleIn } from '../checks/translate-check.ts';
import { renderingText } from '../page/quantities.ts';
import { failureText } from './run.ts';
import type { DetailedRun, Run } from './run.ts';

const METAS = new Map(createCheckRegistry().checks.map(({ meta }) => [meta.id, meta]));

/** Findings that come with advice and code to paste. */
const EXPLAINED = 3;

/** Documentation of a check; null for one that this version doesn't know. */
const aboutOf = (id: string, language: Language) => {
  const meta = METAS.get(id);
  if (meta === undefined) return null;
  const { why, thresholds, fix } = textsOfCheck(language, meta);
  return { why, thresholds, fix };
};

/** Numbers the findings in the order in which the report page says to fix them. */
const ranked = (checks: readonly CheckResult[], url: string, language: Language) => {
  const ranks = new Map(
    firstFixes(checks, checks.length, METAS).map(({ check }, index) => [check.id, index + 1]),
  );
  return checks.map((one) => {
    const rank = ranks.get(one.id) ?? null;
    const check = checkIn(language, one);
    return {
      ...check,
      items: check.items.map((item) => ({ ...item, place: item.place ?? null })),
      rank,
      gain: check.gain ?? null,
      wcag: criteriaIn(language, METAS.get(check.id)?.wcag?.criteria ?? []),
      fix: rank !== null && rank <= EXPLAINED ? fixOf(check, url) : null,
      about: rank === null ? null : aboutOf(one.id, language),
    };
  });
};

const renderingOf = (run: DetailedRun | undefined, language: Language) => {
  const rendering = run?.facts?.rendering;
  if (rendering === undefined) return null;
  const { state, reason, pending, benchmarkIndex, attempts } = rendering;
  const message = noticeIn(language, renderingText(rendering));
  return { state, reason, message, pending, benchmark_index: benchmarkIndex, attempts };
};

const findings = (run: DetailedRun | undefined, language: Language) => ({
  rendering: renderingOf(run, language),
  incomplete: run?.audit?.incomplete ?? null,
  notices: (run?.audit?.notices ?? []).map(({ code, message }) => ({
    code,
    message: noticeIn(language, message),
  })),
  categories: (run?.audit?.categories ?? []).map((category) => ({
    ...category,
    title: titleIn(language, category.title),
  })),
  checks: ranked(run?.audit?.checks ?? [], run?.facts?.finalUrl ?? '', language),
});

const summary = (run: Run, language: Language) => ({
  id: run.id,
  report_id: run.reportId,
  status: run.status,
  error: run.error,
  error_message: run.error === null ? null : noticeIn(language, failureText(run.error, run.httpStatus)),
  result: run.result,
  score: run.score,
  rules_version: run.rulesVersion,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt.toISOString(),
});

/** A run’s JSON: in a list, its findings alone (empty without a result), and in full. */
export const present = {
  summary,
  findings,
  detailed: (run: DetailedRun, language: Language) => ({
    ...summary(run, language),
    final_url: run.facts?.finalUrl ?? null,
    metrics: run.facts?.browser?.metrics ?? null,
    ...findings(run, language),
  }),
};

/** Advice on a finding, in a sentence, with code to paste. */
interface Fix {
  sentence: string;
  code: string | null;
}

/** A check's code: as it is, or made from the start tag of its first finding and the page's address. */
type Code = string | ((tag: string, url: URL) => string);

/** Adds attributes to a start tag that was shown whole; else shows them alone. */
const adding =
  (attributes: string, fallback: string): Code =>
  (tag) =>
    /^<[a-z][^<]*>$/i.test(tag) ? tag.replace(/(?<!\s)\s*\/?>$/, ` ${attributes}>`) : fallback;

/** Takes attributes out of a start tag, or shows another. */
const without =
  (attribute: RegExp, fallback: string): Code =>
  (tag) =>
    /^<[a-z][^<]*>$/i.test(tag) ? tag.replace(attribute, '') : fallback;

/** By check. Words in brackets are for the site's owner to fill in. */
const CODES: ReadonlyMap<string, Code> = new Map<string, Code>([
  // In the head.
  ['title', '<title>[What the page offers, in 30 to 60 characters]</title>'],
  ['meta-description', '<meta name="description" content="[What the page offers, in 80 to 160 characters]">'],
  ['canonical', (_, url) => `<link rel="canonical" href="${url.origin}${url.pathname}">`],
  ['viewport', '<meta name="viewport" content="width=device-width, initial-scale=1">'],
  ['charset', '<meta charset="utf-8">'],
  ['doctype', '<!doctype html>'],
  ['html-lang', '<html lang="[en]">'],
  ['favicon', '<link rel="icon" href="/favicon.ico">'],
  ['app-icons', '<link rel="apple-touch-icon" href="/[icon-180x180].png">'],
  ['indexable', '<meta name="robots" content="index, follow">'],
  ['snippet-limits', '<meta name="robots" content="max-snippet:-1, max-image-preview:large">'],
  [
    'open-graph',
    (_, url) =>
      `<meta property="og:title" content="[Title]">\n<meta property="og:type" content="website">\n<meta property="og:image" content="${url.origin}/[picture].jpg">\n<meta property="og:url" content="${url.origin}${url.pathname}">`,
  ],
  ['twitter-card', '<meta name="twitter:card" content="summary_large_image">'],
  [
    'structured-data',
    (_, url) =>
      `<script type="application/ld+json">\n{ "@context": "https://schema.org", "@type": "WebPage", "name": "[Title]", "url": "${url.origin}${url.pathname}" }\n</script>`,
  ],
  ['hreflang', (_, url) => `<link rel="alternate" hreflang="[de]" href="${url.origin}/[de]${url.pathname}">`],
  ['preconnect', (host) => `<link rel="preconnect" href="https://${host}" crossorigin>`],
  ['mixed-content', (tag) => tag.replaceAll('http://', 'https://')],
  ['insecure-internal-links', (tag) => tag.replace(/^http:/, 'https:')],
  // Elements.
  ['image-alt', adding('alt="[what it shows]"', '<img src="[…]" alt="[what it shows]">')],
  ['form-labels', adding('aria-label="[what to enter]"', '<label>[Name] <input name="name"></label>')],
  ['named-controls', adding('aria-label="[what it does]"', '<button aria-label="[what it does]">')],
  ['frame-titles', adding('title="[what it holds]"', '<iframe title="[what it holds]" src="[…]">')],
  ['field-autocomplete', adding('autocomplete="[email]"', '<input autocomplete="[email]">')],
  ['lazy-images', adding('loading="lazy"', '<img loading="lazy" src="[…]">')],
  ['lazy-frames', adding('loading="lazy"', '<iframe loading="lazy" src="[…]">')],
  ['unsized-images', adding('width="[640]" height="[360]"', '<img width="640" height="360" src="[…]">')],
  ['lazy-first-image', without(/(?<!\s)\s+loading="?lazy"?/i, '<img fetchpriority="high" src="[…]">')],
  ['responsive-images', adding('srcset="[small.jpg] 480w, [large.jpg] 1200w" sizes="100vw"', '')],
  [
    'image-formats',
    (url) =>
      `<picture>\n  <source type="image/webp" srcset="${url.replace(/\.[a-z]+(?:[?#].*)?$/i, '.webp')}">\n  <img src="${url}" alt="[…]">\n</picture>`,
  ],
  ['blocking-scripts', adding('defer', '<script defer src="[…]"></script>')],
  ['frame-sandbox', adding('sandbox="allow-scripts"', '<iframe sandbox="allow-scripts" src="[…]">')],
  [
    'subresource-integrity',
    adding('integrity="sha384-[hash]" crossorigin="anonymous"', '<script integrity="sha384-[hash]" …>'),
  ],
  [
    'opener-links',
    without(/(?<!\s)\s+rel="?[^"\s>]*opener"?/i, '<a rel="noopener" target="_blank" href="[…]">'),
  ],
  ['tab-order', without(/(?<!\s)\s+tabindex="?\d+"?/i, '<a href="[…]">')],
  ['video-captions', '<track kind="captions" srclang="[en]" src="[captions].vtt" default>'],
  ['main-landmark', '<main>[What the page is about]</main>'],
  ['headings', '<h1>[What the page is about]</h1>'],
  ['table-headers', '<th scope="col">[Name of the column]</th>'],
  ['insecure-forms', '<form method="post" action="https://[…]">'],
  ['autoplay-media', adding('muted', '<video muted autoplay src="[…]">')],
  // Styles and scripts.
  ['font-display', '@font-face { font-family: [Name]; src: url([font].woff2); font-display: swap; }'],
  ['minified', 'npx esbuild [file].js --minify --outfile=[file].min.js'],
  ['unused-javascript', "const { [name] } = await import('./[rarely-used].js');"],
  ['document-write', 'document.body.append(element);'],
  // Headers of the answer.
  ['strict-transport-security', 'Strict-Transport-Security: max-age=63072000; includeSubDomains'],
  [
    'content-security-policy',
    "Content-Security-Policy: default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
  ],
  ['csp-hardening', "Content-Security-Policy: [your policy]; base-uri 'none'; form-action 'self'"],
  ['x-frame-options', "Content-Security-Policy: frame-ancestors 'self'"],
  ['x-content-type-options', 'X-Content-Type-Options: nosniff'],
  ['referrer-policy', 'Referrer-Policy: strict-origin-when-cross-origin'],
  ['permissions-policy', 'Permissions-Policy: camera=(), microphone=(), geolocation=()'],
  ['cross-origin-opener-policy', 'Cross-Origin-Opener-Policy: same-origin'],
  ['cross-origin-resource-policy', 'Cross-Origin-Resource-Policy: same-origin'],
  ['cross-origin-embedder-policy', 'Cross-Origin-Embedder-Policy: require-corp'],
  ['cookies', 'Set-Cookie: [name]=[value]; Path=/; Secure; HttpOnly; SameSite=Lax'],
  ['cookie-caching', 'Cache-Control: private, no-store'],
  ['cache-lifetime', 'Cache-Control: public, max-age=31536000, immutable'],
  // The server's settings.
  ['https-redirect', '# nginx\nserver { listen 80; return 301 https://$host$request_uri; }'],
  ['server-signature', '# nginx\nserver_tokens off;'],
  ['compression', '# nginx\ngzip on;\ngzip_proxied any;'],
  [
    'text-compression',
    '# nginx\ngzip on;\ngzip_types text/css text/javascript application/javascript application/json image/svg+xml;',
  ],
  ['http2', '# nginx\nhttp2 on;'],
  ['tls-version', '# nginx\nssl_protocols TLSv1.2 TLSv1.3;'],
  ['directory-listing', '# nginx\nautoindex off;'],
  ['meta-refresh', '# nginx\nreturn 301 [https://new.example/address];'],
  ['robots-txt', (_, url) => `User-agent: *\nAllow: /\nSitemap: ${url.origin}/sitemap.xml`],
  [
    'sitemap',
    (_, url) =>
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>${url.origin}${url.pathname}</loc></url>\n</urlset>`,
  ],
  ['sitemap-lists-page', (_, url) => `<url><loc>${url.origin}${url.pathname}</loc></url>`],
  ['security-txt', 'Contact: mailto:[security@example.org]\nExpires: [2027-12-31T00:00:00Z]'],
]);

/** The remedy of a message: its second sentence, or the first where there is no other. */
const sentenceOf = (message: string): string => {
  const sentences = message.split(/(?<=[.!?]) (?=[A-ZÄÖÜ])/);
  return sentences[1] ?? sentences[0] ?? message;
};

/** Returns the advice on a finding. Its code is for the first place. */
export const fixOf = ({ id, message, items }: CheckResult, pageUrl: string): Fix => {
  const code = CODES.get(id);
  const first = items[0]?.snippet ?? '';
  const url = URL.parse(pageUrl);
  const pasted = typeof code === 'function' ? url && code(first, url) : code;
  return { sentence: sentenceOf(message), code: pasted === undefined || pasted === '' ? null : pasted };
};
