import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Request, Response } from 'express';

import type { Html } from './html.ts';

/** A page to send. */
export interface Page {
  readonly markup: Html;
  /** Headers in place of the usual ones; null for a header to leave out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

const compress = promisify(gzip);

/** A page depends on who asks for it, and what it shows is nobody's business but theirs. */
const USUAL_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  Vary: 'Accept-Encoding, Cookie, Authorization',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Sends a page, compressed where the browser takes that. */
export const sendPage = async (
  request: Request,
  response: Response,
  status: number,
  { markup, headers = {} }: Page,
): Promise<void> => {
  response.status(status);
  for (const [name, value] of Object.entries({ ...USUAL_HEADERS, ...headers }))
    if (value === null) response.removeHeader(name);
    else response.setHeader(name, value);
  const text = markup.toString();
  if (request.acceptsEncodings('gzip') === false) response.send(text);
  else response.setHeader('Content-Encoding', 'gzip').send(await compress(text));
};
