import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';
import type { NewWebhook, Webhook } from './webhook.ts';

export interface WebhookRow {
  id: string;
  organisation_id: string;
  url: string;
  description: string | null;
  events: string[];
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: Date | null;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  organisation: row.organisation_id,
  url: row.url,
  description: row.description,
  events: row.events,
  secret: row.secret,
  oldSecret: row.old_secret,
  oldSecretUntil: row.old_secret_until,
  failingSince: row.failing_since,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Changeable fields of a webhook. */
export interface WebhookChanges {
  readonly url?: string;
  readonly description?: string | null;
  readonly events?: readonly string[];
  /** True turns a webhook that was switched off on again. */
  readonly enabled?: boolean;
}

export interface WebhooksStore {
  /** Undefined if the organisation has `most` webhooks already. */
  insert(webhook: NewWebhook, most: number): Promise<Webhook | undefined>;
  find(organisation: string, id: string): Promise<Webhook | undefined>;
  /** Newest first, after the id `after`. */
  list(organisation: string, after: string | null, count: number): Promise<Webhook[]>;
  update(organisation: string, id: string, changes: WebhookChanges): Promise<Webhook | undefined>;
  /** Replaces the secret; the present one stays valid until `oldUntil`. */
  rotate(organisation: string, id: string, secret: Buffer, oldUntil: Date): Promise<Webhook | undefined>;
  /** Removes a webhook and its deliveries. Resolves with false if it does not exist. */
  remove(organisation: string, id: string): Promise<boolean>;
}

const OFF_BY_OWNER = 'It was switched off through the API.';

export const createWebhooksStore = (database: Database): WebhooksStore => {
  const table = () => database<WebhookRow>('webhooks');
  const changed = async (
    organisation: string,
    id: string,
    columns: Record<string, unknown>,
  ): Promise<Webhook | undefined> => {
    const rows = await database('webhooks')
      .where({ organisation_id: organisation, id })
      .update({ ...columns, updated_at: database.fn.now() })
      .returning<WebhookRow[]>('*');
    return rows[0] && toWebhook(rows[0]);
  };
  const state = (enabled: boolean | undefined): Record<string, unknown> => {
    if (enabled === undefined) return {};
    return enabled
      ? { disabled_at: null, disabled_reason: null, failing_since: null }
      : {
          disabled_at: database.raw('coalesce(disabled_at, now())'),
          disabled_reason: database.raw('coalesce(disabled_reason, ?)', [OFF_BY_OWNER]),
        };
  };
  return {
    insert: ({ id, organisation, url, description, events, secret }, most) =>
      inTransaction(database, async (transaction) => {
        await transaction('organisations').where({ id: organisation }).forUpdate().first('id');
        const [counted] = await transaction('webhooks')
          .where({ organisation_id: organisation })
          .count<{ count: string }[]>('id');
        if (Number(counted?.count ?? 0) >= most) return undefined;
        const rows = await transaction('webhooks')
          .insert({ id, organisation_id: organisation, url, description, events: [...events], secret })
          .returning<WebhookRow[]>('*');
        return rows[0] && toWebhook(rows[0]);
      }),
    async find(organisation, id) {
      const row = await table().where({ organisation_id: organisation, id }).first();
      return row && toWebhook(row);
    },
    async list(organisation, after, count) {
      const query = table().where({ organisation_id: organisation }).orderBy('id', 'desc').limit(count);
      const rows = await (after === null ? query : query.where('id', '<', after));
      return rows.map(toWebhook);
    },
    update: (organisation, id, { url, description, events, enabled }) =>
      changed(organisation, id, {
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(events === undefined ? {} : { events: [...events] }),
        ...state(enabled),
      }),
    rotate: (organisation, id, secret, oldUntil) =>
      changed(organisation, id, {
        old_secret: database.ref('secret'),
        old_secret_until: oldUntil,
        secret,
      }),
    remove: async (organisation, id) =>
      (await table().where({ organisation_id: organisation, id }).delete()) > 0,
  };
};
