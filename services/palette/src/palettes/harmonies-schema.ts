import Joi from 'joi';

import { HARMONIES } from '../color/harmonies/registry.ts';
import { hex } from './palette-schema.ts';

export interface HarmoniesQuery {
  base_color: string;
  count: number;
}

export const harmoniesQuery = Joi.object<HarmoniesQuery>({
  base_color: Joi.string().max(128).required().description('Any absolute CSS Color 4 colour'),
  count: Joi.number()
    .integer()
    .min(1)
    .max(32)
    .default(5)
    .description('The number of colours of each, including the base'),
});

export const harmoniesSchema = Joi.object()
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
