import Joi from 'joi';

import { SCHEME_IDS } from './modes/material-schemes.ts';

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
  alpha: unit.description('Opacity; roles are opaque unless the tokens set one that is not'),
  on: Joi.string()
    .allow(null)
    .required()
    .description('The role that this one is placed on; null for a background'),
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

const modesSchema = Joi.object({
  light: modeSchema,
  dark: modeSchema,
  high_contrast: modeSchema,
  high_contrast_dark: modeSchema,
})
  .pattern(/^\S+$/u, modeSchema)
  .required()
  .description(
    'Colours by role, in the modes that every theme has and in those that its tokens bring. Derived on-roles reach AA on their background, and AAA in high contrast; a colour that the tokens set is kept, and `warnings` names what it misses',
  );

/** Roles that a theme would have. */
export const derivedThemeSchema = Joi.object({
  modes: modesSchema,
  warnings: Joi.array().items(Joi.string()).required(),
}).meta({ component: 'DerivedTheme' });

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
    renamed: Joi.object()
      .pattern(Joi.string(), Joi.string())
      .required()
      .description('Earlier names of roles and tokens, each with the name that replaces it'),
    resolved_tokens: Joi.array()
      .items(
        Joi.object({
          path: Joi.string().required(),
          type: Joi.string().required(),
          value: Joi.any().required(),
          description: Joi.string().allow('', null).required(),
          modes: Joi.object()
            .pattern(Joi.string(), Joi.any())
            .description('Its values in modes, where they differ from `value`'),
        }),
      )
      .required()
      .description('Every token, with references resolved'),
    modes: modesSchema,
    resolver: Joi.object()
      .unknown(true)
      .required()
      .description('The whole theme as a DTCG 2025.10 resolver document'),
    warnings: Joi.array().items(Joi.string()).required(),
    version: Joi.number().integer().min(1).required().description('Grows when the roles are derived again'),
  });
