import type { IncomingMessage } from 'node:http';

import { payloadTooLarge } from '@platform/errors';
import type { AppError } from '@platform/errors';

const tooLarge = (limit: number): AppError =>
  payloadTooLarge(`The request body is larger than ${limit.toLocaleString('en')} bytes.`);

/** @throws 413 if the announced length of the body exceeds the limit */
export const refuseAnnouncedSize = (request: IncomingMessage, limit: number): void => {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
};

/**
 * Counts the bytes of a chunked body, whose length is unknown; calls `onExceeded` once if it
 * exceeds the limit.
 */
export const watchSize = (
  request: IncomingMessage,
  limit: number,
  onExceeded: (error: AppError) => void,
): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  let size = 0;
  const count = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= limit) return;
    request.off('data', count);
    onExceeded(tooLarge(limit));
  };
  request.on('data', count);
};
