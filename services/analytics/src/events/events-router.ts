import { createRouter, endpoint, managementDialect, ok } from '@platform/http';
import type { ApiRouter, Reply } from '@platform/http';

import { answerDeadline, TIMEOUT_HEADER } from '../collect/intake/hit-request.ts';
import { eventsAnswerSchema, eventsSchema } from './events-schema.ts';
import type { EventsService } from './events-service.ts';

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
