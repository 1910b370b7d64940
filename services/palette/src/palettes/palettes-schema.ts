import Joi from 'joi';

import { HARMONIES } from '../color/harmonies/registry.ts';
import { pageQuery } from '../paging/paging-schema.ts';
import type { PageQuery } from '../paging/paging-schema.ts';

export interface CreatePaletteBody {
  base_color: string;
  harmony: string;
  count: number;
  workspace_id?: string;
}

const harmonyDocs = [...HARMONIES.values()]
  .map(({ id, description }) => `- \`${id}\`: ${description}`)
  .join('\n');

export const createPaletteBody = Joi.object<CreatePaletteBody>({
  base_color: Joi.string()
    .max(128)
    .required()
    .description('Any absolute CSS Color 4 colour: `#3366cc`, `rebeccapurple`, `oklch(60% 0.15 250)`, …'),
  harmony: Joi.string()
    .valid(...HARMONIES.keys())
    .default('complementary')
    .description(`How the colours relate to the base:\n${harmonyDocs}`),
  count: Joi.number().integer().min(1).max(32).default(5).description('How many colours, the base included'),
  workspace_id: Joi.string()
    .max(100)
    .description("Where to keep it; the organisation's default workspace unless told"),
});

export interface ListPalettesQuery extends PageQuery {
  workspace_id?: string;
}

export const listPalettesQuery = Joi.object<ListPalettesQuery>({
  ...pageQuery,
  workspace_id: Joi.string().max(100).description('Only palettes of this workspace'),
});

export interface DeletePaletteQuery {
  cascade: boolean;
}

export const deletePaletteQuery = Joi.object<DeletePaletteQuery>({
  cascade: Joi.boolean().default(false).description('Delete the themes that are made from the palette, too'),
});

const hex = Joi.string().pattern(/^#[0-9a-f]{6}$/);
const byte = Joi.number().integer().min(0).max(255).required();
const unit = Joi.number().min(0).max(1).required();
const oklch = Joi.object({
  l: unit,
  c: Joi.number().min(0).required(),
  h: Joi.number().min(0).less(360).required(),
});

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
  oklch: oklch.required().description('The colour as meant, before it was brought into sRGB'),
  p3: Joi.object({ r: unit, g: unit, b: unit }).required(),
  in_srgb: Joi.boolean().required(),
  alpha: unit,
  name: Joi.string().required(),
  on_color: hex.required().description('Black or white, whichever is read better on the colour'),
});

export const paletteSchema = Joi.object({
  id: Joi.string().required(),
  base_color: Joi.object({
    input: Joi.string().required(),
    hex: hex.required(),
    oklch: oklch.required(),
    alpha: unit,
  }).required(),
  harmony: Joi.string()
    .valid(...HARMONIES.keys())
    .required(),
  count: Joi.number().integer().min(1).max(32).required(),
  colors: Joi.array().items(colorSchema).min(1).max(32).required(),
  warnings: Joi.array().items(Joi.string()).required(),
  workspace_id: Joi.string().required(),
  created_at: Joi.string().isoDate().required(),
});
