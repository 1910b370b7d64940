import Joi from 'joi';

const hex = Joi.string().required();

const target = Joi.object({
  selector: Joi.string().allow('').required(),
  text_hash: Joi.string().allow('').required(),
  text: Joi.string().allow('').required(),
  box: Joi.object({
    x: Joi.number().integer().required(),
    y: Joi.number().integer().required(),
    width: Joi.number().integer().required(),
    height: Joi.number().integer().required(),
  }).required(),
}).meta({ component: 'ClickTarget' });

/** How a rendered page looks. */
export const looksAnswerSchema = Joi.object()
  .meta({ component: 'ReportLooks' })
  .keys({
    run_id: Joi.number().integer().required(),
    colors: Joi.array()
      .items(
        Joi.object({
          hex,
          letters: Joi.number().integer().min(0).required(),
          area: Joi.number().min(0).max(1).required(),
        }).meta({ component: 'UsedColor' }),
      )
      .required(),
    pairs: Joi.array()
      .items(
        Joi.object({
          foreground: hex,
          background: hex,
          ratio: Joi.number().required(),
          needed: Joi.number().required(),
          passes: Joi.boolean().required(),
          letters: Joi.number().integer().min(0).required(),
          selector: Joi.string().allow('').required(),
        }).meta({ component: 'ColorPair' }),
      )
      .required(),
    targets: Joi.object({
      phone: Joi.array().items(target).required().description('Those in the picture of the phone'),
      desktop: Joi.array().items(target).required().description('Those in the picture of the desktop'),
    }).required(),
  });
