import { createRouter, endpoint, envelopeDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { harmoniesQuery, harmoniesSchema } from './harmonies-schema.ts';
import { harmoniesOf } from './harmonies-service.ts';

/** `/v1/harmonies`: what each harmony makes of a colour. */
export const createHarmoniesRouter = (): ApiRouter =>
  createRouter(envelopeDialect, 'Palettes', [
    endpoint({
      method: 'GET',
      path: '/harmonies',
      summary: 'Show every harmony of a colour',
      description:
        'The colours that `POST /v1/palettes` would give with each harmony, side by side. Nothing is stored.',
      scope: 'palettes:read',
      query: harmoniesQuery,
      responses: {
        200: { description: 'The harmonies, in the order of the reference', data: harmoniesSchema },
      },
      handler: ({ query }) =>
        Promise.resolve(
          ok({
            items: harmoniesOf(query).map(({ harmony, colors }) => ({
              harmony: harmony.id,
              title: harmony.title,
              description: harmony.description,
              colors: colors.map(({ hex, name, onColor }) => ({ hex, name, on_color: onColor })),
            })),
          }),
        ),
    }),
  ]);
