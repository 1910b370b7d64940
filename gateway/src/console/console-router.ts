import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import express, { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** The best first; browsers take Brotli by HTTPS only. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Leads browsers to the compressed file beside the one they ask for, where they can read it; the
 * handler behind it sends what it is led to.
 * @param directory the built assets
 */
const createCompressedAssets = (directory: string): RequestHandler => {
  const names = new Set(readdirSync(directory));
  return (request, response, next) => {
    const name = request.path.slice(1);
    const type = TYPES[extname(name)];
    const there = ENCODINGS.filter(([, ending]) => names.has(name + ending));
    if (type !== undefined && there.length > 0) {
      response.vary('Accept-Encoding');
      const read = there.find(([encoding]) => request.acceptsEncodings(encoding) === encoding);
      if (read) {
        request.url = `/${name}${read[1]}`;
        response.set('Content-Encoding', read[0]).type(type);
      }
    }
    next();
  };
};

/** A document in every encoding that it is sent in. */
const encoded = (text: string): ReadonlyMap<string | undefined, Buffer> =>
  new Map([
    ['br', brotliCompressSync(text)],
    ['gzip', gzipSync(text)],
    [undefined, Buffer.from(text)],
  ]);

/** The first of our encodings that a client takes; undefined where it takes none. */
const encodingFor = (request: Request): string | undefined =>
  ENCODINGS.find(([encoding]) => request.acceptsEncodings(encoding) === encoding)?.[0];

/** The console loads its own files and talks to this origin only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Two years, in seconds. */
const HTTPS_ONLY = 'max-age=63072000';

/** By the Referer of its own requests, a session is known without https, too. */
const secure = (response: Response): Response =>
  response
    .set('Content-Security-Policy', POLICY)
    .set('X-Content-Type-Options', 'nosniff')
    .set('Referrer-Policy', 'same-origin')
    .set('Cross-Origin-Opener-Policy', 'same-origin');

/**
 * `/console`: the web console. Its screens have addresses of their own, which all answer with the
 * same page.
 * @param directory the built files (packages/web)
 * @param hasSession true if the request carries a session, be it an ended one
 */
export const createConsoleRouter = (
  directory: string,
  publicUrl: string,
  hasSession: (request: Request) => boolean,
): Router => {
  const text = readFileSync(join(directory, 'index.html'), 'utf8');
  const page = encoded(text);
  // Without it the console would have to ask, and browsers report the 401 as an error.
  const signedOut = encoded(text.replace('content="maybe"', 'content="none"'));
  // On the way from another site a browser keeps the cookie back, though it may well have one.
  const isSurelySignedOut = (request: Request): boolean =>
    ['same-origin', 'none'].includes(request.get('sec-fetch-site') ?? '') && !hasSession(request);
  const router = Router({ caseSensitive: true, strict: true });
  if (publicUrl.startsWith('https:'))
    router.use('/console', (_request, response, next) => {
      response.set('Strict-Transport-Security', HTTPS_ONLY);
      next();
    });
  // Their names hold a hash of their content.
  const assets = express.static(join(directory, 'assets'), {
    index: false,
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
    setHeaders: secure,
  });
  router.use('/console/assets', createCompressedAssets(join(directory, 'assets')), assets);
  router.get('/console', (_request, response) => {
    response.redirect(308, '/console/');
  });
  for (const icon of ['icon.svg', 'touch-icon.png'])
    router.get(`/console/${icon}`, (_request, response) => {
      secure(response).set('Cache-Control', 'public, max-age=86400').sendFile(icon, { root: directory });
    });
  router.get('/console/{*screen}', (request, response) => {
    const encoding = encodingFor(request);
    if (encoding !== undefined) response.set('Content-Encoding', encoding);
    secure(response)
      .set('Cache-Control', 'no-cache')
      .vary('Cookie, Sec-Fetch-Site, Accept-Encoding')
      .type('html')
      .send((isSurelySignedOut(request) ? signedOut : page).get(encoding));
  });
  return router;
};
