import { createUnsubscribeLinks } from '@platform/mailer';
import type { MailMessage } from '@platform/mailer';
import { createLinkSigner } from '@platform/page-access';
import { silentLogger } from '@platform/runtime';
import request from 'supertest';

import { createAlertWatchStore } from '../../src/alerts/alert-watch-store.ts';
import { createAlertWatch } from '../../src/alerts/create-alerts.ts';
import type { AlertWatchDeps } from '../../src/alerts/create-alerts.ts';
import { createGoalCounts } from '../../src/goals/days/goal-counts.ts';
import type { GoalCounts } from '../../src/goals/days/goal-counts.ts';
import { createGoalDaysStore } from '../../src/goals/days/goal-days-store.ts';
import { createGoalsStore } from '../../src/goals/goals-store.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

/** A platform and a watch over its alerts, for the suite that calls this. */
export const useAlerts = () => {
  let platform: RunningAnalytics;
  let counts: GoalCounts;
  let clock = Date.now();
  const sent: MailMessage[] = [];
  const mail = { isRefusing: false };
  beforeAll(async () => {
    platform = await startAnalytics({ ownerEmail: 'owner@example.org' });
    const goals = createGoalsStore(platform.db.database);
    counts = createGoalCounts({
      store: createGoalDaysStore(platform.db.database),
      stats: createStatsStore(platform.db.database),
      listsOf: async (websiteId) => (await goals.list(websiteId)).map((goal) => [goal]),
      logger: silentLogger(),
      now: () => clock,
    });
  });
  beforeEach(async () => {
    sent.length = 0;
    mail.isRefusing = false;
    clock = Date.now();
    await platform.db.database('alerts').delete();
    await platform.db.database('alert_messages').delete();
  });
  afterAll(async () => {
    await counts.stop();
    await platform.stop();
  });

  const createWatch = (deps: Partial<AlertWatchDeps> = {}) =>
    createAlertWatch({
      store: createAlertWatchStore(platform.db.database),
      goals: createGoalsStore(platform.db.database),
      counts,
      stats: createStatsStore(platform.db.database),
      mailer: {
        destination: 'test',
        send: (message) => {
          if (mail.isRefusing) return Promise.reject(new Error('not now'));
          sent.push(message);
          return Promise.resolve();
        },
        close: () => undefined,
      },
      links: createUnsubscribeLinks(createLinkSigner(Buffer.alloc(32, 1)), Date.now),
      pageQuery: () => Promise.resolve('access=1.x'),
      defaultRecipients: { of: () => Promise.resolve(['owner@example.org']) },
      publicUrl: 'http://localhost:8080',
      logger: silentLogger(),
      now: () => clock,
      ...deps,
    });
  const pass = (milliseconds: number): void => {
    clock = Math.max(clock, Date.now()) + milliseconds;
  };
  /** Lets some time pass, then looks as two processes would. */
  const watch = async (milliseconds = 20 * 60_000) => {
    pass(milliseconds);
    await Promise.all([createWatch().run(), createWatch().run()]);
  };
  const api = async (
    method: 'get' | 'post' | 'patch' | 'delete',
    site: WebsiteJson,
    path: string,
    body?: object,
  ) =>
    request(platform.server)
      [method](`/api/v1/websites/${site.id}${path}`)
      .set('Authorization', await platform.identity.bearer())
      .type(method === 'post' ? 'form' : 'json')
      .send(body);
  const create = async (site: WebsiteJson, body: object) => {
    const made = await api('post', site, '/alerts', { name: 'Mine', ...body });
    expect([made.status, made.body.message]).toEqual([201, undefined]);
    return made.body.data as { id: number; goes_to: string[] };
  };
  const visit = (site: WebsiteJson, address: string) =>
    platform
      .beacon(
        { k: site.site_key, n: 'pageview', u: `https://${site.domain}/` },
        { 'X-Forwarded-For': address },
      )
      .expect(204);

  return { platform: () => platform, sent, mail, createWatch, pass, watch, api, create, visit };
};
