import { invalid, notFound } from '@platform/errors';
import { faultOfRecipients, splitRecipients } from '@platform/mailer';

import { recipientsOf } from '../websites/recipients.ts';
import type { DefaultRecipients } from '../websites/recipients.ts';
import type { Website } from '../websites/website.ts';
import type { WebsiteRecords } from '../websites/website-records.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { AlertRule } from './alert.ts';
import { toAlertRule } from './alert-rule.ts';
import type { AlertBody } from './alerts-schema.ts';
import type { AlertsStore, ListedAlert } from './alerts-store.ts';

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

/** The use cases of alerts; the job that watches is in alert-watch.ts. */
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
