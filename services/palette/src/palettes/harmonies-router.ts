import { createRouter, endpoint, envelopeDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';
import type { Harmony } from '../color/harmonies/harmony.ts';
import { HARMONIES } from '../color/harmonies/registry.ts';
import { makePalette, readColors } from './make-palette.ts';
import { hex } from './palettes-schema.ts';
import type { PaletteColor } from './palette.ts';

interface HarmoniesQuery {
  base_color: string;
  count: number;
}

const harmoniesQuery = Joi.object<HarmoniesQuery>({
  base_color: Joi.string().max(128).required().description('Any absolute CSS Color 4 colour'),
  count: Joi.number()
    .integer()
    .min(1)
    .max(32)
    .default(5)
    .description('The number of colours of each, including the base'),
});

const harmoniesSchema = Joi.object()
  .meta({ component: 'Harmonies' })
  .keys({
    items: Joi.array()
      .items(
        Joi.object({
          harmony: Joi.string()
            .valid(...HARMONIES.keys())
            .required(),
          title: Joi.string().required(),
          description: Joi.string().required(),
          colors: Joi.array()
            .items(
              Joi.object({ hex: hex.required(), name: Joi.string().required(), on_color: hex.required() }),
            )
            .required(),
        }),
      )
      .required(),
  });

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

/** A harmony, and the colours that it makes of a base. */
export interface ShownHarmony {
  readonly harmony: Harmony;
  readonly colors: readonly PaletteColor[];
}

/**
 * Returns each harmony's colours for a colour.
 * @throws 400 if `base_color` is not an absolute CSS colour
 */
export const harmoniesOf = ({ base_color, count }: HarmoniesQuery): ShownHarmony[] => {
  const { input, base } = readColors({ base_color });
  const { oklch, rgb, alpha } = base;
  return [...HARMONIES.values()].map((harmony) => ({
    harmony,
    colors: makePalette({ input, oklch, rgb, alpha, harmony, count }).colors,
  }));
};
