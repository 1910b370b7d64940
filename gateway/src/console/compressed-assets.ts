import { readdirSync } from 'node:fs';
import { extname } from 'node:path';

import type { RequestHandler } from 'express';

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
export const createCompressedAssets = (directory: string): RequestHandler => {
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
