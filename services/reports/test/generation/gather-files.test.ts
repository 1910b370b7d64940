import { gzipSync } from 'node:zlib';
import { useGatherer } from './gather-harness.ts';

const { site, answers, gather, serve } = useGatherer();

describe('the files of a page', () => {
  const pageWith = (markup: string) => {
    serve('/', 'text/html', `<!doctype html><html lang="en"><title>x</title><body>${markup}`);
  };

  it('are measured: scripts and styles by reading them, the rest with HEAD', async () => {
    const css = 'a { color: red }'.repeat(100);
    serve('/style.css', 'text/css; charset=utf-8', gzipSync(css), {
      'content-encoding': 'gzip',
      'cache-control': 'max-age=60',
    });
    const { resources } = await gather();
    const byPath = Object.fromEntries(
      resources.map((resource) => [new URL(resource.url).pathname, resource]),
    );
    expect(byPath['/style.css']).toMatchObject({
      kind: 'stylesheet',
      ok: true,
      status: 200,
      mediaType: 'text/css',
      encoding: 'gzip',
      sample: css,
      transferBytes: gzipSync(css).length,
      decodedBytes: css.length,
      headers: expect.arrayContaining([['cache-control', 'max-age=60']]),
    });
    expect(byPath['/photo.jpg']).toMatchObject({
      kind: 'image',
      ok: true,
      transferBytes: 20,
      decodedBytes: 20,
      sample: null,
    });
    const methods = Object.fromEntries(site().requests.map(({ url, method }) => [url, method]));
    expect(methods).toMatchObject({ '/style.css': 'GET', '/app.js': 'GET', '/photo.jpg': 'HEAD' });
  });

  it('are read when the server does not support HEAD or gives no length', async () => {
    pageWith('<img src="/no-head.jpg"><img src="/no-length.jpg">');
    answers()['/no-head.jpg'] = (request, response) => {
      if (request.method === 'HEAD') response.writeHead(405).end();
      else response.writeHead(200, { 'content-type': 'image/jpeg' }).end('12345');
    };
    answers()['/no-length.jpg'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' });
      response.end('1234567');
    };
    const { resources } = await gather();
    expect(resources.map((resource) => resource.ok && [resource.status, resource.transferBytes])).toEqual([
      [200, 5],
      [200, 7],
    ]);
  });

  it('are limited to 150; the rest are only counted', async () => {
    pageWith(Array.from({ length: 163 }, (_, index) => `<img src="/${index}.png">`).join(''));
    const { resources, resourcesSkipped } = await gather();
    expect(resources).toHaveLength(150);
    expect(resourcesSkipped).toBe(13);
    expect(site().requests.filter(({ method }) => method === 'HEAD')).toHaveLength(150);
    expect(resources.map(({ url }) => url)).toEqual(
      Array.from({ length: 150 }, (_, index) => `${site().origin}/${index}.png`),
    );
  });

  it('are limited to 2 MB each and 25 MB in total', async () => {
    let sent = 0;
    pageWith(Array.from({ length: 20 }, (_, index) => `<script src="/big.js?${index}"></script>`).join(''));
    answers()['/big.js'] = (request, response) => {
      if (request.method === 'GET') sent += 1;
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': 3_000_000 });
      response.end(request.method === 'GET' ? 'x'.repeat(3_000_000) : '');
    };
    const { resources } = await gather();
    expect(resources).toHaveLength(20);
    expect(resources.map((resource) => (resource.ok ? resource.transferBytes : resource.code))).toEqual(
      Array.from({ length: 20 }, () => 3_000_000),
    );
    expect(sent).toBe(13);
  });

  it('are reported as blocked, without a request, when they must not be reached', async () => {
    pageWith(
      '<img src="http://127.0.0.2:1/a.png"><img src="http://169.254.169.254/x"><img src="http://10.0.0.1:6379/y"><img src="http://nowhere.invalid/z">',
    );
    const { resources } = await gather();
    expect(resources.map((resource) => (resource.ok ? 'reached' : resource.code))).toEqual([
      'blocked',
      'blocked',
      'blocked',
      'unreachable',
    ]);
  });

  it('are cut off at the deadline when they never answer, and the report says so', async () => {
    pageWith('<img src="/slow.png"><img src="/photo.jpg">');
    answers()['/slow.png'] = (_request, response) => {
      response.setHeader('x-later', '1');
    };
    const { resources, errors } = await gather(undefined, 5000);
    expect(resources.map((resource) => (resource.ok ? 'reached' : resource.code))).toEqual([
      'timeout',
      'reached',
    ]);
    expect(errors).toEqual([expect.objectContaining({ stage: 'deadline', code: 'timeout' })]);
  });
});
