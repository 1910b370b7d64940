import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

// A stream that ends early still gives what it held, as in browsers.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const ZSTD = { flush: constants.ZSTD_e_continue, finishFlush: constants.ZSTD_e_continue };

/** A map, because the server chooses the name, and an object also has a `constructor`. */
export const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
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
export const MAX_ENCODINGS = 2;

/**
 * The encodings of a `Content-Encoding` value in the order they were applied. What is none (`identity`,
 * and the `UTF-8` or `none` of a misconfigured server) is left out, as browsers ignore it.
 */
export const parseEncodings = (header: string | undefined): readonly string[] =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => DECODERS.has(name) || UNDONE_BY_NOBODY.has(name));
