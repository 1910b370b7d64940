import type { Response } from 'express';

/**
 * Sends text that is JSON already. Express' own `json` would compute what it has no use for here: a
 * weak ETag's freshness and the character set.
 */
export const sendJson = (response: Response, status: number, text: string): void => {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const length = Buffer.byteLength(text);
  response.setHeader('Content-Length', length);
  // ASCII, as most answers are, is the same in Latin-1, which Node.js copies instead of encoding.
  response.end(text, length === text.length ? 'latin1' : 'utf8');
};
