import { createRouter, endpoint, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import type { GeoLookup } from './geo-lookup.ts';

const placesAnswerSchema = Joi.object({
  source: Joi.string()
    .allow(null)
    .required()
    .description('The database that countries come from; null for none'),
  built_at: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description('When it was made: addresses change hands'),
  is_own: Joi.boolean().required().description('False for the one that comes with the service'),
}).meta({ component: 'Places' });

/** `/api/v1/websites/places`. It comes before the websites' routes, which would read it as an id. */
export const createPlacesRouter = (geo: GeoLookup): ApiRouter =>
  createRouter(managementDialect, 'Websites', [
    endpoint({
      method: 'GET',
      path: '/websites/places',
      operationId: 'websites.places',
      summary: 'Show where countries and cities come from',
      scope: 'websites:read',
      responses: { 200: { description: 'The database', data: placesAnswerSchema } },
      handler: () => {
        const source = geo.source?.();
        return Promise.resolve(
          ok({
            source: source?.name ?? null,
            built_at: source === undefined ? null : new Date(source.builtAt).toISOString(),
            is_own: source?.isOwn ?? false,
          }),
        );
      },
    }),
  ]);
