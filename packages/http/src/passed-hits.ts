import { CLAIMED_FOR_HEADER } from './client-address.ts';

/**
 * Hits that the gateway passes on many at a time: one request carries those that arrived within a
 * few milliseconds, and its answer names the verdict of each as soon as it is known. A service says
 * where it takes them in its answers to single hits.
 */

/**
 * Response header that names the path where a service takes many hits at once; the gateway doesn't pass
 * it on.
 */
export const PASS_HITS_HEADER = 'x-pass-hits';

/** One JSON array for each line of the answer. */
export const VERDICTS_TYPE = 'application/jsonl';

/** The headers of a client that a service reads for a hit. */
export const HIT_HEADERS = [
  'content-type',
  'content-encoding',
  'user-agent',
  'sec-ch-ua',
  'origin',
  'referer',
  'accept-language',
  'x-forwarded-for',
  CLAIMED_FOR_HEADER,
  'x-request-id',
  'x-timeout-ms',
  'traceparent',
  'tracestate',
] as const;

/** One hit of a batch: its headers by their names in lower case, and its body. */
export interface PassedHit {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Place of the hit in its batch and status; where it isn't 204, headers and body, too. */
export type HitVerdict = readonly [
  place: number,
  status: number,
  headers?: Readonly<Record<string, string>>,
  body?: string,
];
