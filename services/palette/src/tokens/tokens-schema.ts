import Joi from 'joi';

import { COLOR_SYNTAXES } from '../formats/export-format.ts';
import type { ColorSyntax } from '../formats/export-format.ts';
import { MODES } from './token-export.ts';
import type { ModeName } from './token-export.ts';

/** Letters first, so that it begins a name in every target. */
const PREFIX = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

export interface ExportBody {
  palette_id?: string;
  theme_id?: string;
  format: string;
  prefix?: string | null;
  options?: {
    color_syntax?: ColorSyntax;
    p3?: boolean;
    shades?: boolean;
    names?: 'role' | 'color';
    comments?: boolean;
    mode?: ModeName;
  };
}

/** @param formats ids of the formats that there are */
export const exportBody = (formats: readonly string[]) =>
  Joi.object<ExportBody>({
    palette_id: Joi.string().max(100).description('What to export: a palette …'),
    theme_id: Joi.string().max(100).description('… or a theme'),
    format: Joi.string()
      .valid(...formats)
      .required(),
    prefix: Joi.string()
      .pattern(PREFIX)
      .messages({
        'string.pattern.base':
          '{{#label}} must be 1 to 32 ASCII letters, digits, hyphens and underscores, with a letter in front',
      })
      .allow(null)
      .description('Begins every name; `color` (of a theme: `theme`) when not given'),
    options: Joi.object({
      color_syntax: Joi.string()
        .valid(...COLOR_SYNTAXES)
        .description('How colours are written; hex when not given'),
      p3: Joi.boolean().description(
        'Display P3 values for all colours or none; when not given, for those that sRGB can not show',
      ),
      shades: Joi.boolean().description('Adds a scale from 50 to 950 to each colour of the palette'),
      names: Joi.string().valid('role', 'color').description('What tokens of a palette are named by'),
      comments: Joi.boolean().description('Descriptions as comments; true when not given'),
      mode: Joi.string()
        .valid(...Object.keys(MODES))
        .description(
          'Exports one mode of a theme instead of all; CSS of all modes follows `prefers-color-scheme`, `prefers-contrast` and `data-theme`',
        ),
    }),
  });

export interface StatusQuery {
  wait: number;
}

export const statusQuery = Joi.object<StatusQuery>({
  wait: Joi.number()
    .integer()
    .min(0)
    .max(25)
    .default(0)
    .description('Seconds for which the answer is held until the export ends'),
});

const time = Joi.string().isoDate();

export const exportSchema = Joi.object({
  id: Joi.string().required(),
  status: Joi.string().valid('queued', 'processing', 'completed', 'failed').required(),
  progress: Joi.number().integer().min(0).max(100).required(),
  format: Joi.string().required(),
  prefix: Joi.string().allow(null).required(),
  palette_id: Joi.string().allow(null).required(),
  theme_id: Joi.string().allow(null).required(),
  options: Joi.object({
    color_syntax: Joi.string()
      .valid(...COLOR_SYNTAXES)
      .required(),
    p3: Joi.alternatives(Joi.boolean(), Joi.string().valid('auto')).required(),
    shades: Joi.boolean().required(),
    names: Joi.string().valid('role', 'color').required(),
    comments: Joi.boolean().required(),
    mode: Joi.string().allow(null).required(),
  }).required(),
  attempts: Joi.number().integer().min(0).required(),
  created_at: time.required(),
  started_at: time.allow(null).required(),
  completed_at: time.allow(null).required(),
  expires_at: time.allow(null).required(),
  status_url: Joi.string().required(),
  download_url: Joi.string().allow(null).required(),
  filename: Joi.string().allow(null).required(),
  media_type: Joi.string().allow(null).required(),
  bytes: Joi.number().integer().allow(null).required(),
  sha256: Joi.string()
    .pattern(/^[0-9a-f]{64}$/)
    .allow(null)
    .required(),
  error: Joi.object({
    code: Joi.string().required(),
    message: Joi.string().required(),
    details: Joi.array()
      .items(Joi.object({ field: Joi.string().required(), message: Joi.string().required() }))
      .required(),
  })
    .allow(null)
    .required(),
});

export const formatsSchema = Joi.object({
  items: Joi.array()
    .items(
      Joi.object({
        id: Joi.string().required(),
        title: Joi.string().required(),
        target: Joi.string().required(),
        media_type: Joi.string().required(),
        extension: Joi.string().required(),
        docs: Joi.string().uri().required(),
        holds: Joi.string()
          .valid('colors', 'all')
          .required()
          .description('Whether it has tokens of every type, or colours only and leaves the others out'),
        options: Joi.array()
          .items(Joi.string().valid('color_syntax', 'p3', 'comments'))
          .required(),
        example: Joi.object({
          filename: Joi.string().required(),
          encoding: Joi.string().valid('utf8', 'base64').required(),
          content: Joi.string().required(),
        }).required(),
      }),
    )
    .required(),
});
