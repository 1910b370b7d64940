import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';
import type { Language } from '@platform/errors';
import { changesOf, ofAttempt } from '@platform/mailer';
import type { OpenMail, OpenMails } from '@platform/mailer';
import type { DateRange } from '../calendar/date-range.ts';
import type { WeekStart } from '../calendar/local-day.ts';
import type { Calendar } from '../calendar/time-buckets.ts';
import { IN_BACKGROUND, limitTransaction } from '../sql/sql.ts';
import { recipientsOf } from '../websites/domain-name.ts';
import type { DefaultRecipients } from '../websites/domain-name.ts';
import type { Frequency } from './due-dates.ts';

/** One message: a period of a website for a recipient. */
export interface Delivery extends OpenMail {
  readonly websiteId: number;
  readonly domain: string;
  readonly siteKey: string;
  readonly timezone: string;
  readonly frequency: Frequency;
  readonly range: DateRange;
  readonly recipient: string;
  readonly language: Language;
}

interface ScheduleRow {
  readonly website_id: number;
  readonly organisation: string;
  readonly frequency: Frequency;
  readonly timezone: string;
  readonly week_start: WeekStart;
  readonly email_recipients: string | null;
}

/** A website whose settings aren't those of its schedule; null where it has none yet. */
type ChangedRow = ScheduleRow & {
  readonly old_frequency: Frequency | null;
  readonly old_timezone: string | null;
  readonly old_week_start: WeekStart | null;
  readonly next_due_at: Date | null;
};

interface DeliveryRow {
  readonly website_id: number;
  readonly frequency: Frequency;
  readonly first_day: string;
  readonly last_day: string;
  readonly recipient: string;
  readonly attempts: number;
  readonly domain: string | null;
  readonly site_key: string | null;
  readonly timezone: string | null;
  readonly language: Language | null;
  readonly is_wanted: boolean | null;
}

const CHANGED = `
  SELECT w.id AS website_id, w.organisation, w.email_frequency AS frequency, w.timezone, w.week_start, w.email_recipients,
    s.frequency AS old_frequency, s.timezone AS old_timezone, s.week_start AS old_week_start, s.next_due_at
  FROM websites w
  LEFT JOIN email_schedules s ON s.website_id = w.id
  WHERE w.email = 1 AND (s.website_id IS NULL OR s.frequency <> w.email_frequency OR s.timezone <> w.timezone OR s.week_start <> w.week_start)`;

const DUE = `
  SELECT s.website_id, w.organisation, s.frequency, s.timezone, s.week_start, w.email_recipients
  FROM email_schedules s JOIN websites w ON w.id = s.website_id AND w.email = 1
  WHERE s.next_due_at <= ? ORDER BY s.next_due_at LIMIT ? FOR UPDATE OF s SKIP LOCKED`;

const CLAIM = `
  WITH claimed AS (
    SELECT website_id, frequency, first_day, recipient FROM email_deliveries
    WHERE status IN ('pending', 'sending') AND next_attempt_at <= ?
    ORDER BY next_attempt_at, website_id, recipient LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE email_deliveries d SET status = 'sending', attempts = d.attempts + 1, next_attempt_at = ?
  FROM claimed c LEFT JOIN websites w ON w.id = c.website_id
  WHERE d.website_id = c.website_id AND d.frequency = c.frequency AND d.first_day = c.first_day AND d.recipient = c.recipient
  RETURNING d.website_id, d.frequency, d.first_day::text, d.last_day::text, d.recipient, d.attempts, w.domain, w.site_key, w.timezone, w.language,
    (w.email = 1 AND NOT EXISTS (SELECT 1 FROM email_unsubscribes u WHERE u.website_id = d.website_id AND u.recipient = d.recipient)) AS is_wanted`;

const toDelivery = (row: DeliveryRow): Delivery => ({
  websiteId: row.website_id,
  frequency: row.frequency,
  recipient: row.recipient,
  attempts: row.attempts,
  range: { from: row.first_day, to: row.last_day },
  domain: row.domain ?? '',
  siteKey: row.site_key ?? '',
  timezone: row.timezone ?? 'UTC',
  language: row.language ?? 'en',
  isWanted: row.is_wanted === true,
});

/** When a website gets its digests. */
export interface Schedule extends Calendar {
  readonly frequency: Frequency;
  readonly nextDue: Date;
}

/** A period whose digest is sent under a schedule that has just changed. */
export interface OwedPeriod {
  readonly range: DateRange;
  readonly due: Date;
}

/** The part of a website that the schedule needs. */
interface ScheduledWebsite extends Calendar {
  readonly id: number;
  readonly frequency: Frequency;
  readonly recipients: readonly string[];
}

export interface EmailDigestsStore extends OpenMails<Delivery> {
  /**
   * Adds websites to the schedule, moves those whose settings changed and removes those without
   * digests.
   * @param owed what the schedule before still has to report, as the one after forgets it
   */
  syncSchedule(
    nextDue: (website: Omit<ScheduledWebsite, 'recipients'>) => Date,
    owed: (before: Schedule, calendar: Calendar) => OwedPeriod | undefined,
  ): Promise<void>;
  /**
   * Claims websites that are due and, in the same transaction, writes a delivery for each recipient
   * and the next date. Other instances skip claimed websites; a planned period is never planned
   * again.
   * @returns the websites that were claimed
   */
  planDue(
    now: Date,
    limit: number,
    plan: (website: Omit<ScheduledWebsite, 'recipients'>) => {
      readonly range: DateRange;
      readonly nextDue: Date;
    },
  ): Promise<readonly ScheduledWebsite[]>;
  unsubscribe(websiteId: number, recipient: string): Promise<void>;
  /** The domain of a website, for the page on which somebody unsubscribes. */
  domainOf(websiteId: number): Promise<string | undefined>;
}

interface Planned {
  readonly website: Pick<ScheduledWebsite, 'id' | 'frequency' | 'recipients'>;
  readonly range: DateRange;
}

/** Writes what is to be sent from an instant on. What was planned before is left as it is. */
const insertDeliveries = async (
  transaction: Transaction,
  plans: readonly Planned[],
  due: Date,
): Promise<void> => {
  const deliveries = plans.flatMap(({ website, range }) =>
    website.recipients.map((recipient) => ({
      website_id: website.id,
      frequency: website.frequency,
      recipient,
      next_attempt_at: due,
      first_day: range.from,
      last_day: range.to,
    })),
  );
  if (deliveries.length > 0)
    await transaction('email_deliveries')
      .insert(deliveries)
      .onConflict(['website_id', 'frequency', 'first_day', 'recipient'])
      .ignore();
};

/**
 * The schedule and the deliveries of the e-mail digests.
 * @param defaults who gets the digests of websites without recipients
 */
export const createEmailDigestsStore = (
  database: Database,
  defaults: DefaultRecipients,
): EmailDigestsStore => ({
  async syncSchedule(nextDue, owed) {
    await database.raw(
      'DELETE FROM email_schedules s WHERE NOT EXISTS (SELECT 1 FROM websites w WHERE w.id = s.website_id AND w.email = 1)',
    );
    const { rows } = await database.raw<{ rows: ChangedRow[] }>(CHANGED);
    for (const row of rows) {
      const { website_id: id, frequency, timezone, week_start: weekStart } = row;
      const { old_frequency: oldFrequency, old_timezone: oldTimezone, next_due_at: oldDue } = row;
      const before = oldFrequency &&
        oldTimezone &&
        oldDue && {
          frequency: oldFrequency,
          timezone: oldTimezone,
          weekStart: row.old_week_start ?? undefined,
          nextDue: oldDue,
        };
      const period = before ? owed(before, { timezone, weekStart }) : undefined;
      await inTransaction(database, async (transaction) => {
        await limitTransaction(transaction, IN_BACKGROUND);
        if (period && oldFrequency) {
          const recipients = recipientsOf(row.email_recipients, await defaults.of(row.organisation));
          const website = { id, recipients, frequency: oldFrequency };
          await insertDeliveries(transaction, [{ website, range: period.range }], period.due);
        }
        await transaction('email_schedules')
          .insert({
            website_id: id,
            frequency,
            timezone,
            week_start: weekStart,
            next_due_at: nextDue({ id, frequency, timezone, weekStart }),
          })
          .onConflict('website_id')
          .merge();
      });
    }
  },

  planDue: (now, limit, plan) =>
    inTransaction(database, async (transaction) => {
      await limitTransaction(transaction, IN_BACKGROUND);
      const { rows } = await transaction.raw<{ rows: ScheduleRow[] }>(DUE, [now, limit]);
      const websites: ScheduledWebsite[] = [];
      for (const row of rows)
        websites.push({
          id: row.website_id,
          frequency: row.frequency,
          timezone: row.timezone,
          weekStart: row.week_start,
          recipients: recipientsOf(row.email_recipients, await defaults.of(row.organisation)),
        });
      const plans = websites.map((website) => ({ website, ...plan(website) }));
      await insertDeliveries(transaction, plans, now);
      // Websites of one frequency and calendar are due at the same moment.
      for (const [due, ofMoment] of Map.groupBy(plans, ({ nextDue }) => nextDue.getTime()))
        await transaction('email_schedules')
          .whereIn(
            'website_id',
            ofMoment.map(({ website }) => website.id),
          )
          .update({ next_due_at: new Date(due) });
      return websites;
    }),

  async claim(now, claimedUntil) {
    const { rows } = await database.raw<{ rows: DeliveryRow[] }>(CLAIM, [now, claimedUntil]);
    return rows[0] && toDelivery(rows[0]);
  },

  async finish(delivery, outcome) {
    await database('email_deliveries')
      .where({ website_id: delivery.websiteId, frequency: delivery.frequency })
      .where({ first_day: delivery.range.from, recipient: delivery.recipient })
      .where(ofAttempt(delivery, outcome))
      .update({
        ...changesOf(outcome),
        finished_at: outcome.status === 'pending' ? null : database.fn.now(),
      });
  },

  async unsubscribe(websiteId, recipient) {
    await database('email_unsubscribes')
      .insert({ website_id: websiteId, recipient })
      .onConflict(['website_id', 'recipient'])
      .ignore();
  },

  async domainOf(websiteId) {
    const row = await database<{ id: number; domain: string }>('websites')
      .where({ id: websiteId })
      .first('domain');
    return row?.domain;
  },
});
