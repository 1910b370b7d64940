import { EVENT_TYPES } from './event-types.ts';
import type { EventType } from './event-types.ts';

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
