import { createMailer, createUnsubscribeLinks } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import { startMailServer } from '@platform/testing';
import type { MailServer } from '@platform/testing';
import { silentLogger } from '@platform/runtime';
import { createLinkSigner } from '@platform/page-access';

import { createEmailDigestsService } from '../../src/email-digests/create-email-digests.ts';
import { createEmailDigestsStore } from '../../src/email-digests/email-digests-store.ts';
import { createGoalCounts } from '../../src/goals/days/goal-counts.ts';
import type { GoalCounts } from '../../src/goals/days/goal-counts.ts';
import { createGoalDaysStore } from '../../src/goals/days/goal-days-store.ts';
import { createGoalsStore } from '../../src/goals/goals-store.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';

export const FROM = 'statistics@example.test';

export const HOUR = 3_600_000;

/** A Wednesday; the next Monday 8:00 in Berlin is 2026-04-20T06:00Z. */
export const WEDNESDAY = Date.parse('2026-04-15T12:00:00Z');

export const MONDAY = Date.parse('2026-04-20T06:00:00Z');

/**
 * A platform for the suite that calls this; for each of its tests, no other websites that get digests,
 * a mail server, and a clock that stands still.
 */
export const useDigests = () => {
  let platform: RunningAnalytics;
  let server: MailServer;
  let counts: GoalCounts;

  const clock = { now: WEDNESDAY };

  const mailers: Mailer[] = [];

  let seed = 0;

  const service = (mailer?: Mailer) => {
    const signer = createLinkSigner(Buffer.alloc(32, 1));
    const made = mailer ?? createMailer({ smtpUrl: server.url, folder: '', from: FROM });
    mailers.push(made);
    return createEmailDigestsService({
      store: createEmailDigestsStore(platform.db.database, { of: () => Promise.resolve([]) }),
      stats: createStatsStore(platform.db.database),
      goals: createGoalsStore(platform.db.database),
      counts,
      links: createUnsubscribeLinks(signer, Date.now),
      pageQuery: ({ id }) => Promise.resolve(`access=token${id}`),
      publicUrl: 'http://localhost:8080',
      logger: silentLogger(),
      mailer: made,
      now: () => clock.now,
    });
  };

  /** A website with reports on and traffic in the weeks before the Monday. */
  const addWebsite = async (
    fields: Record<string, unknown> = {},
    hasTraffic = true,
  ): Promise<WebsiteJson> => {
    const site = await platform.createWebsite({
      email: 1,
      email_recipients: 'owner@example.org',
      timezone: 'Europe/Berlin',
      ...fields,
    });
    seed += 1;
    if (hasTraffic)
      await storeTraffic(
        platform.db.database,
        randomTraffic({
          websiteId: site.id,
          zone: 'Europe/Berlin',
          from: '2026-03-01',
          days: 49,
          visits: 300,
          seed,
        }),
      );
    return site;
  };

  const statusOf = async (site: WebsiteJson) =>
    platform.db
      .database('email_deliveries')
      .where({ website_id: site.id })
      .orderBy(['first_day', 'recipient'])
      .select('status', 'attempts', 'error', 'recipient');

  const sentTo = (address: string) =>
    server.messages.filter(({ recipients }) => recipients.includes(address));

  beforeAll(async () => {
    platform = await startAnalytics();
    counts = createGoalCounts({
      store: createGoalDaysStore(platform.db.database),
      stats: createStatsStore(platform.db.database),
      listsOf: () => Promise.resolve([]),
      logger: silentLogger(),
      now: () => clock.now,
    });
  });

  beforeEach(async () => {
    server = await startMailServer();
    clock.now = WEDNESDAY;
    seed = 0;
  });

  afterEach(async () => {
    for (const mailer of mailers.splice(0)) mailer.close();
    await server.close();
    const { database } = platform.db;
    await database('websites').update({ email: 0 });
    for (const table of ['email_schedules', 'email_deliveries', 'email_unsubscribes'])
      await database(table).delete();
  });

  afterAll(async () => {
    await counts.stop();
    await platform.stop();
  });

  return { platform: () => platform, server: () => server, clock, service, addWebsite, statusOf, sentTo };
};
