import { isKnown } from '@platform/http';
import type { Request, Response } from 'express';

import type { ExportResult } from './token-export.ts';

/**
 * Whether a range may be sent: `If-Range` is absent or matches the file. Ranges are defined for GET
 * only.
 */
const rangeHolds = (request: Request, etag: string): boolean => {
  if (request.method !== 'GET') return false;
  const condition = request.get('If-Range');
  return condition === undefined || condition === etag;
};

/**
 * Sends a file, with conditional requests (304) and single byte ranges (206, 416) as in RFC 9110.
 * Multiple ranges are answered with the whole file, as the RFC permits.
 * @param load reads the content; called only if it is sent
 */
export const sendFile = async (
  request: Request,
  response: Response,
  file: Omit<ExportResult, 'written' | 'leftOut'>,
  load: () => Promise<Buffer>,
): Promise<void> => {
  const etag = `"${file.sha256}"`;
  const text = /^text\/|json$|xml$|javascript$|dart$/.test(file.mediaType);
  response.set({ ETag: etag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, no-cache' });
  if (isKnown(request, etag)) {
    response.status(304).end();
    return;
  }
  const ranges = rangeHolds(request, etag) ? request.range(file.bytes) : undefined;
  if (ranges === -1) {
    response.status(416).set('Content-Range', `bytes */${file.bytes}`).end();
    return;
  }
  const content = await load();
  // Only now: if the file has been removed meanwhile, an error is answered, which is no such file.
  response.set({
    'Content-Disposition': `attachment; filename="${file.filename}"`,
    'Content-Type': text ? `${file.mediaType}; charset=utf-8` : file.mediaType,
  });
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
