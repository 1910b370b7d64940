import type { IncomingHttpHeaders } from 'node:http';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { BrotliCompress, Gzip } from 'node:zlib';

import compression from 'compression';
import type { RequestHandler } from 'express';
import Negotiator from 'negotiator';

import type { RequestContext } from '../request-context/request-context.ts';

/** Content codings that answers are compressed with, the preferred one first. */
const ENCODINGS = ['br', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Shorter answers fit in one packet anyway. */
const MIN_BYTES = 1_024;

/** Text that shrinks. An event stream has to arrive event by event, and pictures are compressed. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|application\/(?:x-ndjson|javascript|dart)\b|image\/svg\+xml)/i;

/** A part of a file has to be a part of what is stored. */
const isWhole = (status: number): boolean => status >= 200 && status !== 204 && status !== 206;

/** Its types are those of an earlier version. */
interface WithPreference {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}

const MAX_KNOWN = 500;
/** Codings by `Accept-Encoding`, which hardly varies. */
const known = new Map<string, Encoding | undefined>();

/** Returns the coding that a client prefers; undefined for none. */
export const encodingOf = (accepted: string | undefined): Encoding | undefined => {
  if (accepted === undefined || accepted === '') return undefined;
  if (known.has(accepted)) return known.get(accepted);
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } }) as WithPreference;
  const [best] = negotiator.encodings([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  const encoding = ENCODINGS.find((name) => name === best);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(accepted, encoding);
  return encoding;
};

/** `"a"` becomes `"a;br"`: strong tags of two codings must differ (RFC 9110, 8.8.3.3). */
const tagOf = (tag: string, encoding: Encoding): string =>
  tag.startsWith('"') ? tag.replace(/"$/, `;${encoding}"`) : tag;

/** The tags of a conditional request as the service gave them. */
export const originalTags = (tags: string): string => tags.replace(/;(?:br|gzip)"/g, '"');

/**
 * True for an answer that may be sent compressed. Those of public paths are left to their services.
 * Answers that mix a secret with the caller's input say `no-transform` (BREACH: the length of the
 * compressed answer would reveal how much of the input is in the secret).
 */
const isCompressible = ({ route }: RequestContext, status: number, headers: IncomingHttpHeaders): boolean =>
  route?.access === 'key' &&
  isWhole(status) &&
  COMPRESSIBLE.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined &&
  headers['content-range'] === undefined &&
  headers['accept-ranges'] !== 'bytes' &&
  !/\bno-transform\b/i.test(headers['cache-control'] ?? '') &&
  Number(headers['content-length'] ?? MIN_BYTES) >= MIN_BYTES;

const withVary = (vary: string | undefined): string =>
  vary === undefined || vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;

/** The headers of a service's answer, and how its body is to be compressed. */
export interface Coded {
  headers: IncomingHttpHeaders;
  encoding: Encoding | undefined;
}

/** Decides how an answer is compressed, and changes its headers accordingly. */
export const decideEncoding = (
  context: RequestContext,
  status: number,
  headers: IncomingHttpHeaders,
): Coded => {
  const { request } = context;
  if (status === 304) {
    const { etag = '' } = headers;
    const encoding = encodingOf(request.headers['accept-encoding']);
    const coded = encoding === undefined ? '' : tagOf(etag, encoding);
    const isNamed = coded !== etag && request.headers['if-none-match']?.includes(coded) === true;
    return { headers: isNamed ? { ...headers, etag: coded } : headers, encoding: undefined };
  }
  if (!isCompressible(context, status, headers)) return { headers, encoding: undefined };
  const vary = withVary(headers.vary);
  const encoding = encodingOf(request.headers['accept-encoding']);
  if (encoding === undefined) return { headers: { ...headers, vary }, encoding };
  const { 'content-length': _length, etag, ...kept } = headers;
  return {
    headers: {
      ...kept,
      vary,
      'content-encoding': encoding,
      ...(etag === undefined ? {} : { etag: tagOf(etag, encoding) }),
    },
    encoding,
  };
};

/** Brotli's higher levels take many times as long for the last tenth. */
const BROTLI_LEVEL = 4;
/** 256 KB of memory an answer, instead of 4 MB. */
const BROTLI_WINDOW = 18;

const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
  [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

/** Compresses in the thread pool, not on the thread that answers others. */
export const createEncoder = (encoding: Encoding): BrotliCompress | Gzip =>
  encoding === 'gzip' ? createGzip() : createBrotliCompress({ params: BROTLI });

/** Compresses the gateway's own answers by the same rules; it leaves out what says `no-transform`. */
export const createOwnCompression = (): RequestHandler =>
  compression({
    threshold: MIN_BYTES,
    brotli: { params: BROTLI },
    filter: (_request, response) => COMPRESSIBLE.test(String(response.getHeader('content-type') ?? '')),
  });
