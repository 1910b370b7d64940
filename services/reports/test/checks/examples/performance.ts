import type { ResourceFacts } from '../../../src/page/page-artifacts.ts';
import { laidOut, body, head, headers, hop, resource, inBrowser } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const plain = (decodedBytes: number) => ({
  body: { transferBytes: decodedBytes, decodedBytes, encoding: null, truncated: false },
});
const firstByte = (...timeToFirstByte: number[]) => ({ timings: { timeToFirstByte, total: 900 } });
const KIB = 1024;
const files = (...resources: ResourceFacts[]) => ({ resources });
const hops = (number: number) => ({
  redirects: Array.from({ length: number }, () =>
    hop('https://www.example.org/', 'https://www.example.org/a'),
  ),
});

export const performance: Examples = {
  compression: {
    pass: [{}],
    fail: [plain(2001)],
    not_applicable: [plain(2000)],
  },
  'time-to-first-byte': {
    pass: [firstByte(600, 5000, 10), firstByte(600)],
    warn: [firstByte(601), firstByte(1000, 900, 5000)],
    fail: [firstByte(1001, 1200, 90)],
    not_applicable: [firstByte()],
  },
  'dom-size': {
    pass: [{}],
    warn: [body('<i></i>'.repeat(1501))],
    fail: [body('<i></i>'.repeat(3001))],
  },
  'blocking-scripts': {
    pass: [
      {},
      head(
        '<script src=a.js defer></script><script src=b.js async></script><script type=module src=c.js></script><script nomodule src=d.js></script><script>1</script>',
      ),
      body('<script src=a.js></script>'),
    ],
    warn: [head('<script src=a.js></script>'), head('<script src=a.js></script><script src=b.js></script>')],
    fail: [head('<script src=a.js></script><script src=b.js></script><script src=c.js></script>')],
  },

  'dom-depth': { pass: [{}], warn: [body('<div>'.repeat(40))] },
  'blocking-stylesheets': {
    pass: [head('<link rel=stylesheet href=a.css>')],
    warn: [head('<link rel=stylesheet href=a.css>'.repeat(3))],
    fail: [head('<link rel=stylesheet href=a.css>'.repeat(6))],
    not_applicable: [
      head('<link rel=stylesheet media=print href=a.css><link rel="alternate stylesheet" href=b.css>'),
    ],
  },
  'html-size': { pass: [{}], warn: [plain(150 * KIB + 1)], fail: [plain(500 * KIB + 1)] },
  'unsized-images': {
    pass: [
      {},
      body('<img src=a style="width:10px;height:10px"><img src=a style="aspect-ratio:1" width=3>'),
      laidOut('<img src=a class=sized>', { images: [{ index: 5, isSized: true, top: 0 }] }),
    ],
    warn: [body('<img src=a width=1 height=1><img src=b>')],
    fail: [
      body('<img src=b width=auto height=1>'),
      laidOut('<img src=a class=unsized>', { images: [{ index: 5, isSized: false, top: 0 }] }),
    ],
    // A style sheet may size them.
    info: [
      body('<link rel=stylesheet href=/a.css><img src=a class=sized>'),
      body('<style>img { width: 1px; height: 1px }</style><img src=a>'),
    ],
    not_applicable: [body('<img hidden src=a>')],
  },
  'lazy-images': {
    pass: [body('<img src=a>'.repeat(5) + '<img src=a loading=lazy>'.repeat(5))],
    warn: [
      body('<img src=a>'.repeat(7)),
      laidOut('<img src=a>', { images: [{ index: 5, isSized: true, top: 5000 }] }),
    ],
    not_applicable: [body('<img src=a>'.repeat(5))],
  },
  'lazy-first-image': {
    pass: [
      {},
      body('<img src=icon.png width=24 loading=lazy><img src=a width=600>'),
      laidOut('<img src=a loading=lazy><h1>A</h1>', { largest: 6 }),
    ],
    fail: [body('<img src=a loading=lazy>'), laidOut('<h1>A</h1><img src=a loading=lazy>', { largest: 6 })],
    not_applicable: [body('')],
  },
  'inline-css': {
    pass: [{}],
    warn: [head(`<style>${'a'.repeat(15_000)}</style>`), body(`<p style="${'a'.repeat(15_000)}">x</p>`)],
    fail: [head(`<style>${'a'.repeat(60_000)}</style>`)],
  },
  'inline-scripts': {
    pass: [{}, head(`<script type="application/json">${'1'.repeat(200_000)}</script>`)],
    warn: [head(`<script>${'1'.repeat(21_000)}</script>`)],
    fail: [head(`<script type=module>${'1'.repeat(110_000)}</script>`)],
  },
  'redirect-chain': { pass: [{}, hops(1)], warn: [hops(2)], fail: [hops(3)] },
  'font-display': {
    pass: [head('<style>@font-face { font-family: A; src: url(a.woff2); font-display: swap }</style>')],
    warn: [
      head('<style>@font-face { font-family: A; src: url(a.woff2) }</style>'),
      head('<style>@font-face { font-family: "Open Sans SemiCondensed"; src: url(a.woff2) }</style>'),
      files(
        resource('/a.css', 'stylesheet', {
          sample: '@font-face{font-family:A;src:url(a.woff2);font-display:block}',
        }),
      ),
    ],
    not_applicable: [
      {},
      head('<style>/* @font-face { } */</style>'),
      head(
        '<style>@font-face{font-family:"Font Awesome 6 Free";font-display:block}@font-face{font-family:bootstrap-icons}</style>',
      ),
    ],
  },
  'css-imports': {
    pass: [head('<style>a { color: red }</style>')],
    warn: [
      head('<style>@import url("b.css");</style>'),
      files(resource('/a.css', 'stylesheet', { sample: "@import 'x.css' screen;" })),
    ],
    not_applicable: [{}],
  },
  'document-write': {
    pass: [
      head('<script>a.documentWrite()</script>'),
      files(
        resource('/a.js', 'script', {
          sample: 'f();// document.write(Math.random())\n/* or document.write(1)\n * document.write(2) */',
        }),
      ),
    ],
    fail: [
      head('<script>/* year */ a="https://b.example";document.write(new Date().getFullYear())</script>'),
      head('<script>document.write("<p>")</script>'),
      files(resource('/a.js', 'script', { sample: 'x;document.writeln (1)' })),
    ],
    not_applicable: [{}],
  },
  'preload-hints': {
    pass: [head('<link rel=preload as=font crossorigin href=a.woff2>')],
    warn: [
      head('<link rel=preload href=a.js>'),
      head('<link rel=preload as=font href=a.woff2>'),
      head('<link rel=preload as=javascript href=a.js>'),
      head('<link rel=preload as=script href=a.js>'.repeat(11)),
    ],
    not_applicable: [{}],
  },
  'lazy-frames': {
    pass: [body('<iframe src="https://v.example/" loading=lazy></iframe>')],
    warn: [body('<iframe src="//v.example/"></iframe>')],
    not_applicable: [body('<iframe srcdoc="x"></iframe>')],
  },
  'back-forward-cache': {
    pass: [{}, headers({ 'cache-control': 'no-cache' })],
    warn: [
      headers({ 'cache-control': 'private, no-store' }),
      head('<script>window.addEventListener("unload", f)</script>'),
      { html: '<!doctype html><body onunload="f()">x' },
    ],
  },
  'data-urls': { pass: [{}], warn: [body(`<img src="data:image/png;base64,${'A'.repeat(31_000)}">`)] },
  preconnect: {
    pass: [
      head(
        '<link rel=preconnect href="https://fonts.gstatic.com" crossorigin><link rel=stylesheet href="https://fonts.googleapis.com/css2?family=A">',
      ),
    ],
    warn: [
      head('<link rel=stylesheet href="https://fonts.googleapis.com/css2?family=A">'),
      head('<link rel=stylesheet href="https://cdn.example/a.css">'),
    ],
    not_applicable: [head('<link rel=stylesheet href="/a.css">')],
  },
  'largest-contentful-paint': {
    pass: [inBrowser({ metrics: { lcp: 2500 } })],
    warn: [inBrowser({ metrics: { lcp: 2501 } })],
    fail: [inBrowser({ metrics: { lcp: 4001 } })],
    not_applicable: [{}, inBrowser({ metrics: { lcp: null } })],
  },
  'cumulative-layout-shift': {
    pass: [inBrowser({ metrics: { cls: 0.1 } })],
    warn: [inBrowser({ metrics: { cls: 0.11 } })],
    fail: [inBrowser({ metrics: { cls: 0.26 } })],
    not_applicable: [{}, inBrowser({ metrics: { cls: null } })],
  },
  'total-blocking-time': {
    pass: [inBrowser({ metrics: { tbt: 200 } })],
    warn: [inBrowser({ metrics: { tbt: 201 } })],
    fail: [inBrowser({ metrics: { tbt: 601 } })],
    not_applicable: [{}, inBrowser({ metrics: { tbt: null } })],
  },
  'unused-css': {
    pass: [
      inBrowser({ coverage: [] }),
      inBrowser({
        coverage: [
          { url: 'https://www.example.org/a.css', type: 'stylesheet', length: 20_000, unused: 9_000 },
        ],
      }),
      // Of a script, and so another check's.
      inBrowser({
        coverage: [{ url: 'https://www.example.org/a.js', type: 'script', length: 90_000, unused: 90_000 }],
      }),
    ],
    warn: [
      inBrowser({
        coverage: [
          { url: 'https://www.example.org/a.css', type: 'stylesheet', length: 20_000, unused: 12_000 },
        ],
      }),
    ],
    not_applicable: [{}, inBrowser({})],
  },
  'unused-javascript': {
    pass: [
      inBrowser({
        coverage: [{ url: 'https://www.example.org/a.js', type: 'script', length: 90_000, unused: 20_000 }],
      }),
      // Half of 30 KB over the network is unused.
      inBrowser({
        coverage: [{ url: 'https://www.example.org/a.js', type: 'script', length: 90_000, unused: 45_000 }],
        requests: [
          {
            url: 'https://www.example.org/a.js',
            type: 'script',
            status: 200,
            start: 0,
            firstByte: 1,
            end: 2,
            bytes: 30_000,
          },
        ],
      }),
    ],
    warn: [
      inBrowser({
        coverage: [{ url: 'https://www.example.org/a.js', type: 'script', length: 90_000, unused: 45_000 }],
      }),
    ],
    not_applicable: [{}, inBrowser({})],
  },
};
