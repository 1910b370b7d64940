import type { IncomingMessage } from 'node:http';
import { payloadTooLarge } from '@platform/errors';
import type { AppError } from '@platform/errors';
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

const tooLarge = (limit: number): AppError =>
  payloadTooLarge(`The request body is larger than ${limit.toLocaleString('en')} bytes.`);

/** @throws 413 if the announced length of the body exceeds the limit */
export const refuseAnnouncedSize = (request: IncomingMessage, limit: number): void => {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
};

/** Bytes of chunked bodies so far, whose length nobody announced. */
const arrived = new WeakMap<IncomingMessage, number>();

/** A body of up to so many bytes costs no more than a request without one. */
const FREE_BYTES = 256 * 1024;

/**
 * The requests that a body counts as under the rate limits, besides the one that it came with: to read
 * and to decode it takes time in proportion to its length.
 */
export const bodyCost = (request: IncomingMessage): number =>
  Math.floor(Math.max(lengthOf(request), arrived.get(request) ?? 0) / FREE_BYTES);

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
    arrived.set(request, size);
    if (size <= limit) return;
    request.off('data', count);
    onExceeded(tooLarge(limit));
  };
  request.on('data', count);
};

/** The largest body, in bytes, that is read before it is sent on; larger ones are streamed. */
const SMALL = 16 * 1024;

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const REPEATABLE = new Set(['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS']);

const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

/**
 * True for requests that may be sent again when nobody knows whether the first try arrived (RFC
 * 9110, 9.2.2).
 */
export const isRepeatable = (request: IncomingMessage): boolean =>
  REPEATABLE.has(request.method ?? '') && !hasBody(request);

/** True if a request has no body, or a small one whose length is known, where one is expected. */
export const isSmall = (request: IncomingMessage): boolean => {
  if (request.headers['transfer-encoding'] !== undefined) return false;
  const length = lengthOf(request);
  return length === 0 || (length <= SMALL && WITH_BODY.has(request.method ?? ''));
};
