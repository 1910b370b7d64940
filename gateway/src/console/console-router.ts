import { join } from 'node:path';

import express, { Router } from 'express';
import type { Response } from 'express';

/** The console loads its own files and talks to this origin only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const secure = (response: Response): Response =>
  response
    .set('Content-Security-Policy', POLICY)
    .set('X-Content-Type-Options', 'nosniff')
    .set('Referrer-Policy', 'no-referrer')
    .set('Cross-Origin-Opener-Policy', 'same-origin');

/**
 * `/console`: the web console. Its screens have addresses of their own, which all answer with the
 * same page.
 * @param directory the built files (packages/console)
 */
export const createConsoleRouter = (directory: string): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  // Their names hold a hash of their content.
  const assets = express.static(join(directory, 'assets'), {
    index: false,
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
    setHeaders: secure,
  });
  router.use('/console/assets', assets);
  router.get('/console', (_request, response) => {
    response.redirect(308, '/console/');
  });
  router.get('/console/icon.svg', (_request, response) => {
    secure(response).set('Cache-Control', 'public, max-age=86400').sendFile('icon.svg', { root: directory });
  });
  router.get('/console/{*screen}', (_request, response) => {
    secure(response).set('Cache-Control', 'no-cache').sendFile('index.html', { root: directory });
  });
  return router;
};
