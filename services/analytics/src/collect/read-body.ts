import type { IncomingMessage } from 'node:http';

import { payloadTooLarge } from '@platform/errors';

/** Reads a body. @throws AppError `payload_too_large` as soon as there are more than `max` bytes */
export const readBody = (request: IncomingMessage, max: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > max) reject(payloadTooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
