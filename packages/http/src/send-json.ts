import type { Response } from 'express';

/**
 * Sends text that is JSON already. Express' own `json` would compute what it has no use for here: a
 * weak ETag's freshness and the character set.
 */
export const sendJson = (response: Response, status: number, text: string): void => {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
};
