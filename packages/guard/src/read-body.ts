import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

import { GuardError, toGuardError } from './guard-error.ts';

// A stream that ends early still gives what it held, as in browsers.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const ZSTD = { flush: constants.ZSTD_e_continue, finishFlush: constants.ZSTD_e_continue };

/** A map, because the server chooses the name, and an object also has a `constructor`. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(ZLIB)],
  ['x-gzip', () => createGunzip(ZLIB)],
  ['deflate', () => createInflate(ZLIB)],
  ['br', () => createBrotliDecompress(BROTLI)],
  ['zstd', () => createZstdDecompress(ZSTD)],
]);

/** Encodings that exist and that nobody here undoes (IANA's registry of content codings). */
const UNDONE_BY_NOBODY: ReadonlySet<string> = new Set([
  'aes128gcm',
  'compress',
  'dcb',
  'dcz',
  'exi',
  'pack200-gzip',
  'sdch',
  'x-compress',
]);

/** More layers serve no purpose but to hide a bomb in a bomb. */
const MAX_ENCODINGS = 2;

/**
 * The encodings of a `Content-Encoding` value in the order they were applied. What is none (`identity`,
 * and the `UTF-8` or `none` of a misconfigured server) is left out, as browsers ignore it.
 */
const parseEncodings = (header: string | undefined): readonly string[] =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => DECODERS.has(name) || UNDONE_BY_NOBODY.has(name));

export interface BodyLimits {
  /**
   * Bytes read at most, counted after decompression; the same number bounds the bytes on the wire.
   */
  readonly maxBytes: number;
  /** Says whether a larger body fails with `too_large` or is cut at the limit. */
  readonly overflow: 'fail' | 'truncate';
  /**
   * Milliseconds without a byte after which what has come is the body, and the most of a body that
   * drips is three times as long. Without it, such a body ends at the deadline of the request.
   */
  readonly stallsAfter?: number | undefined;
}

export interface ReadBody {
  readonly body: Buffer;
  /** Bytes on the wire, without chunk framing. */
  readonly transferBytes: number;
  /** The encodings that were undone, as the server named them; null for none. */
  readonly encoding: string | null;
  readonly truncated: boolean;
  /** Its end never came; see `stallsAfter`. */
  readonly stalled: boolean;
  /** The connection was closed before its end, which fails without `stallsAfter`. */
  readonly cut?: true;
}

/**
 * Reads and decompresses a body within limits. Decoded bytes are counted, whatever Content-Length
 * says, so a compression bomb or an endless body takes no more memory than `maxBytes` and one
 * chunk.
 * @throws GuardError `too_large`, or `invalid_response` for an encoding that is unknown or broken
 */
export const readBody = async (
  source: Readable,
  contentEncoding: string | undefined,
  { maxBytes, overflow, stallsAfter }: BodyLimits,
): Promise<ReadBody> => {
  const encodings = parseEncodings(contentEncoding);
  const makers = encodings.toReversed().map((name) => DECODERS.get(name));
  const known = makers.filter((make) => make !== undefined);
  if (known.length < makers.length || known.length > MAX_ENCODINGS) {
    source.destroy();
    throw new GuardError('invalid_response');
  }
  // Checked first, because a header of 64 KB could name 13,000 decoders.
  const decoders = known.map((make) => make());

  let transferBytes = 0;
  let size = 0;
  let truncated = false;
  let stalled = false;
  let cut = false;
  let idle: NodeJS.Timeout | undefined;
  const chunks: Buffer[] = [];
  const counter: Transform = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      transferBytes += chunk.length;
      idle?.refresh();
      // Endless empty blocks decode to nothing and must end, too.
      if (transferBytes <= maxBytes + 64 * 1024) callback(null, chunk);
      else if (overflow === 'fail') callback(new GuardError('too_large'));
      else {
        truncated = true;
        counter.push(null);
        callback();
      }
    },
  });
  // Ending the counter lets the decoders give what they hold.
  const stall = (): void => {
    if (counter.readableEnded || counter.writableEnded) return;
    stalled = true;
    counter.push(null);
  };
  if (stallsAfter !== undefined) idle = setTimeout(stall, stallsAfter);
  const longest = stallsAfter === undefined ? undefined : setTimeout(stall, 3 * stallsAfter);
  const output = decoders.at(-1) ?? counter;
  const done = pipeline([source, counter, ...decoders]);
  // The loop below throws any fault. Leaving it early ends the other streams with an error of ours.
  done.catch(() => undefined);
  try {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      const room = maxBytes - size;
      if (chunk.length > room && overflow === 'fail') throw new GuardError('too_large');
      chunks.push(chunk.subarray(0, room));
      size += Math.min(chunk.length, room);
      truncated ||= chunk.length > room;
      if (chunk.length > room) break;
    }
  } catch (error) {
    const fault = toGuardError(error);
    // What came is a body, as for browsers, where one whose end doesn't come is one.
    cut = stallsAfter !== undefined && size > 0 && fault.code === 'connect';
    if (!cut) throw fault;
    stalled = true;
  } finally {
    clearTimeout(idle);
    clearTimeout(longest);
    source.destroy();
  }
  return {
    body: Buffer.concat(chunks),
    transferBytes,
    encoding: encodings.length > 0 ? encodings.join(', ') : null,
    truncated,
    stalled,
    ...(cut && { cut }),
  };
};
