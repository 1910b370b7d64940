import type { Forwarding } from './forwarding.ts';

/**
 * Reads a body to its end and hands it over, unless the forwarding ends first because the client
 * left or took too long.
 */
export const readSmallBody = (
  forwarding: Forwarding,
  done: (forwarding: Forwarding, body: Buffer) => void,
): void => {
  const { request, response } = forwarding.context;
  const chunks: Buffer[] = [];
  forwarding.attempt = { destroy: () => undefined, awaitsBody: true, usedOldConnection: false };
  request.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    forwarding.bodyArrives();
  });
  request.on('end', () => {
    if (forwarding.state !== 'waiting' || response.destroyed) return;
    const [only] = chunks;
    done(forwarding, chunks.length === 1 && only ? only : Buffer.concat(chunks));
  });
};
