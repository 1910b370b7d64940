import { notFound } from '@platform/errors';
import { Router } from 'express';
import type { Request, Response } from 'express';

interface PageFile {
  readonly mediaType: string;
  readonly content: Buffer;
  readonly gzipped: Buffer | undefined;
}

/** Sends a file of a page, compressed where the browser takes that. */
export const sendPageFile = (
  request: Request,
  response: Response,
  { mediaType, content, gzipped }: PageFile,
  cacheControl: string,
): void => {
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Cache-Control', cacheControl);
  if (gzipped !== undefined) response.setHeader('Vary', 'Accept-Encoding');
  if (gzipped === undefined || request.acceptsEncodings('gzip') === false) response.send(content);
  else response.setHeader('Content-Encoding', 'gzip').send(gzipped);
};

/** Serves the built files of pages below a path: `/s/assets`. */
export const createPageFilesRouter = (
  path: string,
  built: () => Promise<{ readonly assets: ReadonlyMap<string, PageFile> }>,
): Router => {
  const router = Router({ caseSensitive: true });
  router.get(`${path}/:name`, async (request, response) => {
    const file = (await built()).assets.get(request.params.name);
    if (file === undefined) throw notFound('path');
    sendPageFile(request, response, file, 'public, max-age=31536000, immutable');
  });
  return router;
};
