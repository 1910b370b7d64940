import Joi from 'joi';

import type { ContrastQuery } from './contrast-schema.ts';
import { levelQuery, hex, level, ratio, apcaSchema } from './contrast-schema.ts';

export interface PairQuery extends ContrastQuery {
  foreground: string;
  background: string;
}

const color = Joi.string().max(128).required();

export const pairQuery = Joi.object<PairQuery>({
  level: levelQuery,
  foreground: color.description('The text colour: any absolute CSS Color 4 colour'),
  background: color.description('The colour behind it; if it is translucent, on white'),
});

const pairSide = Joi.object({
  input: Joi.string().required(),
  hex: hex.required(),
  alpha: Joi.number().min(0).max(1).required(),
}).required();

export const pairSchema = Joi.object()
  .meta({ component: 'PairContrast' })
  .keys({
    foreground: pairSide,
    background: pairSide,
    level: level.required(),
    required_ratio: Joi.number().required(),
    ratio,
    passes: Joi.boolean().required(),
    levels: Joi.object()
      .pattern(level, Joi.boolean())
      .required()
      .description('Every level, and whether it is reached'),
    apca: apcaSchema,
    suggestion: Joi.object({ hex: hex.required(), ratio, unreachable: Joi.boolean().required() })
      .allow(null)
      .required()
      .description('The nearest foreground that reaches the level, if this one does not'),
  });
