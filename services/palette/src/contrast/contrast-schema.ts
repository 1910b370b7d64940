import Joi from 'joi';

import { VISIONS } from '../color/vision.ts';
import { LEVELS } from './contrast.ts';
import type { Level } from './contrast.ts';

export interface ContrastQuery {
  level: Level;
}

const level = Joi.string().valid(...Object.keys(LEVELS));

export const contrastQuery = Joi.object<ContrastQuery>({
  level: level
    .default('AA')
    .description(
      'Least ratio: AA 4.5, AAA 7, AA-large 3, AAA-large 4.5, UI 3 (WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11)',
    ),
});

const hex = Joi.string().pattern(/^#[0-9a-f]{6}$/);
const place = Joi.number().integer().min(0).max(31).allow(null);
const ratio = Joi.number().min(1).max(21).required().description('Rounded down to two decimals');
const sides = {
  foreground: hex.required(),
  foreground_index: place.required().description('Place in the palette; null for white and black'),
  background: hex.required(),
  background_index: place.required(),
};

export const contrastSchema = Joi.object({
  palette_id: Joi.string().required(),
  level: level.required(),
  required_ratio: Joi.number().required(),
  pairs: Joi.array()
    .items(Joi.object({ ...sides, ratio, passes: Joi.boolean().required() }))
    .required()
    .description('Every colour on every other one, and on and under white and black'),
  summary: Joi.object({
    total: Joi.number().integer().required(),
    passing: Joi.number().integer().required(),
    failing: Joi.number().integer().required(),
    lowest_ratio: ratio,
    highest_ratio: ratio,
  }).required(),
  suggestions: Joi.array()
    .items(
      Joi.object({
        ...sides,
        replace: Joi.string().valid('foreground', 'background').required(),
        unreachable: Joi.boolean()
          .required()
          .description('True where no colour of this hue passes; `hex` is then the best'),
        hex: hex.required().description('The nearest colour that passes'),
        ratio,
        delta_e: Joi.number().min(0).required().description('ΔEOK to the colour that it replaces'),
      }),
    )
    .required()
    .description('One for every pair that fails'),
  color_vision: Joi.array()
    .items(
      Joi.object({
        kind: Joi.string()
          .valid('typical', ...VISIONS)
          .required(),
        min_delta_e: Joi.number()
          .min(0)
          .allow(null)
          .required()
          .description('Smallest ΔEOK between two colours'),
        pair: Joi.array().items(Joi.number().integer()).length(2).allow(null).required(),
      }),
    )
    .required(),
});
