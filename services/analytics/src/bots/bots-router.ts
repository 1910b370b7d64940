import { created, createRouter, endpoint, integerId, managementDialect, ok, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import { VISITOR_TRAITS } from '../exclusions/rules/storage-rules.ts';
import { date } from '../stats/question-schema.ts';
import { visitJson, visitId, visitAnswer } from '../visits/visit.ts';
import type { BotsService, BotBody } from './bots-service.ts';
import type { Bot } from './bots-store.ts';

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

const previewBotSchema = Joi.object<BotBody>()
  .meta({ component: 'PreviewBot' })
  .example(example)
  .keys(fields);

const createBotSchema = Joi.object<BotBody>().meta({ component: 'CreateBot' }).example(example).keys(fields);

const count = Joi.number().integer().required();
const time = Joi.string().isoDate();

const botPreviewAnswer = Joi.object()
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

const botAnswer = Joi.object()
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

const toJson = (bot: Bot) => ({
  id: bot.id,
  visit: bot.visitId,
  day: bot.day,
  rule: bot.rule,
  deletion: bot.deletionId,
  key_id: bot.keyId,
  created_at: bot.createdAt.toISOString(),
  undo_until: bot.undoUntil.toISOString(),
  undone_at: bot.undoneAt?.toISOString() ?? null,
  undone_by: bot.undoneBy,
  visit_kept: bot.visitKept,
});

const TAG_DESCRIPTION = 'Visits that an owner takes for bots’, and what is left out because of them.';

/** `/api/v1/websites/{id}/bots` */
export const createBotsRouter = (bots: BotsService): ApiRouter => {
  const params = { id: integerId('website') };
  return createRouter(managementDialect, { name: 'Bots by hand', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/websites/:id/bots',
      summary: 'List bots by hand, the latest first',
      description:
        'The record of which visits were taken for bots’, by whom, and what was undone. The latest 200.',
      scope: 'websites:read',
      params,
      responses: { 200: { description: 'The bots', kind: 'page', data: botAnswer } },
      handler: async ({ caller, params: { id } }) => {
        const items = (await bots.list(caller, id)).map(toJson);
        return page({ items, total: items.length, number: 1, perPage: Math.max(items.length, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/bots/preview',
      operationId: 'websites.bots.preview',
      summary: 'Preview a bot by hand',
      description:
        'Says how a visit would be described, and how many visits of the last 30 days fit. Nothing is changed.',
      idempotent: false,
      scope: 'websites:read',
      params,
      body: previewBotSchema,
      responses: { 200: { description: 'What would be left out', data: botPreviewAnswer } },
      handler: async ({ caller, params: { id }, body }) => {
        const { visit, traits, rule, days, matching } = await bots.preview(caller, id, body);
        const { visits, visitors, pageviews, events } = matching;
        return ok({ visit: visitJson(visit), traits, rule, days, visits, visitors, pageviews, events });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/bots',
      summary: 'Say that a visit was a bot’s',
      description:
        'Leaves out from now on who fits the description (a line of `exclude_visitors`), and deletes the visit ten minutes later. Earlier visits that fit stay: `deletions` takes the same conditions.',
      scope: 'websites:write',
      params,
      body: createBotSchema,
      responses: { 201: { description: 'The bot', data: botAnswer } },
      handler: async ({ caller, params: { id }, body }) => {
        const bot = await bots.create(caller, id, body);
        return created(toJson(bot), `/api/v1/websites/${id}/bots`);
      },
    }),
    endpoint({
      method: 'POST',
      path: '/websites/:id/bots/:bot/undo',
      operationId: 'websites.bots.undo',
      summary: 'Take back that a visit was a bot’s',
      description:
        'Whoever fits the description counts again from now on. The visit itself is kept until `undo_until`. What was left out meanwhile is not stored anywhere.',
      idempotent: false,
      scope: 'websites:write',
      params: { ...params, bot: integerId('bot') },
      responses: { 200: { description: 'The bot, as it was taken back', data: botAnswer } },
      handler: async ({ caller, params: { id, bot } }) => ok(toJson(await bots.undo(caller, id, bot))),
    }),
  ]);
};
