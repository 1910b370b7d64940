import Joi from 'joi';

import { HARMONIES } from '../color/harmonies/registry.ts';
import { scaleSchema } from './palettes-schema.ts';
import { FROM_IMAGE } from './palette.ts';

export const hex = Joi.string().pattern(/^#[0-9a-f]{6}$/);

const byte = Joi.number().integer().min(0).max(255).required();

const unit = Joi.number().min(0).max(1).required();

const oklch = Joi.object({
  l: unit,
  c: Joi.number().min(0).required(),
  h: Joi.number().min(0).less(360).required(),
});

const scaleSteps = Joi.array().items(
  Joi.object({
    step: Joi.string().required(),
    hex: hex.required(),
    oklch: oklch.required(),
    p3: Joi.object({ r: unit, g: unit, b: unit }).required(),
    in_srgb: Joi.boolean().required(),
    is_base: Joi.boolean().required().description('Whether it is the colour itself, unchanged'),
    contrast: Joi.number()
      .min(1)
      .max(21)
      .required()
      .description('WCAG ratio on white, or on the background of the targets; on #111111 for dark scales'),
    alpha_hex: Joi.string()
      .pattern(/^#[0-9a-f]{8}$/)
      .description(
        'For `1-12`: the most transparent colour that looks the same on white, or on #111111 for dark scales',
      ),
  }),
);

const colorSchema = Joi.object({
  index: Joi.number().integer().min(0).max(31).required(),
  role: Joi.string()
    .pattern(/^[a-z][a-z0-9-]*$/)
    .required(),
  hex: hex.required().description('The colour in sRGB; opacity is in `alpha`'),
  rgb: Joi.object({ r: byte, g: byte, b: byte }).required(),
  hsl: Joi.object({
    h: Joi.number().min(0).less(360).required(),
    s: Joi.number().min(0).max(100).required(),
    l: Joi.number().min(0).max(100).required(),
  }).required(),
  oklch: oklch.required().description('The intended colour, before mapping into sRGB'),
  p3: Joi.object({ r: unit, g: unit, b: unit }).required(),
  in_srgb: Joi.boolean().required(),
  alpha: unit,
  name: Joi.string().required(),
  scale: scaleSteps,
  dark_scale: scaleSteps.description('The scale for dark pages, if `scale` is `1-12`'),
  on_color: hex.required().description('Black or white, whichever has more contrast on the colour'),
});

export const paletteSchema = Joi.object()
  .meta({ component: 'Palette' })
  .keys({
    id: Joi.string().required(),
    name: Joi.string().allow(null).required(),
    description: Joi.string().allow(null, '').required(),
    base_color: Joi.object({
      input: Joi.string().required(),
      hex: hex.required(),
      oklch: oklch.required(),
      alpha: unit,
    }).required(),
    harmony: Joi.string()
      .valid(...HARMONIES.keys(), FROM_IMAGE)
      .required(),
    count: Joi.number().integer().min(1).max(32).required(),
    colors: Joi.array().items(colorSchema).min(1).max(32).required(),
    scale: scaleSchema.allow(null).required(),
    warnings: Joi.array().items(Joi.string()).required(),
    version: Joi.number()
      .integer()
      .min(1)
      .required()
      .description('Grows when the colours are generated again'),
    workspace_id: Joi.string().required(),
    created_at: Joi.string().isoDate().required(),
    updated_at: Joi.string().isoDate().required(),
  });
