import { createRouter, endpoint, envelopeDialect, ok, typeId } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { contrastQuery, contrastSchema } from './contrast-schema.ts';
import { pairQuery, pairSchema } from './pair-schema.ts';
import type { ContrastService } from './contrast-service.ts';
import { pairJson, reportJson } from './contrast-json.ts';

export interface ContrastRouterDeps {
  contrast: ContrastService;
}

export const createContrastRouter = ({ contrast }: ContrastRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Palettes', [
    endpoint({
      method: 'GET',
      path: '/contrast',
      summary: 'Check the contrast of two colours',
      description:
        'WCAG 2.2 and APCA. Ratios are compared exactly and shown rounded down. A translucent foreground is composited over the background.',
      scope: 'palettes:read',
      query: pairQuery,
      responses: { 200: { description: 'The contrast of the pair', data: pairSchema } },
      handler: ({ query }) => Promise.resolve(ok(pairJson(contrast.checkPair(query)))),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id/contrast',
      operationId: 'palettes.contrast',
      summary: 'Check WCAG contrast ratios for a palette',
      description:
        'Ratios are compared exactly and shown rounded down. Translucent colours are composited over their background, and translucent backgrounds over white.',
      scope: 'palettes:read',
      params: { id: typeId('pal', 'palette') },
      query: contrastQuery,
      responses: { 200: { description: 'The contrast of every pair', data: contrastSchema } },
      handler: async ({ params, query, caller }) =>
        ok(reportJson(await contrast.check(caller.organisation, params.id, query.level))),
    }),
  ]);
