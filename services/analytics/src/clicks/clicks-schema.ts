import Joi from 'joi';

import { PRESETS } from '../calendar/date-range.ts';
import type { Preset } from '../calendar/date-range.ts';
import { date } from '../stats/statistic-schema.ts';

export interface ClicksQuery {
  readonly from?: string;
  readonly to?: string;
  readonly date_range?: Preset;
  readonly page?: string;
  readonly width?: 'narrow' | 'wide';
}

export const clicksQuerySchema = Joi.object<ClicksQuery>({
  from: date,
  to: date,
  date_range: Joi.string()
    .valid(...PRESETS)
    .description('Named days, in the place of `from` and `to`'),
  page: Joi.string()
    .max(1_024)
    .description('Only clicks on this page, as the statistics name it')
    .example('/pricing'),
  width: Joi.string()
    .valid('narrow', 'wide')
    .description('Only clicks in windows of less than 768 pixels, or of more'),
});

const countedPage = Joi.string()
  .allow('')
  .required()
  .description('The page as the statistics name it; empty for all that were too many')
  .example('/pricing');
const count = Joi.number().integer().min(0).required();

export const clicksAnswerSchema = Joi.object({
  date_range: Joi.object({ from: Joi.string().required(), to: Joi.string().required() }).required(),
  total: count,
  pages: Joi.array()
    .items(Joi.object({ page: countedPage, clicks: count }))
    .required(),
  elements: Joi.array()
    .items(
      Joi.object({
        page: countedPage,
        selector: Joi.string().allow('').required(),
        text_hash: Joi.string().allow('').required(),
        link: Joi.string().allow('').required(),
        clicks: count,
        narrow: count,
      }),
    )
    .required(),
}).meta({ component: 'Clicks' });
