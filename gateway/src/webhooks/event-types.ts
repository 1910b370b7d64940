import { forbidden } from '@platform/errors';
import { grants } from '@platform/identity';
import type { Scope } from '@platform/identity';

/** A kind of event that webhooks receive. */
export interface EventType {
  readonly type: string;
  /** Scopes that a subscriber needs, to read the event's contents. */
  readonly scopes: readonly Scope[];
  readonly about: string;
  /** Sample of `data`. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Sent on request only, to try a webhook. */
export const PING = 'webhook.ping';

/** Events for organisations, besides `webhook.ping`. */
export const EVENT_TYPES: readonly EventType[] = [
  {
    type: 'report.generated',
    scopes: ['reports:read'],
    about: 'A report has a new result.',
    example: { id: 7, url: 'https://example.com/', result: 'good', score: 93, run_id: 12 },
  },
  {
    type: 'report.got_worse',
    scopes: ['reports:read'],
    about: 'A new result has a lower rating than the last one, or at least 5 points less.',
    example: {
      id: 7,
      url: 'https://example.com/',
      result: 'decent',
      score: 71,
      score_before: 93,
      run_id: 13,
    },
  },
  {
    type: 'export.completed',
    scopes: ['tokens:read'],
    about: "The file of an export is ready: ask for the export's status to download it.",
    example: { id: 'exp_01h455vb4pex5vsknk084sn02q', format: 'css' },
  },
  {
    type: 'export.failed',
    scopes: ['tokens:read'],
    about: 'An export has failed.',
    example: { id: 'exp_01h455vb4pex5vsknk084sn02q', format: 'css', error: { code: 'export_failed' } },
  },
  {
    type: 'website.spike',
    scopes: ['websites:read', 'stats:read'],
    about: 'The number of visits that an alert of the website sets began within an hour. Sent once a day.',
    example: { id: 7, domain: 'shop.example', alert: { id: 2, name: 'Busy' }, visits: 512, threshold: 500 },
  },
  {
    type: 'website.drop',
    scopes: ['websites:read', 'stats:read'],
    about:
      'A day had fewer visits than the same weekday usually has, by the per cent that an alert of the website sets. Sent once, after the day has ended.',
    example: {
      id: 7,
      domain: 'shop.example',
      alert: { id: 5, name: 'Fewer than usual' },
      day: '2026-11-25',
      visits: 212,
      usual: 530,
      threshold: 50,
    },
  },
  {
    type: 'website.silent',
    scopes: ['websites:read', 'stats:read'],
    about:
      'Nobody came for the number of hours that an alert of the website sets, at a time when people usually do.',
    example: { id: 7, domain: 'shop.example', alert: { id: 3, name: 'Quiet' }, hours: 6 },
  },
  {
    type: 'website.goal_reached',
    scopes: ['websites:read', 'stats:read'],
    about:
      'A goal reached the number of conversions that an alert sets for a day or a month. Sent once per day or month.',
    example: {
      id: 7,
      domain: 'shop.example',
      alert: { id: 4, name: 'First orders' },
      goal: { id: 2 },
      conversions: 103,
      threshold: 100,
      period: 'day',
    },
  },
  {
    type: 'key.revoked',
    scopes: ['keys:admin'],
    about: 'An API key was revoked.',
    example: { id: 'key_01h455vb4pex5vsknk084sn02q', name: 'CI', last_four: 'x7Qa' },
  },
  {
    type: 'quota.reached',
    scopes: ['usage:read'],
    about: 'The organisation has used 80 or 100 per cent of a monthly quota. Sent once a month for each.',
    example: { unit: 'events', percent: 80, used: 80_112, quota: 100_000, month: '2026-11' },
  },
];

/** Returns the first scope that somebody lacks to receive an event; undefined if none. */
export const missingScope = (granted: readonly string[], type: string): Scope | undefined =>
  EVENT_TYPES.find((known) => known.type === type)?.scopes.find((scope) => !grants(granted, scope));

/** @throws 403 that names the first missing scope for receiving these events */
export const refuseUntoldEvents = (granted: readonly string[], types: readonly string[]): void => {
  for (const type of types) {
    const scope = missingScope(granted, type);
    if (scope !== undefined)
      throw forbidden(`This key lacks the scope ${scope}, so it can't have ${type} sent to a webhook.`);
  }
};

type Schema = Readonly<Record<string, unknown>>;

/** The schema of what an example shows. */
const schemaOf = (example: unknown): Schema => {
  if (typeof example === 'number') return { type: Number.isInteger(example) ? 'integer' : 'number' };
  if (typeof example !== 'object' || example === null) return { type: 'string' };
  const fields = Object.entries(example);
  return {
    type: 'object',
    required: fields.map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, value]) => [name, schemaOf(value)])),
  };
};

const header = (name: string, description: string, schema: Schema, example: unknown) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
});

const HEADERS = [
  header(
    'webhook-id',
    'The event, the same with each attempt: drop what you have seen',
    { type: 'string' },
    'evt_01h455vb4pex5vsknk084sn02q',
  ),
  header('webhook-timestamp', 'When it was sent, in Unix seconds', { type: 'integer' }, 1_795_305_600),
  header(
    'webhook-signature',
    'One signature for each secret that is valid, separated by spaces: `v1,` and base64',
    { type: 'string' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const VERIFYING =
  'To verify it (Standard Webhooks 1.0): take the HMAC-SHA-256 of `webhook-id`, a dot, `webhook-timestamp`, a dot and ' +
  'the body as it arrived, with the bytes that follow `whsec_` in base64 as the key. One of the signatures has to be ' +
  'equal, compared in constant time, and the timestamp at most five minutes old. `verifyWebhook` of the client from `/downloads` ' +
  'and the libraries of standardwebhooks.com do all of it. Answer with 2xx within ten seconds; anything else is tried ' +
  'again, ten times in three days.';

const operationOf = ({ type, about, example, scopes }: EventType): unknown => ({
  operationId: `webhook.${type}`,
  tags: ['Webhooks'],
  summary: about,
  description: `Sent to webhooks that ask for \`${type}\`, which needs ${scopes.map((scope) => `\`${scope}\``).join(' and ')}. ${VERIFYING}`,
  security: [],
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['type', 'timestamp', 'data'],
          properties: {
            type: { const: type, description: 'The event' },
            timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
            data: { ...schemaOf(example), description: 'About the event' },
          },
        },
        example: { type, timestamp: '2026-11-22T09:30:00.000Z', data: example },
      },
    },
  },
  responses: { 204: { description: 'It was received' } },
});

/** The messages that the platform sends, for `webhooks` of an OpenAPI 3.1 document. */
export const describeWebhooks = (): Record<string, unknown> =>
  Object.fromEntries(EVENT_TYPES.map((event) => [event.type, { post: operationOf(event) }]));
