import { isUniqueViolation } from '@platform/database';
import type { Database } from '@platform/database';

import type { Alert, AlertPeriod, AlertRule, AlertType } from './alert.ts';

export type NewAlert = Pick<Alert, 'name' | 'rule' | 'recipients'>;

/** An alert, and when it last found something to tell. */
export type ListedAlert = Alert & { readonly lastToldAt: Date | null };

export interface AlertsStore {
  /** @returns undefined if the website has an alert of this name */
  insert(websiteId: number, alert: NewAlert): Promise<ListedAlert | undefined>;
  find(websiteId: number, id: number): Promise<ListedAlert | undefined>;
  list(websiteId: number): Promise<readonly ListedAlert[]>;
  /** @returns undefined for a name that another alert has, null if there is no such alert */
  update(websiteId: number, id: number, alert: NewAlert): Promise<ListedAlert | undefined | null>;
  remove(websiteId: number, id: number): Promise<boolean>;
}

export interface AlertRow {
  readonly id: number;
  readonly website_id: number;
  readonly name: string;
  readonly type: AlertType;
  readonly threshold: number | null;
  readonly hours: number | null;
  readonly goal_id: number | null;
  readonly period: AlertPeriod | null;
  readonly rule_version: number;
  readonly recipients: string | null;
  readonly created_at: Date;
}

type ListedRow = AlertRow & { readonly last_told_at: Date | null };

const ruleOf = ({ type, threshold, hours, goal_id: goal, period }: AlertRow): AlertRule => {
  if (type === 'silence') return { type, hours: hours ?? 1 };
  if (type === 'spike' || type === 'drop') return { type, threshold: threshold ?? 1 };
  return { type, threshold: threshold ?? 1, goal: goal ?? 0, period: period ?? 'day' };
};

/** The alert of a row. */
export const toAlert = (row: AlertRow): Alert => ({
  id: row.id,
  websiteId: row.website_id,
  name: row.name,
  rule: ruleOf(row),
  ruleVersion: row.rule_version,
  recipients: row.recipients,
  createdAt: row.created_at,
});

const toListed = (row: ListedRow): ListedAlert => ({ ...toAlert(row), lastToldAt: row.last_told_at });

const toRow = (websiteId: number, { name, rule, recipients }: NewAlert) => ({
  website_id: websiteId,
  name,
  recipients,
  type: rule.type,
  threshold: rule.type === 'silence' ? null : rule.threshold,
  hours: rule.type === 'silence' ? rule.hours : null,
  goal_id: rule.type === 'goal' ? rule.goal : null,
  period: rule.type === 'goal' ? rule.period : null,
});

/**
 * True where a row gets another rule. The hours of a silence are no other rule: the silence that was
 * told is the same one.
 */
const IS_OTHER_RULE = `(type, threshold, goal_id, period)
  IS DISTINCT FROM (?::text, ?::integer, ?::integer, ?::text)`;

const LAST_TOLD = `(SELECT max(m.happened_at) FROM alert_messages m
  WHERE m.website_id = alerts.website_id AND m.alert_id = alerts.id) AS last_told_at`;

/** Alerts in PostgreSQL. */
export const createAlertsStore = (database: Database): AlertsStore => {
  const listed = (websiteId: number) =>
    database('alerts')
      .where({ website_id: websiteId })
      .orderBy('id')
      .select<ListedRow[]>('alerts.*', database.raw(LAST_TOLD));
  const find = async (websiteId: number, id: number): Promise<ListedAlert | undefined> => {
    const [row] = await listed(websiteId).where({ id });
    return row && toListed(row);
  };
  const unlessTaken = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (isUniqueViolation(error, 'alerts_name_unique')) return undefined;
      throw error;
    }
  };

  return {
    find,
    list: async (websiteId) => (await listed(websiteId)).map(toListed),
    insert: (websiteId, alert) =>
      unlessTaken(async () => {
        const [row] = await database('alerts').insert(toRow(websiteId, alert)).returning<AlertRow[]>('*');
        return row && { ...toAlert(row), lastToldAt: null };
      }),
    update: (websiteId, id, alert) =>
      unlessTaken(async () => {
        const row = toRow(websiteId, alert);
        const changed = await database('alerts')
          .where({ website_id: websiteId, id })
          .update({
            ...row,
            rule_version: database.raw(`rule_version + (${IS_OTHER_RULE})::integer`, [
              row.type,
              row.threshold,
              row.goal_id,
              row.period,
            ]),
          });
        return changed > 0 ? ((await find(websiteId, id)) ?? null) : null;
      }),
    remove: (websiteId, id) =>
      database.transaction(async (transaction) => {
        const removed = await transaction('alerts').where({ website_id: websiteId, id }).delete();
        await transaction('alert_messages').where({ website_id: websiteId, alert_id: id }).delete();
        return removed > 0;
      }),
  };
};
