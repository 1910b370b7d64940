import Joi from 'joi';

import { COLOR_SYNTAXES } from '../formats/export-format.ts';
import { EXPORT_STATUSES, TOKEN_KINDS, TOKEN_NAMES } from './token-export.ts';

const time = Joi.string().isoDate();

export const exportSchema = Joi.object()
  .meta({ component: 'Export' })
  .keys({
    id: Joi.string().required(),
    status: Joi.string()
      .valid(...EXPORT_STATUSES)
      .required(),
    progress: Joi.number().integer().min(0).max(100).required(),
    format: Joi.string().required(),
    prefix: Joi.string().allow(null, '').required(),
    palette_id: Joi.string().allow(null).required(),
    theme_id: Joi.string().allow(null).required(),
    options: Joi.object({
      color_syntax: Joi.string()
        .valid(...COLOR_SYNTAXES)
        .required(),
      p3: Joi.alternatives(Joi.boolean(), Joi.string().valid('auto')).required(),
      shades: Joi.boolean().required(),
      names: Joi.string()
        .valid(...TOKEN_NAMES)
        .required(),
      comments: Joi.boolean().required(),
      references: Joi.boolean().required(),
      mode: Joi.string().allow(null).required(),
      tokens: Joi.string()
        .valid(...TOKEN_KINDS)
        .required(),
      groups: Joi.array().items(Joi.string()).allow(null).required(),
      case: Joi.string().valid('target', 'keep').required(),
      collisions: Joi.string().valid('error', 'suffix').required(),
      dimensions: Joi.string().valid('given', 'rem').required(),
      files: Joi.string().valid('one', 'group', 'mode').required(),
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
    written: Joi.number()
      .integer()
      .min(0)
      .allow(null)
      .required()
      .description('How many tokens the file has, each once for each mode; null until it is there'),
    left_out: Joi.array()
      .items(
        Joi.object({
          type: Joi.string().required().description('DTCG `$type`'),
          reason: Joi.string().required(),
          count: Joi.number().integer().min(1).required(),
          names: Joi.array().items(Joi.string()).required().description('The first of them'),
        }),
      )
      .allow(null)
      .required()
      .description(
        'Tokens that the format can’t hold, or only in part, by type and reason; empty if the file has everything',
      ),
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
