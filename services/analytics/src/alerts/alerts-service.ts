import { invalid, notFound } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';
import { faultOfRecipients, splitRecipients } from '@platform/mailer';

import { recipientsOf } from '../websites/domain-name.ts';
import type { DefaultRecipients } from '../websites/domain-name.ts';
import type { WebsiteRecords } from '../websites/website-records.ts';
import type { Website } from '../websites/website.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import { ALERT_DEFAULTS, USUAL_DROP } from './alert.ts';
import type { AlertRule, AlertType, AlertPeriod } from './alert.ts';
import type { AlertsStore, ListedAlert } from './alerts-store.ts';

export interface AlertBody {
  readonly name?: string;
  readonly type?: AlertType;
  readonly threshold?: number | null;
  readonly hours?: number | null;
  readonly goal?: number | null;
  readonly period?: AlertPeriod | null;
  readonly recipients?: string | null;
}

/** The fields of each type. */
const FIELDS = {
  spike: ['threshold'],
  silence: ['hours'],
  goal: ['threshold', 'goal', 'period'],
  drop: ['threshold'],
} as const;
const ALL = ['threshold', 'hours', 'goal', 'period'] as const;

/** Thresholds of types that have one by default. */
const THRESHOLDS: Partial<Record<AlertType, number>> = { goal: 1, drop: USUAL_DROP };

/** Some clients fill in the defaults of the document: that asks for nothing. */
const isUsual = (field: string, value: unknown): boolean =>
  (ALERT_DEFAULTS as Readonly<Record<string, unknown>>)[field] === value;

/**
 * The rule that fields make, on top of one that is there.
 * @returns the rule, or the fields that are missing or don't belong to its type
 */
const toAlertRule = (
  body: AlertBody,
  current?: AlertRule,
): { rule: AlertRule } | { faults: readonly ErrorDetail[] } => {
  const type = body.type ?? current?.type ?? 'spike';
  const same: AlertBody = current?.type === type ? current : {};
  const foreign = ALL.filter(
    (field) =>
      !(FIELDS[type] as readonly string[]).includes(field) &&
      (body[field] ?? null) !== null &&
      !isUsual(field, body[field]),
  );
  const faults: ErrorDetail[] = foreign.map((field) => ({
    field,
    message: `${field} does not belong to the type ${type}`,
  }));
  const threshold = body.threshold ?? same.threshold ?? THRESHOLDS[type];
  const goal = body.goal ?? same.goal ?? undefined;
  if (type === 'spike' && threshold === undefined)
    faults.push({ field: 'threshold', message: 'threshold is required for the type spike' });
  if (type === 'goal' && goal === undefined)
    faults.push({ field: 'goal', message: 'goal is required for the type goal' });
  if (type === 'drop' && (threshold ?? 0) > 100)
    faults.push({ field: 'threshold', message: 'threshold must be at most 100 per cent for the type drop' });
  if (faults.length > 0) return { faults };
  if (type === 'silence') return { rule: { type, hours: body.hours ?? same.hours ?? ALERT_DEFAULTS.hours } };
  if (type === 'spike' || type === 'drop') return { rule: { type, threshold: threshold ?? 1 } };
  return {
    rule: {
      type,
      threshold: threshold ?? 1,
      goal: goal ?? 0,
      period: body.period ?? same.period ?? ALERT_DEFAULTS.period,
    },
  };
};

export interface AlertsServiceDeps {
  readonly websites: Pick<WebsitesService, 'show'>;
  readonly store: AlertsStore;
  readonly goals: { find(websiteId: number, id: number): Promise<unknown> };
  /** Get the alerts of websites without recipients. */
  readonly defaultRecipients: DefaultRecipients;
}

/** An alert, and who is told. */
export type AddressedAlert = ListedAlert & { readonly goesTo: readonly string[] };

export type AlertsService = WebsiteRecords<AddressedAlert, AlertBody>;

/** Each is looked at every few minutes. */
const MOST = 50;

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another alert' }]);

/** The use cases of alerts; the watch that finds and sends them is in create-alerts.ts. */
export const createAlertsService = (deps: AlertsServiceDeps): AlertsService => {
  const { websites, store, goals, defaultRecipients } = deps;

  const addressed = async ({ organisation, emailRecipients }: Website) => {
    const defaults = await defaultRecipients.of(organisation);
    return (alert: ListedAlert): AddressedAlert => ({
      ...alert,
      goesTo: recipientsOf(alert.recipients ?? emailRecipients, defaults),
    });
  };

  const toRule = async (websiteId: number, body: AlertBody, current?: AlertRule): Promise<AlertRule> => {
    const made = toAlertRule(body, current);
    if ('faults' in made) throw invalid([...made.faults]);
    const { rule } = made;
    if (rule.type === 'goal' && (await goals.find(websiteId, rule.goal)) === undefined)
      throw invalid([{ field: 'goal', message: 'goal must be the id of one of the website’s goals' }]);
    return rule;
  };

  const toRecipients = (text: string | null | undefined, current: string | null): string | null => {
    if (text === undefined) return current;
    const lines = splitRecipients(text ?? '');
    const fault = faultOfRecipients(lines);
    if (fault !== null) throw invalid([{ field: 'recipients', message: `recipients ${fault}` }]);
    return lines.join('\n') || null;
  };

  const find = async (websiteId: number, id: number): Promise<ListedAlert> => {
    const alert = await store.find(websiteId, id);
    if (alert === undefined) throw notFound('alert');
    return alert;
  };

  return {
    async create(organisation, websiteId, body) {
      const website = await websites.show(organisation, websiteId);
      const rule = await toRule(websiteId, body);
      const recipients = toRecipients(body.recipients, null);
      if ((await store.list(websiteId)).length >= MOST)
        throw invalid([
          { field: 'name', message: `name can’t be kept: a website has at most ${MOST} alerts` },
        ]);
      const alert = await store.insert(websiteId, { rule, recipients, name: body.name ?? '' });
      if (alert === undefined) throw taken();
      return (await addressed(website))(alert);
    },
    async list(organisation, websiteId) {
      const website = await websites.show(organisation, websiteId);
      return (await store.list(websiteId)).map(await addressed(website));
    },
    async show(organisation, websiteId, id) {
      const website = await websites.show(organisation, websiteId);
      return (await addressed(website))(await find(websiteId, id));
    },
    async update(organisation, websiteId, id, body) {
      const website = await websites.show(organisation, websiteId);
      const current = await find(websiteId, id);
      const alert = await store.update(websiteId, id, {
        rule: await toRule(websiteId, body, current.rule),
        recipients: toRecipients(body.recipients, current.recipients),
        name: body.name ?? current.name,
      });
      if (alert === undefined) throw taken();
      if (alert === null) throw notFound('alert');
      return (await addressed(website))(alert);
    },
    async remove(organisation, websiteId, id) {
      await websites.show(organisation, websiteId);
      if (!(await store.remove(websiteId, id))) throw notFound('alert');
    },
  };
};
