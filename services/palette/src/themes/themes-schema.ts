import { cursorPageQuery, nameSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';

import { SCHEME_IDS } from './modes/material-schemes.ts';
import type { SchemeId } from './modes/material-schemes.ts';
import type { Json } from './theme.ts';

export interface CreateThemeBody {
  palette_id: string;
  name: string;
  tokens: { readonly [key: string]: Json };
  adjust: boolean;
  scheme?: SchemeId | null;
  description?: string | null;
}

export interface UpdateThemeBody {
  name?: string;
  description?: string | null;
  tokens?: { readonly [key: string]: Json };
  adjust?: boolean;
  scheme?: SchemeId | null;
}

const scheme = Joi.string()
  .valid(...SCHEME_IDS)
  .allow(null)
  .description(
    'A scheme of Material 3 that the secondary, tertiary and neutral colours come from, instead of the palette; the primary colour stays as it is',
  );

const description = Joi.string().max(1_000).allow(null, '').description('Free text');

export const createThemeBody = Joi.object<CreateThemeBody>()
  .meta({ component: 'CreateTheme' })
  .example({
    palette_id: 'pal_01h455vb4pex5vsknk084sn02q',
    name: 'Ocean',
    tokens: { color: { $type: 'color', brand: { $value: '{palette.0}' } } },
  })
  .keys({
    palette_id: Joi.string().max(100).required(),
    name: nameSchema().required(),
    tokens: Joi.object()
      .unknown(true)
      .required()
      .description(
        'A token tree in DTCG 2025.10; CSS notation such as `#ff0000` and `4px` is accepted with a warning. `{palette.0}` and `{palette.base}` refer to colours of the palette. A colour token called `primary`, `secondary`, `tertiary`, `success`, `warning`, `error`, `info` or `neutral` (at the root or in the group `color`, `colors`, `role`, `brand` or `semantic`) sets that role, as does any colour at the root with the name of a role. It is kept in every mode.',
      ),
    adjust: Joi.boolean()
      .default(false)
      .description('Moves set colours in lightness until they reach their contrast, instead of keeping them'),
    scheme,
    description,
  });

export const updateThemeBody = Joi.object<UpdateThemeBody>()
  .meta({ component: 'UpdateTheme' })
  .example({ name: 'Deep ocean' })
  .keys({
    name: nameSchema(),
    description,
    tokens: Joi.object().unknown(true).description('Replaces the tokens; the roles are derived again'),
    adjust: Joi.boolean(),
    scheme,
  })
  .min(1);

export interface ListThemesQuery extends CursorPageQuery {
  workspace_id?: string;
  palette_id?: string;
  search?: string;
}

export const listThemesQuery = Joi.object<ListThemesQuery>({
  ...cursorPageQuery,
  workspace_id: Joi.string().max(100).description('Only themes of this workspace'),
  palette_id: Joi.string().max(100).description('Only themes that use this palette'),
  search: Joi.string().max(100).description('Part of the name or the description'),
});

const head = {
  id: Joi.string().required(),
  name: Joi.string().required(),
  description: Joi.string().allow(null, '').required(),
  palette_id: Joi.string().required(),
  workspace_id: Joi.string().required(),
  preview_url: Joi.string()
    .required()
    .description('A page that shows the theme; anyone with the link can open it'),
  created_at: Joi.string().isoDate().required(),
  updated_at: Joi.string().isoDate().required(),
};

/** A theme in a list. */
export const themeSummarySchema = Joi.object(head).meta({ component: 'ThemeSummary' });

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
  on: Joi.string()
    .allow(null)
    .required()
    .description('The role that this one is placed on; null for a ground'),
  ratio: Joi.number().min(1).max(21).allow(null).required().description('The WCAG ratio there, rounded down'),
  required_ratio: Joi.number().allow(null).required(),
  apca: Joi.number()
    .min(-120)
    .max(120)
    .allow(null)
    .required()
    .description('APCA lightness contrast (Lc) on that role'),
  description: Joi.string().required(),
});
const modeSchema = Joi.object()
  .pattern(/^[a-z][a-z-]*$/, roleSchema)
  .required();

export const themeSchema = Joi.object()
  .meta({ component: 'Theme' })
  .keys({
    ...head,
    tokens: Joi.object().unknown(true).required().description('As sent by the client'),
    adjust: Joi.boolean().required(),
    scheme: Joi.string()
      .valid(...SCHEME_IDS)
      .allow(null)
      .required(),
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
      .description('Every token, with references resolved'),
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
    version: Joi.number().integer().min(1).required().description('Grows when the roles are derived again'),
  });
