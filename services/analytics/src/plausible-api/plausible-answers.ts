import Joi from 'joi';

const value = Joi.number().allow(null).required();

const row = Joi.object().pattern(Joi.string(), Joi.alternatives(Joi.number(), Joi.string()).allow(null));

export const aggregateData = Joi.object({
  results: Joi.object()
    .pattern(Joi.string(), Joi.object({ value, change: Joi.number().allow(null) }))
    .required(),
});

export const rowsData = Joi.object({ results: Joi.array().items(row).required() });

const money = Joi.object({
  value: Joi.number().required(),
  currency: Joi.string().allow(null).required(),
  short: Joi.string().required(),
  long: Joi.string().required(),
});

export const queryData = Joi.object({
  results: Joi.array()
    .items(
      Joi.object({
        metrics: Joi.array().items(Joi.alternatives(Joi.number(), money).allow(null)).required(),
        dimensions: Joi.array().items(Joi.string()).required(),
      }),
    )
    .required(),
  meta: Joi.object().unknown().required(),
  query: Joi.object().unknown().required(),
});
