import Joi from 'joi';

import { nameSchema } from '../names/name-schema.ts';
import { pageQuery } from '../paging/paging-schema.ts';
import type { PageQuery } from '../paging/paging-schema.ts';
import type { Json } from './theme.ts';

export interface CreateThemeBody {
  palette_id: string;
  name: string;
  tokens: { readonly [key: string]: Json };
}

export const createThemeBody = Joi.object<CreateThemeBody>({
  palette_id: Joi.string().max(100).required(),
  name: nameSchema(),
  tokens: Joi.object()
    .unknown(true)
    .required()
    .description(
      'A token tree in DTCG 2025.10. `{palette.0}` and `{palette.base}` refer to colours of the palette. A colour token called `primary`, `secondary`, `tertiary`, `success`, `warning`, `error`, `info` or `neutral` (at the root or in the group `color`, `colors`, `role`, `brand` or `semantic`) sets that role.',
    ),
});

export interface ListThemesQuery extends PageQuery {
  workspace_id?: string;
  palette_id?: string;
}

export const listThemesQuery = Joi.object<ListThemesQuery>({
  ...pageQuery,
  workspace_id: Joi.string().max(100).description('Only themes of this workspace'),
  palette_id: Joi.string().max(100).description('Only themes that are made from this palette'),
});

const head = {
  id: Joi.string().required(),
  name: Joi.string().required(),
  palette_id: Joi.string().required(),
  workspace_id: Joi.string().required(),
  preview_url: Joi.string()
    .required()
    .description('A page that shows the theme; whoever has the link may open it'),
  created_at: Joi.string().isoDate().required(),
};

/** A theme in a list. */
export const themeSummarySchema = Joi.object(head);

const unit = Joi.number().min(0).max(1).required();
const roleSchema = Joi.object({
  hex: Joi.string()
    .pattern(/^#[0-9a-f]{6}$/)
    .required(),
  oklch: Joi.object({
    l: unit,
    c: Joi.number().min(0).required(),
    h: Joi.number().min(0).less(360).required(),
  }).required(),
  p3: Joi.object({ r: unit, g: unit, b: unit }).required(),
  on: Joi.string().allow(null).required().description('The role that this one lies on; null for a ground'),
  ratio: Joi.number()
    .min(1)
    .max(21)
    .allow(null)
    .required()
    .description('WCAG ratio reached there, rounded down'),
  required_ratio: Joi.number().allow(null).required(),
  description: Joi.string().required(),
});
const modeSchema = Joi.object()
  .pattern(/^[a-z][a-z-]*$/, roleSchema)
  .required();

export const themeSchema = Joi.object({
  ...head,
  tokens: Joi.object().unknown(true).required().description('As they were sent'),
  resolved_tokens: Joi.array()
    .items(
      Joi.object({
        path: Joi.string().required(),
        type: Joi.string().required(),
        value: Joi.any().required(),
        description: Joi.string().allow('', null).required(),
      }),
    )
    .required()
    .description('Every token, without references'),
  modes: Joi.object({
    light: modeSchema,
    dark: modeSchema,
    high_contrast: modeSchema,
    high_contrast_dark: modeSchema,
  })
    .required()
    .description('Colours by role; every on-role reaches AA on its ground, and AAA in high contrast'),
  resolver: Joi.object()
    .unknown(true)
    .required()
    .description('The whole theme as a DTCG 2025.10 resolver document'),
  warnings: Joi.array().items(Joi.string()).required(),
});
