import { createRouter, endpoint, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { eventsAnswerSchema, eventsSchema } from './events-schema.ts';
import type { EventsService } from './events-service.ts';

/** `/api/v1/events` */
export const createEventsRouter = ({ events }: { events: EventsService }): ApiRouter =>
  createRouter(managementDialect, 'Events', [
    endpoint({
      method: 'POST',
      path: '/events',
      summary: 'Store events from a server',
      description:
        'Page views and events that a server saw, also of the past. The exclusions of the website apply. An event with an id that was stored before is dropped, so a request can be sent again after any failure.',
      scope: 'websites:write',
      body: eventsSchema,
      bodyLimit: '5mb',
      responses: {
        200: { description: 'How many were stored, and why others were not', data: eventsAnswerSchema },
      },
      handler: async ({ caller, body }) => ok(await events.store(caller.organisation, body.events)),
    }),
  ]);
