import { created, createRouter, endpoint, integerId, managementDialect, ok, page } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { visitJson } from '../visits/visit.ts';
import { botAnswer, botPreviewAnswer, createBotSchema, previewBotSchema } from './bots-schema.ts';
import type { BotsService } from './bots-service.ts';
import type { Bot } from './bots-store.ts';

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
