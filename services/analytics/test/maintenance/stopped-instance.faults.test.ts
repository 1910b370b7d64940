import { withDeadline } from '@platform/runtime';
import { eventually, PATIENCE_MILLISECONDS } from '@platform/testing';
import request from 'supertest';

import { createAlertWatchStore } from '../../src/alerts/alert-watch-store.ts';
import { addDays, localDay } from '../../src/calendar/local-day.ts';
import { createEmailDigestsStore } from '../../src/email-digests/email-digests-store.ts';
import { createMaintenanceStore } from '../../src/maintenance/maintenance-store.ts';
import { createRecutStore } from '../../src/maintenance/recut-store.ts';
import { createBlocksStore } from '../../src/stats/derived/columns/blocks-store.ts';
import { createMonthSumsStore } from '../../src/stats/derived/month-sums-store.ts';
import { freezeAt } from '../freeze-at.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

const DAY_MS = 86_400_000;
const NOBODY = { of: () => Promise.resolve([]) };

describe('an instance that stops in the middle of', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  const database = () => platform.db.database;
  const day = addDays(localDay('UTC', Date.now()), -10);
  const addWebsite = async (fields: Record<string, unknown> = {}) => {
    const site = await platform.createWebsite(fields);
    await platform.backfill(site, [Date.parse(`${day}T12:00:00Z`)]);
    return site;
  };

  /** Stops `work` where the statement fits, and looks what others do meanwhile. */
  const stopping = async (
    where: RegExp,
    work: (frozen: ReturnType<typeof database>) => Promise<unknown>,
    others: () => Promise<void>,
  ): Promise<void> => {
    const { database: freezing, frozen, thaw } = freezeAt(database(), where);
    const stopped = work(freezing).then(
      () => 'done',
      () => 'cut off',
    );
    try {
      await Promise.race([frozen, stopped]);
      await withDeadline(others(), PATIENCE_MILLISECONDS / 2);
    } finally {
      thaw();
    }
    expect(await stopped).toBe('cut off');
  };

  it('cutting days by another time zone does not keep hits of the website waiting', async () => {
    const site = await addWebsite();
    await stopping(
      /INSERT INTO late_writes/,
      (frozen) => createRecutStore(frozen).recut(site.id, 'Pacific/Kiritimati', addDays(day, 1)),
      () =>
        eventually(async () => {
          await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` }).expect(204);
        }),
    );
  });

  it('removing old data does not keep others from it, nor from deriving', async () => {
    const { id } = await addWebsite();
    const store = createMaintenanceStore(database());
    await stopping(
      /goal_days/,
      (frozen) => createMaintenanceStore(frozen).removeBefore([id], addDays(day, -1), 'UTC'),
      async () => {
        await createBlocksStore(database()).make({ id, timezone: 'UTC' }, day);
        await store.removeBefore([id], addDays(day, -1), 'UTC');
      },
    );
  });

  it.each([
    ['a day’s columns', /column_blocks/, createBlocksStore, day],
    ['a month’s sums', /month_sums_pages/, createMonthSumsStore, `${day.slice(0, 7)}-01`],
  ])('deriving %s keeps nobody from removing old data', async (_what, where, createStore, date) => {
    const { id } = await addWebsite();
    await stopping(
      where,
      (frozen) => createStore(frozen).make({ id, timezone: 'UTC' }, date),
      () => createMaintenanceStore(database()).removeBefore([id], addDays(day, 1), 'UTC'),
    );
  });

  it('claiming alerts leaves them to others', async () => {
    const site = await addWebsite();
    await request(platform.server)
      .post(`/api/v1/websites/${site.id}/alerts`)
      .set('Authorization', platform.authorization)
      .send({ name: 'Busy', type: 'spike', threshold: 1 })
      .expect(201);
    const claim = (on: ReturnType<typeof database>) =>
      createAlertWatchStore(on).claimDue(
        new Date(Date.now() + DAY_MS),
        new Date(Date.now() + 2 * DAY_MS),
        10,
        [],
      );
    await stopping(/UPDATE alerts/, claim, async () => {
      expect(await claim(database())).toMatchObject([{ websiteId: site.id }]);
    });
  });

  it('planning digests leaves them to others', async () => {
    const site = await addWebsite({ email: 1, email_recipients: 'owner@example.org' });
    const plan = async (on: ReturnType<typeof database>): Promise<number[]> => {
      const store = createEmailDigestsStore(on, NOBODY);
      const due = await store.planDue(new Date(Date.now() + 40 * DAY_MS), 10, () => ({
        range: { from: day, to: day },
        nextDue: new Date(Date.now() + 80 * DAY_MS),
      }));
      return due.map(({ id }) => id);
    };
    await createEmailDigestsStore(database(), NOBODY).syncSchedule(
      () => new Date(),
      () => undefined,
    );
    await stopping(/email_deliveries/, plan, () =>
      eventually(async () => {
        expect(await plan(database())).toEqual([site.id]);
      }),
    );
  });
});
