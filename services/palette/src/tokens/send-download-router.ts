import type { Request, Response } from 'express';

import type { ExportResult } from './token-export.ts';

/**
 * Whether a part may be sent: `If-Range` names the file that the client has begun with, or isn't there. Ranges are defined
 * for GET only.
 */
const rangeHolds = (request: Request, etag: string): boolean => {
  if (request.method !== 'GET') return false;
  const condition = request.get('If-Range');
  return condition === undefined || condition === etag;
};

/**
 * Answers with a file, not with JSON: conditional requests (304) and a single byte range (206, 416) by RFC 9110.
 * Several ranges at once are answered with the whole file, as the RFC allows.
 * @param load reads the content; not called where none is sent
 */
export const sendDownload = async (
  request: Request,
  response: Response,
  file: ExportResult,
  load: () => Promise<Buffer>,
): Promise<void> => {
  const etag = `"${file.sha256}"`;
  const text = /^text\/|json$|xml$|javascript$|dart$/.test(file.mediaType);
  response.set({
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': `attachment; filename="${file.filename}"`,
    'Content-Type': text ? `${file.mediaType}; charset=utf-8` : file.mediaType,
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const ranges = rangeHolds(request, etag) ? request.range(file.bytes) : undefined;
  if (ranges === -1) {
    response.status(416).set('Content-Range', `bytes */${file.bytes}`).end();
    return;
  }
  const content = await load();
  const range =
    Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
  if (range === undefined) {
    response.status(200).set('Content-Length', String(file.bytes)).end(content);
    return;
  }
  const part = content.subarray(range.start, range.end + 1);
  response
    .status(206)
    .set({
      'Content-Range': `bytes ${range.start}-${range.end}/${file.bytes}`,
      'Content-Length': String(part.length),
    })
    .end(part);
};
