import type { PageArtifacts, TlsFacts } from '../../../src/page/page-artifacts.ts';
import { artifactsOf, body, head, headers, hop } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const plainHttp = { finalUrl: 'http://www.example.org/', tls: null };
const { tls } = artifactsOf();
const certificate = (changes: Partial<TlsFacts>) => ({ tls: tls && { ...tls, ...changes } });
const route = (...urls: string[]): Partial<PageArtifacts> => ({
  httpToHttps: {
    ok: true,
    url: urls[0]!,
    finalUrl: urls.at(-1)!,
    status: 200,
    redirects: urls.slice(1).map((url, index) => hop(urls[index]!, url)),
  },
});

export const transportSecurity: Examples = {
  https: { pass: [{}], fail: [plainHttp] },
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
  'mixed-content': {
    pass: [
      {},
      body('<a href="http://a.example/">a</a>'),
      head('<base href="http://www.example.org/"><script>let a</script>'),
      body(
        '<script type=module>// import "http://a.example/a.js"\nimport "/b.js"; const x = "http://a.example/"; obj.fetch("http://a.example/")</script>',
      ),
      body('<script type="application/json">{"a": "import \'http://a.example/a.js\'"}</script>'),
      body('<iframe srcdoc="<img src=/a.jpg><a href=http://a.example/>a</a>"></iframe>'),
      // Browsers ask over HTTPS.
      {
        ...body('<script src="http://a.example/a.js"></script><img src="http://a.example/a.jpg">'),
        ...headers({ 'content-security-policy': "default-src 'self'; upgrade-insecure-requests" }),
      },
      head(
        '<meta http-equiv=content-security-policy content=upgrade-insecure-requests><script src="http://a.example/a.js"></script>',
      ),
    ],
    warn: [
      body('<img src="http://a.example/a.jpg">'),
      body('<video src="/a.mp4" poster="http://a.example/a.jpg"></video>'),
      body('<p style="background: url(http://a.example/a.jpg)">a</p>'),
      body('<iframe srcdoc="<img src=http://a.example/a.jpg>"></iframe>'),
      head('<style>p { background: url("http://a.example/a.jpg") }</style>'),
    ],
    fail: [
      body('<script src="http://a.example/a.js"></script>'),
      body('<img src="/a.jpg" srcset="/a.jpg 1x, http://a.example/b.jpg 2x">'),
      head('<style>@font-face { font-family: a; src: url(http://a.example/a.woff2) }</style>'),
      head('<style>@import "http://a.example/a.css";</style>'),
      head('<link rel=stylesheet href="http://a.example/a.css">'),
      body('<iframe src="http://a.example/"></iframe>'),
      body('<script type=module>import { a } from "http://a.example/a.js"</script>'),
      body("<script type=module>\nexport * from 'http://a.example/a.js'</script>"),
      body('<script>fetch("http://a.example/a.json")</script>'),
      body('<script>new Worker("http://a.example/a.js")</script>'),
      body('<iframe srcdoc="<script src=http://a.example/a.js></script>"></iframe>'),
      body('<iframe srcdoc="<base href=http://a.example/><script src=a.js></script>"></iframe>'),
    ],
    not_applicable: [plainHttp],
  },
  'insecure-forms': {
    pass: [
      body('<form action="/login" method=post><input type=password></form>'),
      body('<form action="/search"><input></form>'),
      body('<form action="/"><input type=password></form>'),
      body('<form><input type=password name=secret></form><script src="/send.js"></script>'),
    ],
    fail: [
      body('<form action="http://www.example.org/login" method=post></form>'),
      body('<form action="/login"><input type=password name=secret></form>'),
      body('<form><input type=password name=secret></form>'),
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
};
