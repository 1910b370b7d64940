import type { PageArtifacts, TlsFacts } from '../../../src/page/page-artifacts.ts';
import { artifactsOf, head, headers } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const plainHttp = { finalUrl: 'http://www.example.org/', tls: null };
const hsts = (value: string | string[] | null) => headers({ 'strict-transport-security': value });
const { tls } = artifactsOf();
const certificate = (changes: Partial<TlsFacts>) => ({ tls: tls && { ...tls, ...changes } });
const csp = (value: string | null) => headers({ 'content-security-policy': value });
const framing = (policy: string | null, option: string | null) =>
  headers({ 'content-security-policy': policy, 'x-frame-options': option });
const shared = (fields: Record<string, string>): Partial<PageArtifacts> => ({
  crossOrigin: {
    ok: true,
    origin: 'https://unrelated.example',
    status: 200,
    headers: Object.entries(fields),
  },
});

export const securityHeaders: Examples = {
  'strict-transport-security': {
    pass: [{}, hsts('max-age=31536000'), hsts('includeSubDomains; max-age="31536000"; preload')],
    warn: [hsts('max-age=15552000'), hsts('max-age=31535999')],
    fail: [
      hsts(null),
      hsts('max-age=15551999'),
      hsts('max-age=31536000, max-age=31536000'),
      hsts('includeSubDomains'),
      hsts('max-age=abc'),
      certificate({ authorized: false }),
    ],
    not_applicable: [plainHttp],
  },
  'x-content-type-options': {
    pass: [
      {},
      headers({ 'x-content-type-options': ' NoSniff ' }),
      headers({ 'x-content-type-options': 'nosniff, nosniff' }),
    ],
    fail: [
      headers({ 'x-content-type-options': null }),
      headers({ 'x-content-type-options': 'whatever' }),
      headers({ 'x-content-type-options': 'none, nosniff' }),
    ],
  },

  'content-security-policy': {
    pass: [
      {},
      csp("default-src 'self'"),
      csp("default-src 'self'; style-src 'unsafe-inline'"),
      csp("default-src 'none'; script-src 'nonce-abc' 'unsafe-inline' 'strict-dynamic' https:"),
      csp("default-src 'none'; report-uri /a; report-uri /b"),
      csp("default-src 'self'; default-src 'unsafe-inline'"),
      csp("default-src 'self', "),
      // No script runs by it.
      csp("default-src 'self'; script-src 'strict-dynamic' 'unsafe-inline' https:"),
      { ...csp(null), ...head(`<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`) },
      {
        ...csp("default-src 'self'"),
        ...head(
          `<script src="/early.js"></script><meta http-equiv="Content-Security-Policy" content="img-src 'self'">`,
        ),
      },
      {
        ...csp(null),
        ...head(
          `<script type="application/ld+json">{}</script><meta http-equiv="Content-Security-Policy" content="default-src 'self'"><script src="/late.js"></script>`,
        ),
      },
    ],
    warn: [
      csp("default-src 'self' 'unsafe-eval'"),
      csp("default-src 'self'; img-src http://pictures.example"),
      {
        ...csp(null),
        ...head(
          `<script src="/early.js"></script><meta http-equiv="Content-Security-Policy" content="default-src 'self'">`,
        ),
      },
    ],
    fail: [
      csp(null),
      csp('x'),
      csp("default-src 'self' 'unsafe-inline'; default-src 'none'"),
      csp("default-src 'self' 'unsafe-inline'"),
      csp("script-src 'self'"),
      csp("default-src 'self'; script-src data:"),
      csp("default-src 'self'; font-src http://fonts.example"),
      headers({
        'content-security-policy': null,
        'content-security-policy-report-only': "default-src 'self'",
      }),
      {
        ...csp(null),
        ...head('<meta http-equiv="Content-Security-Policy" content="frame-ancestors \'none\'">'),
      },
    ],
  },
  'csp-bypasses': {
    pass: [csp("script-src 'self' https://cdn.example"), csp('default-src cdn.example:443')],
    fail: [
      csp("script-src 'self' https://ajax.googleapis.com"),
      csp('default-src cdnjs.cloudflare.com'),
      csp("script-src 'self' *.googleapis.com"),
      csp("script-src 'nonce-abcdefgh' https://ajax.googleapis.com"),
    ],
    not_applicable: [
      csp(null),
      csp("script-src 'self'"),
      csp('script-src https:'),
      csp('script-src * https://ajax.googleapis.com'),
      csp("script-src 'nonce-abcdefgh' 'strict-dynamic' https://ajax.googleapis.com"),
    ],
  },
  'csp-hardening': {
    pass: [{}],
    warn: [csp("default-src 'self'"), csp("default-src 'self'; base-uri *; form-action 'self'")],
    not_applicable: [csp(null), csp('x')],
  },
  'cross-origin-resource-sharing': {
    pass: [
      {},
      shared({ 'access-control-allow-origin': '*' }),
      shared({
        'access-control-allow-origin': 'https://partner.example',
        'access-control-allow-credentials': 'true',
      }),
      shared({ 'access-control-allow-origin': 'https://unrelated.example' }),
      shared({
        'access-control-allow-origin': 'https://unrelated.example',
        'access-control-allow-credentials': 'TRUE',
      }),
    ],
    fail: [
      shared({
        'access-control-allow-origin': 'https://unrelated.example',
        'access-control-allow-credentials': 'true',
      }),
      shared({ 'access-control-allow-origin': 'null', 'access-control-allow-credentials': 'true' }),
    ],
    not_applicable: [{ crossOrigin: null }],
    error: [{ crossOrigin: { ok: false, code: 'timeout' } }],
  },
  'cross-origin-opener-policy': {
    pass: [
      {},
      headers({ 'cross-origin-opener-policy': 'same-origin-allow-popups; report-to="a"' }),
      headers({ 'cross-origin-opener-policy': 'noopener-allow-popups' }),
    ],
    warn: [
      headers({ 'cross-origin-opener-policy': '"same-origin"' }),
      headers({ 'cross-origin-opener-policy': ['same-origin', 'same-origin'] }),
      headers({ 'cross-origin-opener-policy': 'same-origin, same-origin' }),
    ],
    info: [
      headers({ 'cross-origin-opener-policy': null }),
      headers({ 'cross-origin-opener-policy': 'unsafe-none' }),
    ],
  },
  'cross-origin-embedder-policy': {
    pass: [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      headers({ 'cross-origin-embedder-policy': 'credentialless; report-to="x"' }),
    ],
    warn: [
      headers({ 'cross-origin-embedder-policy': 'Require-Corp' }),
      headers({ 'cross-origin-embedder-policy': 'require-corp;' }),
    ],
    info: [{}, headers({ 'cross-origin-embedder-policy': 'unsafe-none' })],
  },
  'cross-origin-resource-policy': {
    pass: [{}, headers({ 'cross-origin-resource-policy': 'Same-Site' })],
    warn: [
      headers({ 'cross-origin-resource-policy': 'nobody' }),
      headers({ 'cross-origin-resource-policy': ['same-origin', 'same-site'] }),
    ],
    info: [
      headers({ 'cross-origin-resource-policy': null }),
      headers({ 'cross-origin-resource-policy': 'cross-origin' }),
    ],
  },
  'referrer-policy': {
    pass: [
      {},
      headers({ 'referrer-policy': 'unsafe-url, no-referrer' }),
      { ...headers({ 'referrer-policy': null }), ...head('<meta name=referrer content=same-origin>') },
    ],
    warn: [
      headers({ 'referrer-policy': 'no-referrer-when-downgrade' }),
      headers({ 'referrer-policy': 'whatever' }),
    ],
    info: [headers({ 'referrer-policy': null })],
  },
  'x-frame-options': {
    pass: [
      {},
      framing(null, 'SAMEORIGIN'),
      framing("frame-ancestors 'self'", null),
      framing(null, 'DENY, DENY'),
    ],
    fail: [
      framing(null, null),
      framing("default-src 'self'", 'yes'),
      framing(null, 'ALLOW-FROM https://a.example'),
      framing('frame-ancestors *', 'DENY'),
      {
        ...framing("default-src 'self'", null),
        ...head('<meta http-equiv="content-security-policy" content="frame-ancestors \'none\'">'),
      },
    ],
  },
  'server-signature': {
    pass: [{}],
    warn: [headers({ server: 'nginx' })],
    fail: [headers({ server: 'Apache/2.4.62 (Debian)' }), headers({ 'x-powered-by': 'PHP/8.3.1' })],
  },
  'permissions-policy': {
    pass: [{}, headers({ 'permissions-policy': 'camera=(self "https://a.example"), geolocation=self' })],
    warn: [headers({ 'permissions-policy': "camera 'none'" }), headers({ 'permissions-policy': 'camera=*' })],
    info: [headers({ 'permissions-policy': null })],
  },
  'legacy-headers': {
    pass: [{}, headers({ 'x-xss-protection': '0' })],
    warn: [headers({ 'x-xss-protection': '1; mode=block' }), headers({ 'expect-ct': 'max-age=1' })],
  },
};
