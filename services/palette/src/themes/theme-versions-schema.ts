import Joi from 'joi';

import { versionNumber } from '../palettes/version-list.ts';

const text = Joi.string().required();
const ratio = Joi.number().min(1).max(21).required();
const paths = Joi.array().items(Joi.string()).required();

export const themeDiffSchema = Joi.object()
  .meta({ component: 'ThemeDiff' })
  .keys({
    from: versionNumber.required(),
    to: versionNumber.required(),
    changed: Joi.array()
      .items(
        Joi.object({
          mode: text,
          role: text,
          from: text,
          to: text,
          delta_e: Joi.number().min(0).required().description('ΔEOK'),
        }),
      )
      .required(),
    worse_contrast: Joi.array()
      .items(
        Joi.object({
          mode: text,
          role: text,
          on: text,
          from: ratio,
          to: ratio,
          required_ratio: ratio,
          passes: Joi.boolean().required(),
        }),
      )
      .required()
      .description('Roles whose ratio on their background fell'),
    tokens: Joi.object({ added: paths, removed: paths, changed: paths })
      .required()
      .description("Paths of the theme's own tokens"),
    renamed: Joi.array()
      .items(Joi.object({ from: text, to: text }))
      .required()
      .description('Names that were given up, each with the one that replaces it'),
  });
