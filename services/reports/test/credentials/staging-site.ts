import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const BASIC_AUTH = 'anna:päss:word';
export const SECRET_HEADER = 'staging-token-4711';
const AUTHORIZATION = `Basic ${Buffer.from(BASIC_AUTH).toString('base64')}`;

interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const end = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => {
      resolve();
    });
  });

/**
 * A site that answers only those with its credentials, and a site of somebody else that it leads to
 * in every way: by redirects, by files, by frames, by links and by scripts.
 */
export const startStagingSite = async () => {
  const own: Seen[] = [];
  const elsewhere: Seen[] = [];
  const other = createServer((request, response) => {
    elsewhere.push({ path: request.url ?? '', headers: request.headers });
    const back = new URL(request.url ?? '/', otherOrigin).searchParams.get('back');
    if (back !== null) response.writeHead(302, { location: back, 'access-control-allow-origin': '*' }).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
        .end('<!doctype html><title>Elsewhere</title><p>Elsewhere</p>');
  });
  const otherOrigin = `http://127.0.0.1:${String(await portOf(other))}`;
  const page = () => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Staging</title>
    <link rel="stylesheet" href="/own.css"><link rel="stylesheet" href="${otherOrigin}/style.css"></head>
    <body><h1>Staging</h1><p>${'Not for the public yet. '.repeat(30)}</p>
    <img alt="" src="${otherOrigin}/image.png"><img alt="" src="/away?file.png"><iframe title="x" src="${otherOrigin}/frame"></iframe>
    <script src="${otherOrigin}/script.js"></script><script src="/away?script.js"></script>
    <a href="/second">Second page</a> <a href="/away">Away</a> <a href="${otherOrigin}/linked">Elsewhere</a>
    <script>
      fetch('${otherOrigin}/fetched').catch(() => 0);
      fetch('/own-fetch').catch(() => 0);
      fetch('/away?fetched').catch(() => 0);
      fetch('/away-and-back?fetched').catch(() => 0);
    </script></body></html>`;
  const site = createServer((request, response) => {
    const path = request.url ?? '';
    own.push({ path, headers: request.headers });
    const isKnown =
      request.headers.authorization === AUTHORIZATION && request.headers['x-staging'] === SECRET_HEADER;
    if (path === '/robots.txt') response.end('User-agent: *\nDisallow:\n');
    else if (path === '/known-browsers')
      response
        .writeHead(/Firefox/.test(request.headers['user-agent'] ?? '') ? 200 : 403, {
          'content-type': 'text/html',
        })
        .end('<!doctype html><title>For known browsers</title><p>Hello</p>');
    else if (path === '/back') response.end('back');
    else if (!isKnown)
      response.writeHead(401, { 'www-authenticate': 'Basic', 'content-type': 'text/html' }).end('No');
    else if (path.startsWith('/away-and-back'))
      response
        .writeHead(302, { location: `${otherOrigin}/bounce?back=${encodeURIComponent(`${origin}/back`)}` })
        .end();
    else if (path.startsWith('/away'))
      response.writeHead(302, { location: `${otherOrigin}/redirected` }).end();
    else if (path === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (path === '/' || path === '/second')
      response.writeHead(200, { 'content-type': 'text/html' }).end(page());
    else response.writeHead(404, { 'content-type': 'text/html' }).end('Not found');
  });
  const origin: string = `http://127.0.0.1:${String(await portOf(site))}`;

  return {
    origin,
    otherOrigin,
    own,
    elsewhere,
    /** Whether a request carries any of the credentials. */
    isTrusted: ({ headers }: Seen): boolean =>
      headers.authorization !== undefined || JSON.stringify(headers).includes(SECRET_HEADER),
    close: async () => {
      await end(site);
      await end(other);
    },
  };
};
