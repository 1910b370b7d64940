import Joi from 'joi';

const count = Joi.number().integer().min(0).required();

export const returnsAnswerSchema = Joi.object({
  date_range: Joi.object({ from: Joi.string().required(), to: Joi.string().required() }).required(),
  visitors: count.description('Visitors of each day, added up over the days'),
  returned: count.description(
    'Those who came again on the same day, after half an hour without a sign of them',
  ),
  rate: Joi.number()
    .min(0)
    .max(1)
    .allow(null)
    .required()
    .description('Share of the visitors who came again on the same day; null without visitors'),
  by_visits: Joi.array()
    .items(
      Joi.object({
        visits: count.description('Visits on the day; 5 stands for five or more'),
        visitors: count.description('Visitors who had so many visits on their day'),
      }),
    )
    .required()
    .description('Visitors by the number of their visits on one day'),
  back_within: Joi.array()
    .items(
      Joi.object({
        hours: count.description('Hours from the end of the first visit to the second'),
        visitors: count.description('Visitors who were back within so many hours'),
      }),
    )
    .required()
    .description('How soon they came again; each line includes those before it'),
}).meta({ component: 'Returns' });
