import { createRouter, endpoint, managementDialect, ok } from '@platform/http';
import type { ApiRouter, Reply } from '@platform/http';
import Joi from 'joi';

import { answerDeadline, TIMEOUT_HEADER } from '../collect/intake/hit-request.ts';
import { parsePageUrl } from '../collect/intake/page-url.ts';
import type { EventsService, EventBody } from './events-service.ts';

interface EventsBody {
  events: EventBody[];
}

const optional = (max: number): Joi.StringSchema => Joi.string().allow('', null).max(max);

/**
 * Also false for a day that its month doesn't have: JavaScript takes it for a day of the next
 * month.
 */
const isTime = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) &&
  new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));

const props = Joi.object()
  .pattern(
    Joi.string().max(100),
    Joi.alternatives(Joi.string().allow('').max(500), Joi.number().unsafe(), Joi.boolean()),
  )
  .max(30)
  .description('Properties: strings, numbers and booleans');

const event = Joi.object<EventBody>({
  id: Joi.string()
    .min(1)
    .max(100)
    .description('Your id of the event; an id that was stored in the last 30 days is dropped'),
  site_key: Joi.string().max(64).required(),
  name: Joi.string()
    .max(100)
    .invalid('engagement')
    .default('pageview')
    .description('pageview, or the name of an event'),
  url: optional(4_096)
    .custom((value: string, helpers) => (parsePageUrl(value) ? value : helpers.error('string.uri')))
    .when('name', { is: 'pageview', then: Joi.string().required().invalid('', null) })
    .description('Address of the page; required for a page view'),
  referrer: optional(4_096),
  title: optional(300),
  time: Joi.string()
    .pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/, 'ISO 8601 with a zone')
    .custom((value: string, helpers) => (isTime(value) ? value : helpers.error('any.invalid')))
    .description('When it happened, ISO 8601 with Z or an offset; now when not given'),
  ip: optional(45).ip({ cidr: 'forbidden' }).description("The visitor's address; not stored"),
  user_agent: optional(1_000).description("The visitor's agent; not stored"),
  screen: optional(20),
  language: optional(35),
  props,
});

const eventsSchema = Joi.object<EventsBody>()
  .meta({ component: 'SendEvents' })
  .example({
    events: [{ site_key: 'V1StGXR8_Z5jdHi6', name: 'pageview', url: 'https://shop.example/' }],
  })
  .keys({
    events: Joi.array().items(event).min(1).max(1_000).required(),
  });

/** Outcome of a batch. */
const eventsAnswerSchema = Joi.object()
  .meta({ component: 'SentEvents' })
  .keys({
    received: Joi.number().integer().required(),
    stored: Joi.number().integer().required(),
    dropped: Joi.object()
      .pattern(Joi.string(), Joi.number().integer())
      .required()
      .description('Numbers of events by the reason for which they were dropped'),
  });

const TAG_DESCRIPTION = 'Events that servers send, besides those that the tracker sends.';

/** Events that were dropped are no use, and those stored before were counted then. */
const storedEvents = (reply: Reply): number =>
  reply.kind === 'one' ? (reply.data as { stored: number }).stored : 0;

/** `/api/v1/events` */
export const createEventsRouter = ({ events }: { events: EventsService }): ApiRouter =>
  createRouter(managementDialect, { name: 'Events', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/events',
      operationId: 'events.send',
      summary: 'Store events from a server',
      description:
        'Page views and events that a server saw, including past ones. The exclusions of the website apply. An event with an id that was stored within the last 30 days is dropped, so a request can be sent again after any failure. A batch is taken whole while any of a monthly quota of events is left, so the last one may exceed it by 999.',
      scope: 'websites:write',
      makes: { unit: 'events', amount: storedEvents },
      body: eventsSchema,
      bodyLimit: '5mb',
      responses: {
        200: { description: 'How many were stored, and why others were not', data: eventsAnswerSchema },
      },
      handler: async ({ caller, body, request }) => {
        const deadline = answerDeadline(request.headers[TIMEOUT_HEADER]);
        return ok(await events.store(caller.organisation, body.events, deadline));
      },
    }),
  ]);
