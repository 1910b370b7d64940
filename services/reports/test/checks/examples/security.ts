import type { PageArtifacts } from '../../../src/page/page-artifacts.ts';
import type { TlsFacts } from '../../../src/page/tls-facts.ts';
import { artifactsOf, body, head, headers, hop, resource, text, inBrowser } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const plainHttp = { finalUrl: 'http://www.example.org/', tls: null };
const hsts = (value: string | string[] | null) => headers({ 'strict-transport-security': value });
const { tls } = artifactsOf();
const certificate = (changes: Partial<TlsFacts>) => ({ tls: tls && { ...tls, ...changes } });

const csp = (value: string | null) => headers({ 'content-security-policy': value });
const cookie = (value: string) => headers({ 'set-cookie': value });
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
const route = (...urls: string[]): Partial<PageArtifacts> => ({
  httpToHttps: {
    ok: true,
    url: urls[0]!,
    finalUrl: urls.at(-1)!,
    status: 200,
    redirects: urls.slice(1).map((url, index) => hop(urls[index]!, url)),
  },
});
const securityFile = (content: string) => ({
  securityTxt: text('/.well-known/security.txt', content, 'text/plain'),
});

export const security: Examples = {
  https: { pass: [{}], fail: [plainHttp] },
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
    pass: [{}, headers({ 'x-content-type-options': ' NoSniff ' })],
    fail: [
      headers({ 'x-content-type-options': null }),
      headers({ 'x-content-type-options': 'whatever' }),
      headers({ 'x-content-type-options': 'nosniff, nosniff' }),
    ],
  },

  'content-security-policy': {
    pass: [
      {},
      csp("default-src 'self'"),
      csp("default-src 'self'; style-src 'unsafe-inline'"),
      csp("default-src 'none'; script-src 'nonce-abc' 'unsafe-inline' 'strict-dynamic' https:"),
      csp("default-src 'none'; report-uri /a; report-uri /b"),
      { ...csp(null), ...head(`<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`) },
    ],
    warn: [
      csp("default-src 'self' 'unsafe-eval'"),
      csp("default-src 'self'; img-src http://pictures.example"),
    ],
    fail: [
      csp(null),
      csp('x'),
      csp("default-src 'self'; default-src 'none'"),
      csp("default-src 'self' 'unsafe-inline'"),
      csp("script-src 'self'"),
      csp("default-src 'self'; script-src data:"),
      csp("default-src 'self'; script-src 'strict-dynamic'"),
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
  'csp-hardening': {
    pass: [{}],
    warn: [csp("default-src 'self'"), csp("default-src 'self'; base-uri *; form-action 'self'")],
    not_applicable: [csp(null), csp('x')],
  },
  cookies: {
    pass: [cookie('a=1; Secure; HttpOnly; SameSite=Lax'), cookie('a=1; Secure')],
    warn: [cookie('a=1'), cookie('theme=dark; SameSite=Lax')],
    fail: [
      cookie('PHPSESSID=1; Secure'),
      cookie('PHPSESSID=1; Secure; Max-Age=60; Domain=example.org'),
      cookie('a=1; Secure; SameSite=maybe'),
      cookie('a=1; SameSite=None'),
      cookie('csrftoken=1; Secure'),
      { ...headers({ 'set-cookie': 'a=1', 'strict-transport-security': null }) },
    ],
    not_applicable: [
      {},
      cookie('nonsense'),
      cookie(';'),
      cookie('PHPSESSID=; Max-Age=0'),
      cookie('PHPSESSID=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT'),
      cookie('__Host-a=1; Secure; Path=/; Domain=example.org'),
      cookie('__Secure-a=1'),
      cookie('a=1; Domain=other.example'),
      cookie('a=1; Domain=org'),
      cookie(`a=${'x'.repeat(5000)}`),
    ],
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
    pass: [{}, framing(null, 'SAMEORIGIN'), framing("frame-ancestors 'self'", null)],
    warn: [framing(null, 'ALLOW-FROM https://a.example')],
    fail: [framing(null, null), framing("default-src 'self'", 'yes'), framing(null, 'DENY, DENY')],
  },
  'subresource-integrity': {
    pass: [
      body('<script src="/a.js"></script>'),
      body('<script src="/a.js" integrity="sha384-x"></script>'),
      body('<script src="https://cdn.example/a.js" integrity="sha384-x"></script>'),
      body('<script src="https://static.example.org/a.js"></script>'),
      body('<script>1</script>'),
    ],
    warn: [body('<script src="https://cdn.example/a.js"></script>')],
    fail: [
      body('<script src="http://cdn.example/a.js"></script>'),
      body('<script src="//cdn.example/a.js"></script>'),
      body('<script src="http://cdn.example/a.js" integrity="sha384-x"></script>'),
    ],
    not_applicable: [{}],
  },
  'https-redirect': {
    pass: [{}, { httpToHttps: { ok: false, code: 'connect' } }],
    warn: [
      route('http://www.example.org/', 'https://example.org/', 'https://www.example.org/'),
      route('http://www.example.org/', 'http://example.org/', 'https://example.org/'),
    ],
    fail: [
      route('http://www.example.org/'),
      { requestedToHttps: route('http://example.org/').httpToHttps ?? null },
      route('http://www.example.org/', 'http://m.example.org/'),
      { finalUrl: 'http://www.example.org/', tls: null, httpToHttps: null },
    ],
    not_applicable: [{ httpToHttps: null }, { httpToHttps: null, requestedToHttps: null }],
  },
  'server-signature': {
    pass: [{}],
    warn: [headers({ server: 'nginx' })],
    fail: [headers({ server: 'Apache/2.4.62 (Debian)' }), headers({ 'x-powered-by': 'PHP/8.3.1' })],
  },
  'mixed-content': {
    pass: [
      {},
      body('<a href="http://a.example/">a</a>'),
      head('<base href="http://www.example.org/"><script>let a</script>'),
    ],
    warn: [body('<img src="http://a.example/a.jpg">')],
    fail: [
      body('<script src="http://a.example/a.js"></script>'),
      head('<link rel=stylesheet href="http://a.example/a.css">'),
      body('<iframe src="http://a.example/"></iframe>'),
    ],
    not_applicable: [plainHttp],
  },
  'opener-links': {
    pass: [body('<a target=_blank rel="noopener" href="https://b.example/">b</a>')],
    warn: [body('<a target=_blank href="https://b.example/">b</a>')],
    not_applicable: [{}, body('<a target=_blank href="/b">b</a>')],
  },
  'leaked-secrets': {
    pass: [
      {},
      body('<p>sk_test_1234567890abcdefghij</p>'),
      body('<a href="/cz-sk-mezinarodni-preprava-zasilek-a-baliku">Balíky</a>'),
      body(`<code>${['AKIA', 'IOSFODNN7EXAMPLE'].join('')}</code>`),
    ],
    fail: [
      head(`<script>const key = "${['sk', 'live', '51Habcdefghijklmnop'].join('_')}"</script>`),
      body(`<!-- ${['postgres://app', 'hunter2@db.example/app'].join(':')} -->`),
      { resources: [resource('/a.js', 'script', { sample: ['AKIA', 'ABCDEFGHIJKLMNOP'].join('') })] },
      body(`<!-- ${['sk', 'proj', 'a_b-c'.repeat(5), 'T3BlbkFJ'].join('-')}${'d_e-f'.repeat(5)} -->`),
      body(`<!-- ${['sk', 'a1B2'.repeat(12)].join('-')} -->`),
    ],
  },
  'permissions-policy': {
    pass: [{}, headers({ 'permissions-policy': 'camera=(self "https://a.example"), geolocation=self' })],
    warn: [headers({ 'permissions-policy': "camera 'none'" }), headers({ 'permissions-policy': 'camera=*' })],
    info: [headers({ 'permissions-policy': null })],
  },
  'insecure-forms': {
    pass: [
      body('<form action="/login" method=post><input type=password></form>'),
      body('<form action="/search"><input></form>'),
    ],
    fail: [
      body('<form action="http://www.example.org/login" method=post></form>'),
      body('<form action="/login"><input type=password></form>'),
      { ...body('<input type=password>'), ...plainHttp },
    ],
    not_applicable: [{}],
  },
  'tls-version': {
    pass: [{}],
    warn: [certificate({ protocol: 'TLSv1.2' })],
    fail: [certificate({ protocol: 'TLSv1.1' })],
    not_applicable: [plainHttp],
  },
  'certificate-expiry': {
    pass: [{}, certificate({ validFrom: '2026-11-19T00:00:00Z', validTo: '2026-11-24T00:00:00Z' })],
    warn: [certificate({ validTo: '2026-11-30T00:00:00Z' })],
    fail: [
      certificate({ validTo: '2026-11-20T11:59:59Z' }),
      certificate({ validFrom: '2026-11-21T00:00:00Z' }),
    ],
    not_applicable: [plainHttp],
  },
  'certificate-trust': {
    pass: [{}],
    fail: [certificate({ authorized: false, authorizationError: 'SELF_SIGNED_CERT_IN_CHAIN' })],
    not_applicable: [plainHttp],
  },
  'directory-listing': {
    pass: [{}, head('<title>Index of /words</title>')],
    fail: [
      {
        html: '<html><head><title>Index of /backup</title></head><body><h1>Index of /backup</h1><a href="a.sql">a.sql</a></body></html>',
      },
    ],
  },
  'error-disclosure': {
    pass: [{}, body('<p>Warning: slippery when wet.</p>')],
    fail: [
      body('<b>Warning: mysqli_connect(): denied in /var/www/a.php on line 12</b>'),
      body('<pre>Traceback (most recent call last):\n  File "a.py"</pre>'),
      body('<pre>Error: x\n    at run (/srv/app/main.js:10:5)</pre>'),
    ],
  },
  'security-txt': {
    pass: [{}],
    warn: [
      securityFile('Expires: 2027-01-01T00:00:00Z\n'),
      securityFile('Contact: mailto:a@example.org\n'),
      securityFile('Contact: mailto:a@example.org\nExpires: 2026-01-01T00:00:00Z\n'),
    ],
    info: [
      { securityTxt: null },
      securityFile('<!doctype html><p>Not found'),
      { securityTxt: text('/.well-known/security.txt', '', 'text/html', 404) },
    ],
  },
  'vulnerable-libraries': {
    pass: [
      body('<script src="/jquery-3.7.1.min.js"></script>'),
      body('<script src="https://cdn.example/npm/bootstrap@5.3.3/dist/js/bootstrap.js"></script>'),
      // Old branches that had the same hole closed.
      body('<script src="https://cdn.example/npm/dompurify@2.5.8/dist/purify.min.js"></script>'),
      body('<script src="https://cdn.example/npm/axios@0.30.0/dist/axios.min.js"></script>'),
      body('<script src="/bootstrap-3.4.1.min.js"></script>'),
    ],
    fail: [
      body('<script src="https://cdn.example/npm/bootstrap@4.1.3/dist/js/bootstrap.js"></script>'),
      body('<script src="https://cdn.example/npm/dompurify@3.0.6/dist/purify.min.js"></script>'),
      body('<script src="/jquery-1.12.4.min.js"></script>'),
      body('<script src="https://cdn.example/ajax/libs/lodash.js/4.17.15/lodash.min.js"></script>'),
      body('<script src="/wp-includes/js/jquery/jquery.min.js?ver=3.4.1"></script>'),
      body('<script src="https://cdn.example/npm/moment@2.29.1/moment.js"></script>'),
    ],
    not_applicable: [{}, body('<script src="/app.js"></script>')],
  },
  'source-maps': {
    info: [
      { resources: [resource('/a.js', 'script')] },
      { resources: [resource('/a.js', 'script', { headers: [['sourcemap', '/a.js.map']] })] },
    ],
    not_applicable: [{}],
  },
  'legacy-headers': {
    pass: [{}, headers({ 'x-xss-protection': '0' })],
    warn: [headers({ 'x-xss-protection': '1; mode=block' }), headers({ 'expect-ct': 'max-age=1' })],
  },
  'frame-sandbox': {
    pass: [body('<iframe sandbox="allow-scripts" src="https://v.example/"></iframe>')],
    warn: [
      body('<iframe src="https://v.example/"></iframe>'),
      body('<iframe sandbox="allow-scripts allow-same-origin" src="/x"></iframe>'),
    ],
    not_applicable: [{}, body('<iframe srcdoc="x"></iframe>')],
  },
  'internal-addresses': {
    pass: [
      {},
      body('<a href="https://10.example/">a</a><p>localhost</p>'),
      { finalUrl: 'http://localhost/', ...body('<a href="http://localhost/a">a</a>') },
    ],
    warn: [
      body('<img src="http://192.168.0.4/a.jpg">'),
      body('<a href="http://localhost:3000/">a</a>'),
      body('<a href="https://wiki.corp/">a</a>'),
      body('<a href="//172.20.1.1/">a</a>'),
    ],
  },
  'cookie-caching': {
    pass: [headers({ 'set-cookie': 'a=1', 'cache-control': 'private, max-age=60' }), cookie('a=1')],
    fail: [
      headers({ 'set-cookie': 'a=1', 'cache-control': 'public, max-age=60' }),
      headers({ 'set-cookie': 'a=1', 'cache-control': 's-maxage=60' }),
    ],
    not_applicable: [{}],
  },
  'revealing-comments': {
    pass: [
      {},
      body('<!-- navigation --><!-- forgot password form -->'),
      body('<!-- Select your language from the list -->'),
    ],
    warn: [
      body('<!-- user: admin, password: hunter2 -->'),
      body('<!-- FIXME: check rights -->'),
      body('<!-- SELECT id FROM users -->'),
      body('<!-- select * from users -->'),
    ],
  },
  'inline-handlers': {
    pass: [{}],
    warn: [body('<button onclick="go()">x</button>'), body('<a href="javascript:go()">x</a>')],
  },
  'cookies-before-consent': {
    pass: [inBrowser({ cookies: [{ name: 'session', domain: 'a.example' }] })],
    warn: [inBrowser({ cookies: [{ name: '_ga', domain: '.a.example' }] })],
    not_applicable: [{}],
  },
};
