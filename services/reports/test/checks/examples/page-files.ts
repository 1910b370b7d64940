import type { TlsFacts, ResourceFacts } from '../../../src/page/page-artifacts.ts';
import { artifactsOf, body, head, headers, resource } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const KIB = 1024;
const good = artifactsOf();
const certificate = (changes: Partial<TlsFacts>) => ({ tls: good.tls && { ...good.tls, ...changes } });
const files = (...resources: ResourceFacts[]) => ({ resources });
const image = (transferBytes: number, mediaType = 'image/jpeg') =>
  resource('/photo', 'image', { transferBytes, mediaType });
const hosts = (number: number) =>
  files(
    ...Array.from({ length: number }, (_, index) =>
      resource(`https://cdn.host-${String(index)}.example/a.js`, 'script'),
    ),
  );

export const pageFiles: Examples = {
  'page-weight': {
    pass: [{}, files(image(2000 * KIB))],
    warn: [files(image(3500 * KIB))],
    fail: [
      files(
        image(3000 * KIB),
        resource('/v.mp4', 'media', { transferBytes: null, decodedBytes: 3000 * KIB }),
      ),
    ],
  },
  'request-count': {
    pass: [{}],
    warn: [{ resources: [], resourcesSkipped: 80 }],
    fail: [{ resources: [], resourcesSkipped: 240 }],
  },
  'text-compression': {
    pass: [
      files(
        resource('/a.js', 'script'),
        resource('/b.svg', 'image', { mediaType: 'image/svg+xml', encoding: 'gzip' }),
      ),
    ],
    warn: [files(resource('/a.js', 'script', { encoding: null }))],
    fail: [files(...['/a.js', '/b.js', '/c.js'].map((path) => resource(path, 'script', { encoding: null })))],
    not_applicable: [
      files(),
      files(resource('/a.js', 'script', { encoding: null, decodedBytes: 2000 })),
      files(image(90 * KIB)),
    ],
  },
  'cache-lifetime': {
    pass: [
      files(resource('/a.js', 'script')),
      files(
        resource('/a.js', 'script', {
          headers: [
            ['expires', 'Fri, 20 Nov 2027 12:00:00 GMT'],
            ['date', 'Fri, 20 Nov 2026 12:00:00 GMT'],
          ],
        }),
      ),
    ],
    warn: [
      files(
        resource('/a.js', 'script'),
        resource('/b.js', 'script', { headers: [['cache-control', 'max-age=3600']] }),
      ),
    ],
    fail: [
      files(resource('/a.js', 'script', { headers: [] })),
      files(resource('/a.js', 'script', { headers: [['cache-control', 'no-cache, max-age=31536000']] })),
    ],
    not_applicable: [files(resource('https://cdn.example/a.js', 'script'))],
  },
  http2: {
    pass: [{}, { ...certificate({ alpn: null }), response: { ...good.response, httpVersion: '2' } }],
    warn: [certificate({ alpn: 'http/1.1' }), certificate({ alpn: null })],
    not_applicable: [{ tls: null }],
  },
  http3: { info: [{}, headers({ 'alt-svc': 'h2=":443", h3=":443"; ma=86400' })] },
  'image-formats': {
    pass: [files(image(90 * KIB, 'image/avif'))],
    warn: [files(image(90 * KIB, 'image/png'))],
    not_applicable: [files(image(8 * KIB, 'image/png'))],
  },
  'image-weight': {
    pass: [files(image(200 * KIB))],
    warn: [files(image(201 * KIB))],
    fail: [files(image(1025 * KIB))],
    not_applicable: [files()],
  },
  'broken-resources': {
    pass: [
      {},
      files(resource('/a.js', 'script', { status: 403 })),
      files({ url: 'https://a.example/', kind: 'image', initiator: 'img', ok: false, code: 'timeout' }),
    ],
    fail: [
      files(resource('/a.js', 'script', { status: 404 })),
      files(resource('/a.css', 'stylesheet', { mediaType: 'text/html' })),
      files(resource('/a.js', 'script', { mediaType: 'text/html' })),
      files(resource('/a.webp', 'image', { mediaType: 'text/html' })),
      files({ ...resource('/touch.png', 'image', { status: 404 }), isShown: false }),
      files({ url: 'https://a.invalid/', kind: 'image', initiator: 'img', ok: false, code: 'unreachable' }),
    ],
    not_applicable: [files()],
  },
  'redirected-resources': {
    pass: [{}],
    warn: [files(resource('/a.js', 'script', { finalUrl: 'https://www.example.org/b.js' }))],
    not_applicable: [files()],
  },
  'third-party-hosts': { pass: [{}, hosts(4)], warn: [hosts(5)], fail: [hosts(11)] },
  'javascript-weight': {
    pass: [files(resource('/a.js', 'script'))],
    warn: [files(resource('/a.js', 'script', { transferBytes: 301 * KIB }))],
    fail: [files(resource('/a.js', 'script', { transferBytes: 1001 * KIB }))],
    not_applicable: [files()],
  },
  'css-weight': {
    pass: [files(resource('/a.css', 'stylesheet'))],
    warn: [files(resource('/a.css', 'stylesheet', { transferBytes: 101 * KIB }))],
    fail: [files(resource('/a.css', 'stylesheet', { transferBytes: 301 * KIB }))],
    not_applicable: [files()],
  },
  'font-count': {
    pass: [files(resource('/a.woff2', 'font'))],
    warn: [files(...['a', 'b', 'c', 'd', 'e'].map((name) => resource(`/${name}.woff2`, 'font')))],
    not_applicable: [files()],
  },
  minified: {
    pass: [files(resource('/a.js', 'script', { sample: 'a=1;b=2;'.repeat(400) }))],
    warn: [
      files(
        resource('/a.js', 'script', { sample: '// sets a to one\n    a = 1;\n    b = 2;\n'.repeat(200) }),
      ),
    ],
    not_applicable: [{}, files(resource('/a.js', 'script', { sample: '    a\n' }))],
  },
  'duplicate-files': {
    pass: [head('<script src=a.js></script><script src=jquery.js></script>')],
    warn: [
      head(
        '<script src="/jquery-3.7.1.min.js"></script><script src="https://cdn.example/jquery@2/jquery.slim.min.js"></script>',
      ),
      head('<script src=a.js></script><script src=a.js></script>'),
    ],
    not_applicable: [head('<script src=a.js></script>')],
  },
  'responsive-images': {
    pass: [
      {
        ...body('<img src="/a.jpg" srcset="/b.jpg 2x">'),
        ...files(resource('/a.jpg', 'image', { transferBytes: 200 * KIB })),
      },
    ],
    warn: [
      { ...body('<img src="/a.jpg">'), ...files(resource('/a.jpg', 'image', { transferBytes: 200 * KIB })) },
    ],
    not_applicable: [{}],
  },
};
