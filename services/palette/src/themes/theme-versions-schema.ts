import Joi from 'joi';

export interface ThemeDiffQuery {
  from: number;
  to?: number;
}

const version = Joi.number().integer().min(1).max(1_000_000);

export const themeDiffQuery = Joi.object<ThemeDiffQuery>({
  from: version.required().description('The earlier version'),
  to: version.description('The later version; the newest by default'),
});

export const themeVersionsSchema = Joi.object({
  items: Joi.array()
    .items(Joi.object({ version: version.required(), created_at: Joi.string().isoDate().required() }))
    .required(),
});

const text = Joi.string().required();
const ratio = Joi.number().min(1).max(21).required();
const paths = Joi.array().items(Joi.string()).required();

export const themeDiffSchema = Joi.object()
  .meta({ component: 'ThemeDiff' })
  .keys({
    from: version.required(),
    to: version.required(),
    changed: Joi.array()
      .items(
        Joi.object({
          mode: text,
          role: text,
          from: text,
          to: text,
          delta_e: Joi.number().min(0).required().description('ΔEOK'),
        }),
      )
      .required(),
    worse_contrast: Joi.array()
      .items(
        Joi.object({
          mode: text,
          role: text,
          on: text,
          from: ratio,
          to: ratio,
          required_ratio: ratio,
          passes: Joi.boolean().required(),
        }),
      )
      .required()
      .description('Roles whose ratio on their ground fell'),
    tokens: Joi.object({ added: paths, removed: paths, changed: paths })
      .required()
      .description("Paths of the theme's own tokens"),
  });
