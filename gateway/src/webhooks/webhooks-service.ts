import { conflict, invalid, notFound } from '@platform/errors';
import { GuardError } from '@platform/guard';
import { readCursorPage } from '@platform/http';
import type { CursorPage, CursorPageQuery, Cursors } from '@platform/http';
import type { Caller } from '@platform/identity';
import { typeid } from 'typeid-js';

import type { DeliveriesStore } from './deliveries-store.ts';
import { missingScope, PING, refuseUntoldEvents } from './event-types.ts';
import { newSecret } from './webhook.ts';
import type { Delivery, Webhook, WebhookEvent } from './webhook.ts';
import type { CreateWebhookBody, UpdateWebhookBody } from './webhooks-schema.ts';
import type { WebhooksStore } from './webhooks-store.ts';

export interface WebhooksServiceDeps {
  store: WebhooksStore;
  deliveries: Pick<DeliveriesStore, 'list' | 'find' | 'findOf' | 'repeat'>;
  /** Stores the delivery of an event to one webhook. */
  storeDelivery: (webhookId: string, event: WebhookEvent) => Promise<void>;
  cursors: Cursors;
  /** Parses a URL, and refuses private addresses and what is no URL. @throws GuardError */
  checkUrl: (url: string) => URL;
}

/**
 * Everything throws 404 for a webhook or delivery that the organisation doesn't have. What decides who
 * is told something throws 403 for a caller who may not read it: a webhook's address and events, its
 * secret, and sending an event once more.
 */
export interface WebhooksService {
  /** @throws 400 for an address that may not be reached, or if there are too many webhooks */
  create(caller: Caller, body: CreateWebhookBody): Promise<Webhook>;
  show(organisation: string, id: string): Promise<Webhook>;
  list(organisation: string, query: CursorPageQuery): Promise<CursorPage<Webhook>>;
  update(caller: Caller, id: string, body: UpdateWebhookBody): Promise<Webhook>;
  /** Replaces the secret; the old one signs, too, for `graceSeconds`. */
  rotate(caller: Caller, id: string, graceSeconds: number): Promise<Webhook>;
  remove(organisation: string, id: string): Promise<void>;
  /** Sends a test event. @throws 400 if the webhook is switched off */
  ping(organisation: string, id: string): Promise<Delivery>;
  /** Those of events that the caller may not read come without `data`. */
  deliveries(caller: Caller, id: string, query: CursorPageQuery): Promise<CursorPage<Delivery>>;
  delivery(caller: Caller, id: string, deliveryId: string): Promise<Delivery>;
  /** Sends an event once more. @throws 400 if the webhook is switched off */
  repeat(caller: Caller, id: string, deliveryId: string): Promise<Delivery>;
}

const MOST_WEBHOOKS = 20;

/** A delivery as somebody with these scopes may see it. */
const withoutUntold = (scopes: readonly string[], delivery: Delivery): Delivery =>
  missingScope(scopes, delivery.event.type) === undefined
    ? delivery
    : { ...delivery, event: { ...delivery.event, data: {} } };

export const createWebhooksService = (deps: WebhooksServiceDeps): WebhooksService => {
  const { store, deliveries, storeDelivery, cursors, checkUrl } = deps;

  const readUrl = (text: string): string => {
    try {
      return checkUrl(text.trim()).href;
    } catch (error) {
      if (!(error instanceof GuardError)) throw error;
      throw invalid([{ field: 'url', message: 'url must be a public http or https address' }]);
    }
  };
  const found = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) throw notFound(what);
    return value;
  };
  const show = async (organisation: string, id: string): Promise<Webhook> =>
    found(await store.find(organisation, id), 'webhook');
  const showEnabled = async (organisation: string, id: string): Promise<Webhook> => {
    const webhook = await show(organisation, id);
    if (webhook.disabledAt === null) return webhook;
    throw conflict('The webhook is switched off. Send {"enabled": true} to switch it on first.', {
      code: 'webhook_disabled',
    });
  };
  const textOrNull = (text: string | null | undefined): string | null =>
    text === undefined || text === '' ? null : text;

  return {
    async create({ organisation, scopes }, { url, events, description }) {
      refuseUntoldEvents(scopes, events);
      const webhook = await store.insert(
        {
          id: typeid('whk').toString(),
          organisation,
          url: readUrl(url),
          description: textOrNull(description),
          events,
          secret: newSecret(),
        },
        MOST_WEBHOOKS,
      );
      if (webhook) return webhook;
      throw conflict(`An organisation can have ${MOST_WEBHOOKS} webhooks.`, { code: 'too_many_webhooks' });
    },
    show,
    list: (organisation, query) =>
      readCursorPage(cursors, ['webhooks', organisation], query, (after, count) =>
        store.list(organisation, after, count),
      ),
    async update({ organisation, scopes }, id, { url, events, description, enabled }) {
      const present = await show(organisation, id);
      refuseUntoldEvents(scopes, events ?? (url !== undefined || enabled === true ? present.events : []));
      const changes = {
        ...(url === undefined ? {} : { url: readUrl(url) }),
        ...(events === undefined ? {} : { events }),
        ...(description === undefined ? {} : { description: textOrNull(description) }),
        ...(enabled === undefined ? {} : { enabled }),
      };
      return found(await store.update(organisation, id, changes), 'webhook');
    },
    async rotate({ organisation, scopes }, id, graceSeconds) {
      refuseUntoldEvents(scopes, (await show(organisation, id)).events);
      const oldUntil = new Date(Date.now() + graceSeconds * 1000);
      return found(await store.rotate(organisation, id, newSecret(), oldUntil), 'webhook');
    },
    async remove(organisation, id) {
      if (!(await store.remove(organisation, id))) throw notFound('webhook');
    },
    async ping(organisation, id) {
      const webhook = await showEnabled(organisation, id);
      const event = {
        id: typeid('evt').toString(),
        organisation,
        type: PING,
        occurredAt: new Date(),
        data: { webhook_id: webhook.id },
      };
      await storeDelivery(id, event);
      // Another event may have come meanwhile, which the caller may not be allowed to read.
      return found(await deliveries.findOf(id, event.id), 'delivery');
    },
    async deliveries({ organisation, scopes }, id, query) {
      await show(organisation, id);
      return readCursorPage(cursors, ['deliveries', organisation, id], query, async (after, count) =>
        (await deliveries.list(id, after, count)).map((delivery) => withoutUntold(scopes, delivery)),
      );
    },
    async delivery({ organisation, scopes }, id, deliveryId) {
      await show(organisation, id);
      return withoutUntold(scopes, found(await deliveries.find(id, deliveryId), 'delivery'));
    },
    async repeat({ organisation, scopes }, id, deliveryId) {
      await showEnabled(organisation, id);
      const { event } = found(await deliveries.find(id, deliveryId), 'delivery');
      refuseUntoldEvents(scopes, [event.type]);
      return found(await deliveries.repeat(id, deliveryId), 'delivery');
    },
  };
};
