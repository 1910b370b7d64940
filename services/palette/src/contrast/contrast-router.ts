import { createRouter, endpoint, envelopeDialect, ok, typeId } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { shownRatio } from '../color/contrast-ratio.ts';
import { contrastJson } from './contrast.ts';
import { contrastQuery, contrastSchema, pairQuery, pairSchema } from './contrast-schema.ts';
import type { ContrastService } from './contrast-service.ts';
import type { PairReport } from './contrast.ts';

const pairJson = ({ requiredRatio, ratio, suggestion, apca, ...report }: PairReport) => ({
  ...report,
  required_ratio: requiredRatio,
  ratio: shownRatio(ratio),
  passes: ratio >= requiredRatio,
  apca: Number(apca.toFixed(1)),
  suggestion:
    suggestion === null
      ? null
      : {
          hex: suggestion.hex,
          ratio: shownRatio(suggestion.ratio),
          unreachable: !suggestion.reachable,
        },
});

interface ContrastRouterDeps {
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
        ok(contrastJson(await contrast.check(caller.organisation, params.id, query.level))),
    }),
  ]);
