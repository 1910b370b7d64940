import Joi from 'joi';

import { FORMAT_OPTIONS } from '../formats/export-format.ts';

export const formatsSchema = Joi.object()
  .meta({ component: 'ExportFormats' })
  .keys({
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
            .description('Whether it has tokens of every type, or only colours'),
          options: Joi.array()
            .items(Joi.string().valid(...FORMAT_OPTIONS))
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
