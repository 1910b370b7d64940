import Joi from 'joi';

import { visitId } from '../deletions/deletions-schema.ts';
import { VISITOR_TRAITS } from '../exclusions/rules/visitor-rules.ts';
import { date } from '../stats/statistic-schema.ts';
import type { VisitorTrait } from '../exclusions/rules/visitor-rules.ts';
import { visitAnswer } from '../visits/visits-schema.ts';

/** The visit of a bot, and by which of its traits others are told to be the same. */
export interface BotBody {
  readonly visit: string;
  readonly from: string;
  readonly traits?: readonly VisitorTrait[];
}

const fields = {
  visit: visitId.required().description('Id of the visit, as in the list of visits and the export of events'),
  from: date.required().description('The day on which the visit began, by the website’s clock'),
  traits: Joi.array()
    .items(Joi.string().valid(...VISITOR_TRAITS))
    .unique()
    .min(1)
    .description(
      'By what later visits are told to be the same bot’s: all of them must have the visit’s value. By default country, browser_version, os_version, device, screen and language, as far as they are known',
    ),
};

const example = { visit: '-3907426518320453127', from: '2026-11-20', traits: ['browser_version', 'screen'] };

export const previewBotSchema = Joi.object<BotBody>()
  .meta({ component: 'PreviewBot' })
  .example(example)
  .keys(fields);

export const createBotSchema = Joi.object<BotBody>()
  .meta({ component: 'CreateBot' })
  .example(example)
  .keys(fields);

const count = Joi.number().integer().required();
const time = Joi.string().isoDate();

export const botPreviewAnswer = Joi.object()
  .meta({ component: 'BotPreview' })
  .keys({
    visit: visitAnswer.required().description('The visit'),
    traits: Joi.array().items(Joi.string()).required().description('The traits that describe it'),
    rule: Joi.string().required().description('The line that exclude_visitors would get'),
    days: count.description('How many days are looked at').example(31),
    visits: count.description('Visits of these days that fit the description, this one too'),
    visitors: count.description('Visitors of these visits, by day'),
    pageviews: count.description('Page views of these visits'),
    events: count.description('Events of these visits').example(12),
  });

export const botAnswer = Joi.object()
  .meta({ component: 'Bot' })
  .keys({
    id: count,
    visit: Joi.string().required().description('Id of the visit'),
    day: Joi.string().required().description('The day on which it began'),
    rule: Joi.string()
      .required()
      .description('The line of exclude_visitors by which later ones are left out'),
    deletion: count.description('Id of the deletion of the visit'),
    key_id: Joi.string().required().description('The API key or session that said so'),
    created_at: time.required(),
    undo_until: time.required().description('Until then the visit itself can be had back'),
    undone_at: time.allow(null).required().description('When it was taken back; null if it wasn’t'),
    undone_by: Joi.string()
      .allow(null)
      .required()
      .description('The API key or session that took it back')
      .example('key_01h455vb4pex5vsknk084sn02q'),
    visit_kept: Joi.boolean()
      .allow(null)
      .required()
      .description('Whether the visit is still counted; null as long as nothing was taken back'),
  });
