import { discoverResources } from '../../src/audit/discover-resources.ts';

const discover = (markup: string) =>
  discoverResources(`<!doctype html>${markup}`, 'https://www.example.org/a/b');

it('lists what a browser would fetch, each file once and in order', () => {
  const { resources } = discover(`
    <link rel="stylesheet" href="/a.css"><link rel="alternate stylesheet" href="/dark.css"><link rel="modulepreload" href="m.js">
    <link rel="preload" as="font" href="/f.woff2" crossorigin><link rel="manifest" href="/app.json">
    <script src="x.js"></script><script src="x.js"></script><script type="application/json" src="data.json"></script>
    <style>body { background: url('/bg.png') } @font-face { src: url(g.woff2) }</style>
    <img src="//cdn.example/i.jpg#x"><img srcset="/s-1.jpg 1x, /s-2.jpg 2x"><img src="data:image/png;base64,AA">
    <video poster="/p.jpg" src="/v.mp4" preload="none"></video><iframe src="https://v.example/"></iframe><p style="background:url(/in.png)">`);
  expect(resources.map(({ url, kind }) => `${kind} ${url}`)).toEqual([
    'stylesheet https://www.example.org/a.css',
    'script https://www.example.org/a/m.js',
    'font https://www.example.org/f.woff2',
    'manifest https://www.example.org/app.json',
    'script https://www.example.org/a/x.js',
    'image https://www.example.org/bg.png',
    'font https://www.example.org/a/g.woff2',
    'image https://cdn.example/i.jpg',
    'image https://www.example.org/s-1.jpg',
    'image https://www.example.org/s-2.jpg',
    'image https://www.example.org/p.jpg',
    'frame https://v.example/',
    'image https://www.example.org/in.png',
  ]);
});

it('tells what a browser chooses of several candidates, and asks for the others too', () => {
  const { resources } = discover(`
    <picture><source type="image/webp" srcset="/a-400.webp 400w, /a-800.webp 800w, /a-1600.webp 1600w"><img src="/a.jpg"></picture>
    <picture><source type="image/jxl" srcset="/b.jxl"><source media="(min-width: 900px)" srcset="/b-wide.jpg"><img src="/b.jpg"></picture>
    <img src="/c.jpg" srcset="/c-1.jpg 1x, /c,2.jpg 2x"><video><source src="/d.webm"><source src="/d.mp4"></video>
    <link rel="apple-touch-icon" href="/touch.png"><meta property="og:image" content="https://cdn.example/og.png">`);
  const pathsOf = (isShown: boolean) =>
    resources.filter((one) => (one.isShown ?? true) === isShown).map(({ url }) => new URL(url).pathname);
  expect(pathsOf(true)).toEqual(['/a-800.webp', '/b.jpg', '/c,2.jpg', '/d.webm']);
  expect(pathsOf(false)).toEqual(
    ['/a-400.webp', '/a-1600.webp', '/a.jpg', '/b.jxl', '/b-wide.jpg', '/c.jpg', '/c-1.jpg', '/d.mp4'].concat(
      ['/touch.png', '/og.png'],
    ),
  );
});

it('resolves URLs against <base>, and skips other schemes', () => {
  const { resources, icon } = discover(
    '<base href="https://static.example/"><link rel="shortcut icon" href="i.ico"><img src="a.jpg"><img src="ftp://a.example/"><script src="javascript:1"></script><img src="http://[">',
  );
  expect(resources.map(({ url }) => url)).toEqual(['https://static.example/a.jpg']);
  expect(icon).toBe('https://static.example/i.ico');
});

it.each(['constructor', '__proto__', 'video'])(
  'treats a preload with as="%s" like any other file',
  (kind) => {
    const { resources } = discover(`<link rel="preload" as="${kind}" href="/x">`);
    expect(resources).toEqual([
      { url: 'https://www.example.org/x', kind: 'preload', initiator: 'link[rel=preload]' },
    ]);
  },
);

it('stops at 2,000 files', () => {
  const many = Array.from({ length: 2500 }, (_, index) => `<img src="/${String(index)}">`).join('');
  expect(discover(many).resources).toHaveLength(2000);
});

it('lists what modules in the page import, and what documents in frames load', () => {
  const { resources } = discover(`<base href="/b/"><script type="module">
      import a, { b as c } from './m.js'; import "https://cdn.example/x.js";
      // import 'no.js'
      import vue from 'vue'; const text = "import './none.js'"; import('./later.js');
    </script><script>import('./classic.js')</script>
    <iframe srcdoc="<link rel=stylesheet href=f.css><img src=https://img.example/i.png><script type=module>import '/n.js'</script>"></iframe>`);
  expect(resources.map(({ url, kind }) => `${kind} ${url}`)).toEqual([
    'script https://www.example.org/b/m.js',
    'script https://cdn.example/x.js',
    'stylesheet https://www.example.org/b/f.css',
    'image https://img.example/i.png',
    'script https://www.example.org/n.js',
  ]);
});
