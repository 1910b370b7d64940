import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createRepeatingJob } from '@platform/runtime';
import type { RepeatingJob, Logger } from '@platform/runtime';
import { createMailOutbox, messageIdOf } from '@platform/mailer';
import type { Mailer, MailMessage, UnsubscribeLinks } from '@platform/mailer';

import { addDays, localDay, QUARTER_MS, startOfDay } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import type { GoalCounts } from '../goals/days/goal-counts.ts';
import type { Goal } from '../goals/goal.ts';
import type { GoalsStore } from '../goals/goals-store.ts';
import type { PageQueryMaker } from '../stats-page/website-page.ts';
import { answerQuery } from '../stats/query/answer-query.ts';
import type { Site } from '../stats/query/sums-request.ts';
import type { StatsStore } from '../stats/stats-store.ts';
import { recipientsOf } from '../websites/domain-name.ts';
import type { DefaultRecipients } from '../websites/domain-name.ts';
import { renderAlertMail } from './alert-mail.ts';
import { createAlertWatchStore } from './alert-watch-store.ts';
import type { AlertMessage, AlertWatchStore, DueAlert } from './alert-watch-store.ts';
import type { AlertRule, Occasion } from './alert.ts';
import { createAlertsRouter } from './alerts-router.ts';
import { createAlertsService } from './alerts-service.ts';
import type { AlertsServiceDeps } from './alerts-service.ts';
import { createAlertsStore } from './alerts-store.ts';

interface FindOccasionDeps {
  readonly store: Pick<AlertWatchStore, 'visits' | 'lastQuarter' | 'told'>;
  readonly goals: { find(websiteId: number, id: number): Promise<Goal | undefined> };
  /** Knows the days that are over without counting them again. */
  readonly counts: Pick<GoalCounts, 'count'>;
  readonly stats: Pick<StatsStore, 'page'>;
}

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** So many weeks are looked back, and in so many of them there must have been something. */
const WEEKS = 4;
const BUSY_WEEKS = 3;

/** Fewer visits than these are usual by chance. */
const FEWEST_USUAL = 20;
const FEWEST_WEEKS = 2;

/** Visits of a day, and the middle of those of the same weekday before. */
interface Compared {
  readonly count: number;
  readonly usual: number;
}

/**
 * Compares a day with the same weekday of the four weeks before it. Weeks before the first visit
 * say nothing, as the website was not counted then.
 * @param visits of each day up to the one compared: four weeks and a day
 * @returns undefined where too little is known
 */
const compareWeekday = (visits: readonly number[]): Compared | undefined => {
  const last = visits.length - 1;
  const first = visits.findIndex((count) => count > 0);
  const before: number[] = [];
  for (let day = last - 7; day >= Math.max(first, 0); day -= 7) before.push(visits[day] ?? 0);
  if (first < 0 || before.length < FEWEST_WEEKS) return undefined;
  before.sort((a, b) => a - b);
  const half = before.length / 2;
  const usual = Math.round(((before[Math.floor(half)] ?? 0) + (before[Math.ceil(half) - 1] ?? 0)) / 2);
  return usual < FEWEST_USUAL ? undefined : { usual, count: visits[last] ?? 0 };
};

/** Visits of each of the four weeks' days up to one, and of that day. Imported days count. */
const visitsUntil = async (
  stats: Pick<StatsStore, 'page'>,
  site: Site,
  day: LocalDay,
): Promise<readonly number[]> => {
  const { rows } = await answerQuery(stats, site, {
    metrics: ['visits'],
    groupBy: ['time:day'],
    filter: { and: [] },
    range: { from: addDays(day, -7 * WEEKS), to: day },
    limit: 7 * WEEKS + 1,
    offset: 0,
  });
  return rows.map(({ metrics }) => metrics.visits ?? 0);
};

/** Keys of the first rule are those of versions that knew no others. */
const keyOf = (occasion: string, ruleVersion: number): string =>
  ruleVersion === 1 ? occasion : `${occasion} v${ruleVersion}`;

const versionOf = (key: string): number => Number(/ v(\d+)$/.exec(key)?.[1] ?? 1);

/**
 * Looks whether there is something to tell.
 * @param now milliseconds since 1970
 * @returns undefined if there isn't, if it was told already, or if a goal was deleted
 */
const findOccasion = async (
  { store, goals, counts, stats }: FindOccasionDeps,
  alert: Pick<DueAlert, 'id' | 'rule' | 'ruleVersion' | 'websiteId' | 'timezone'>,
  now: number,
): Promise<Occasion | undefined> => {
  const { rule, ruleVersion, websiteId, timezone } = alert;
  const today = localDay(timezone, now);
  const hourAgo = new Date(now - HOUR);
  switch (rule.type) {
    case 'spike': {
      const key = keyOf(today, ruleVersion);
      const told = await store.told(alert, key, hourAgo);
      // Within the hour the visits may be those that were told yesterday.
      if (told.some((each) => each === key || versionOf(each) === ruleVersion)) return undefined;
      const count = await store.visits(websiteId, { start: now - HOUR, end: now });
      return count >= rule.threshold ? { count, key } : undefined;
    }
    case 'silence': {
      // Sums are kept by quarters of an hour: one that began this long ago may reach into the hours.
      const length = rule.hours * HOUR + QUARTER_MS;
      const last = await store.lastQuarter(websiteId, now + HOUR);
      if (last === undefined || last.getTime() > now - length) return undefined;
      const key = keyOf(`since ${last.toISOString()}`, ruleVersion);
      if ((await store.told(alert, key, hourAgo)).includes(key)) return undefined;
      let busy = 0;
      for (let week = 1; week <= WEEKS; week += 1) {
        const end = now - week * WEEK;
        const before = await store.lastQuarter(websiteId, end);
        if (before !== undefined && before.getTime() >= end - rule.hours * HOUR) busy += 1;
      }
      return busy >= BUSY_WEEKS ? { count: rule.hours, key } : undefined;
    }
    case 'drop': {
      // Hits sent late on the day are stored by then.
      if (now < startOfDay(timezone, today) + HOUR) return undefined;
      const day = addDays(today, -1);
      const key = keyOf(day, ruleVersion);
      if ((await store.told(alert, key, hourAgo)).includes(key)) return undefined;
      const site = { id: websiteId, timezone };
      const compared = compareWeekday(await visitsUntil(stats, site, day));
      const isDrop = compared && compared.count <= compared.usual * (1 - rule.threshold / 100);
      return isDrop ? { key, ...compared } : undefined;
    }
    case 'goal': {
      const month = today.slice(0, 7);
      const key = keyOf(rule.period === 'day' ? today : month, ruleVersion);
      if ((await store.told(alert, key, hourAgo)).includes(key)) return undefined;
      const goal = await goals.find(websiteId, rule.goal);
      if (goal === undefined) return undefined;
      const range = { from: rule.period === 'day' ? today : `${month}-01`, to: today };
      const { conversions } = await counts.count({ id: websiteId, timezone }, [goal], range);
      return conversions >= rule.threshold ? { key, count: conversions } : undefined;
    }
  }
};

interface TurnsOptions<Item> {
  /** Fetches items with keys that aren't among these; none when there are no more. */
  readonly fetch: (except: readonly number[]) => Promise<readonly Item[]>;
  readonly keyOf: (item: Item) => number;
  readonly work: (item: Item) => Promise<void>;
  /** True once no more work may start. */
  readonly isOver: () => boolean;
  readonly lanes: number;
}

/**
 * Works on items in several lanes: on those of one key one after the other, and on those of other
 * keys at the same time, so that slow ones hold up only their own.
 * @throws what `fetch` or `work` threw, once all lanes have ended
 */
const takeTurns = async <Item>(options: TurnsOptions<Item>): Promise<void> => {
  const { fetch, keyOf, work, isOver, lanes } = options;
  const taken = new Set<number>();
  const waiting: (readonly [number, readonly Item[]])[] = [];

  const fetchMore = async (): Promise<boolean> => {
    const items = await fetch([...taken]);
    for (const [key, group] of Map.groupBy(items, keyOf)) {
      taken.add(key);
      waiting.push([key, group]);
    }
    return items.length > 0;
  };
  let fetching: Promise<boolean> | undefined;
  /** Lanes that ask at the same time share the answer: two answers could have the same keys. */
  const hasMore = (): Promise<boolean> => {
    fetching ??= fetchMore().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const [key, group] = waiting.shift() ?? [];
      if (key === undefined || group === undefined) {
        if (await hasMore()) continue;
        return;
      }
      for (const item of group) if (!isOver()) await work(item);
      taken.delete(key);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

export interface AlertWatchDeps {
  readonly store: AlertWatchStore;
  readonly goals: FindOccasionDeps['goals'];
  readonly counts: FindOccasionDeps['counts'];
  readonly stats: FindOccasionDeps['stats'];
  readonly mailer: Mailer;
  readonly links: UnsubscribeLinks;
  readonly pageQuery: PageQueryMaker;
  readonly defaultRecipients: DefaultRecipients;
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface AlertWatch {
  /**
   * Looks at the alerts that are due and sends what there is to tell. May run often and in several
   * processes at once: an occasion is told once to each recipient.
   */
  run(signal?: AbortSignal): Promise<void>;
}

const MINUTE = 60_000;
const BATCH = 50;
/** Number of websites watched at once. Each takes a connection of the pool. */
const AT_ONCE = 4;
/** So long alerts are looked at before what was found is sent. */
const LOOK_MS = MINUTE;
/** Of an alert. It outlasts the looking by more than the 20 seconds that counting may take. */
const CLAIM_MS = 2 * MINUTE;
const LINK_DAYS = 30;

/** How long until an alert is looked at again: counting a month's conversions takes longer. */
const restOf = (rule: AlertRule): number => {
  if (rule.type === 'drop') return 15 * MINUTE;
  if (rule.type !== 'goal') return MINUTE;
  return (rule.period === 'day' ? 5 : 15) * MINUTE;
};

/** Watches over the alerts. */
export const createAlertWatch = (deps: AlertWatchDeps): AlertWatch => {
  const { store, mailer, links, pageQuery, defaultRecipients, publicUrl, logger, now } = deps;

  const look = async (alert: DueAlert): Promise<void> => {
    try {
      const occasion = await findOccasion(deps, alert, now());
      if (occasion !== undefined) {
        const defaults = await defaultRecipients.of(alert.organisation);
        const recipients = recipientsOf(alert.recipients ?? alert.websiteRecipients, defaults);
        await store.plan(alert, occasion, recipients, new Date(now()));
      }
    } catch (error) {
      logger.warn(
        { err: error, website_id: alert.websiteId, alert: alert.id },
        'an alert could not be checked',
      );
    }
    await store.checkedUntil(alert, new Date(now() + restOf(alert.rule)));
  };

  const messageId = ({ alert, occasion, recipient }: AlertMessage): string => {
    const identity = [alert.websiteId, alert.id, occasion.key, recipient];
    return messageIdOf(`alert-${alert.websiteId}-${alert.id}`, identity, publicUrl);
  };

  const compose = async (message: AlertMessage): Promise<MailMessage> => {
    const { alert, siteKey, recipient } = message;
    const unsubscribeUrl = `${publicUrl}/unsubscribe/${links.create({ subjectId: alert.websiteId, recipient })}`;
    const expiresAt = Math.floor(now() / 1000) + LINK_DAYS * 86_400;
    const access = await pageQuery({ id: alert.websiteId, siteKey }, `E-mail alert ${alert.name}`, expiresAt);
    const statsUrl = `${publicUrl}/s/${siteKey}?period=today&${access}`;
    const mail = renderAlertMail({ message, statsUrl, unsubscribeUrl });
    return { ...mail, to: recipient, unsubscribeUrl, messageId: messageId(message) };
  };

  const sendDue = createMailOutbox<AlertMessage>({
    name: 'an e-mail alert',
    mails: store,
    mailer,
    compose,
    factsOf: ({ alert }) => ({ website_id: alert.websiteId, alert: alert.id }),
    logger,
    now,
  });

  const isStopped = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

  /** @returns false when its time was up before all alerts were looked at */
  const lookAtDue = async (signal: AbortSignal | undefined): Promise<boolean> => {
    const end = now() + LOOK_MS;
    await takeTurns({
      async fetch(except) {
        const due = await store.claimDue(new Date(now()), new Date(now() + CLAIM_MS), BATCH, except);
        // Goals last: slow counts must not hold up quick ones of the same website either.
        return due.toSorted((a, b) => Number(a.rule.type === 'goal') - Number(b.rule.type === 'goal'));
      },
      keyOf: ({ websiteId }) => websiteId,
      work: look,
      isOver: () => isStopped(signal) || now() >= end,
      lanes: AT_ONCE,
    });
    return now() < end;
  };

  return {
    async run(signal) {
      for (let isDone = false; !isDone && !isStopped(signal);) {
        isDone = await lookAtDue(signal);
        await store.removeOrphans();
        await sendDue(signal);
      }
    },
  };
};

export interface AlertsDeps extends Omit<AlertWatchDeps, 'store' | 'goals' | 'now'> {
  readonly database: Database;
  readonly websites: AlertsServiceDeps['websites'];
  readonly goals: GoalsStore;
}

export interface Alerts {
  readonly router: ApiRouter;
  readonly job: RepeatingJob;
}

/** The delay of an alert. */
const EVERY_MS = 60_000;

/** Puts the alerts together. */
export const createAlerts = (deps: AlertsDeps): Alerts => {
  const { database, websites, goals, defaultRecipients, logger } = deps;
  const store = createAlertsStore(database);
  const watch = createAlertWatch({ ...deps, store: createAlertWatchStore(database), now: Date.now });
  return {
    router: createAlertsRouter(createAlertsService({ websites, store, goals, defaultRecipients })),
    job: createRepeatingJob({
      name: 'watching over alerts',
      run: (signal) => watch.run(signal),
      everyMilliseconds: EVERY_MS,
      logger,
    }),
  };
};
