import Joi from 'joi';
import { VISIONS } from '../color/vision.ts';
import { LEVELS } from './contrast.ts';
import type { Level } from './contrast.ts';

export interface ContrastQuery {
  level: Level;
}

export const level = Joi.string().valid(...Object.keys(LEVELS));

export const levelQuery = level
  .default('AA')
  .description(
    'Minimum ratio: AA 4.5, AAA 7, AA-large 3, AAA-large 4.5, UI 3 (WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11)',
  );

export const contrastQuery = Joi.object<ContrastQuery>({ level: levelQuery });

export const hex = Joi.string().pattern(/^#[0-9a-f]{6}$/);

const place = Joi.number().integer().min(0).max(31).allow(null);

export const ratio = Joi.number().min(1).max(21).required().description('Rounded down to two decimals');

export const apcaSchema = Joi.number()
  .min(-120)
  .max(120)
  .required()
  .description('APCA lightness contrast (Lc); negative for light text on a dark background');

const sides = {
  foreground: hex.required(),
  foreground_index: place.required().description('Index in the palette; null for white and black'),
  background: hex.required(),
  background_index: place.required(),
};

export const contrastSchema = Joi.object()
  .meta({ component: 'Contrast' })
  .keys({
    palette_id: Joi.string().required(),
    level: level.required(),
    required_ratio: Joi.number().required(),
    pairs: Joi.array()
      .items(Joi.object({ ...sides, ratio, passes: Joi.boolean().required(), apca: apcaSchema }))
      .required()
      .description('Every colour on every other, and on and under white and black'),
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
            .description('True if no colour of this hue passes; `hex` is then the best one'),
          hex: hex.required().description('The nearest colour that passes'),
          ratio,
          delta_e: Joi.number().min(0).required().description('ΔEOK to the replaced colour'),
        }),
      )
      .required()
      .description('One for each failing pair'),
    color_vision: Joi.array()
      .items(
        Joi.object({
          kind: Joi.string()
            .valid('typical', ...VISIONS)
            .required(),
          colors: Joi.array()
            .items(hex)
            .required()
            .description('The colours as they are seen, in the palette’s order')
            .example(['#2b5bd7', '#8a7a1f']),
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
