import { IDEMPOTENCY_HEADER } from '../idempotency.ts';

const text = { type: 'string' } as const;
const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });

/** The headers of answers, declared once. */
export const HEADERS = {
  'X-Request-Id': header('Identifies the request in our logs; yours, if you sent one', text, '6f1c0b52'),
  RateLimit: header(
    'Requests left in the current window, and seconds until it ends (IETF draft)',
    text,
    '"key";r=599;t=60',
  ),
  'RateLimit-Policy': header(
    'Requests per window, and its length in seconds (IETF draft)',
    text,
    '"key";q=600;w=60',
  ),
  'Retry-After': header('Seconds after which to try again', { type: 'integer' }, 2),
  Location: header('Address of the new record', text, '/api/v1/websites/7'),
  ETag: header('Version of the record, for `If-Match`', text, '"q8Ew6m3tPzY"'),
  'Idempotency-Replayed': header('`true` if this answer repeats an earlier one', text, 'true'),
  'Preference-Applied': header('The preferences of `Prefer` that were followed', text, 'handling=strict'),
  Deprecation: header('Since when the operation is deprecated (RFC 9745)', text, '@1795305600'),
  Sunset: header('When it may stop answering (RFC 8594)', text, 'Sat, 22 May 2027 00:00:00 GMT'),
  Link: header('Absolute addresses of the other pages (RFC 8288)', text, '<https://…?page=2>; rel="next"'),
} as const;

export type HeaderName = keyof typeof HEADERS;

/** References to headers of answers. */
export const headerRefs = (names: readonly HeaderName[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of requests, declared once. */
export const HEADER_PARAMETERS = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    schema: { type: 'string', default: 'handling=lenient' },
    description:
      '`handling=strict` refuses unknown fields instead of ignoring them (RFC 7240). `respond-async` ' +
      "doesn't wait for results.",
    example: 'handling=strict',
  },
  IdempotencyKey: {
    name: IDEMPOTENCY_HEADER,
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description:
      'Makes a repetition safe: within 24 hours the same key with the same body gives the first answer again.',
    example: '5a2c1f1e-4a0e-4b0c-9d3c-0e6f1a2b3c4d',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: text,
    description: 'The `ETag` of the version to change; another version is left alone and answered with 412.',
    example: '"q8Ew6m3tPzY"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    schema: text,
    description: 'The `ETag` of the version that you have; the answer is 304 if it is still current.',
    example: '"q8Ew6m3tPzY"',
  },
} as const;

export const parameterRef = (name: keyof typeof HEADER_PARAMETERS): { $ref: string } => ({
  $ref: `#/components/parameters/${name}`,
});
