import { setTimeout as wait } from 'node:timers/promises';

import { MAIL_CLAIM } from '@platform/mailer';

import { useAlerts } from './alerts-harness.ts';
import { createAlertWatchStore } from '../../src/alerts/alert-watch-store.ts';
import { todayOf, zoneAtNoon } from '../noon-zone.ts';

const { platform, sent, createWatch, pass, watch, api, create, visit } = useAlerts();

const MINUTE = 60_000;
const SPIKE = { type: 'spike', threshold: 1 };
const NOTHING = { conversions: 0, visitors: [0], revenue: [] };
const addresses = () => sent.map(({ to }) => to).sort();

describe('the watch over alerts', () => {
  it('tells nobody of an alert that is deleted while it is looked at', async () => {
    const site = await platform().createWebsite();
    const { id } = await create(site, SPIKE);
    await visit(site, '198.51.100.1');
    const { database } = platform().db;
    const told = () => database('outbox').count<{ count: string }[]>({ count: '*' });
    const before = await told();
    pass(2 * 60_000);
    const deleting = async () => {
      await api('delete', site, `/alerts/${id}`);
      return ['owner@example.org'];
    };
    await createWatch({ defaultRecipients: { of: deleting } }).run();
    expect([sent, await database('alert_messages')]).toEqual([[], []]);
    expect(await told()).toEqual(before);
  });

  it('passes by messages whose alert is gone, and removes them', async () => {
    const site = await platform().createWebsite();
    const { id } = await create(site, SPIKE);
    const orphan = {
      website_id: site.id,
      recipient: 'old@example.org',
      occasion: 'old',
      count: 1,
      happened_at: new Date(0),
      next_attempt_at: new Date(0),
    };
    const { database } = platform().db;
    await database('alert_messages').insert([
      { ...orphan, alert_id: id + 1_000, status: 'pending' },
      { ...orphan, alert_id: id + 1_001, status: 'sending' },
    ]);
    await visit(site, '198.51.100.2');
    await watch(2 * 60_000);
    expect(addresses()).toEqual(['owner@example.org']);
    expect(await database('alert_messages').pluck('alert_id')).toEqual([id, id]);
  });

  it('looks at the alerts of others where those of a deleted website are due', async () => {
    const [gone, site] = [await platform().createWebsite(), await platform().createWebsite()];
    const due = Array.from({ length: 60 }, (_, index) => ({
      ...SPIKE,
      website_id: gone.id,
      name: `${index}`,
      next_check_at: new Date(0),
    }));
    await platform().db.database('alerts').insert(due);
    expect((await api('delete', gone, '')).status).toBe(200);
    await create(site, SPIKE);
    await visit(site, '198.51.100.3');
    await watch(2 * 60_000);
    expect(addresses()).toEqual(['owner@example.org']);
  });

  it('doesn’t send again what another process sent when its own attempt fails late', async () => {
    const site = await platform().createWebsite();
    await create(site, SPIKE);
    await visit(site, '198.51.100.4');
    pass(2 * 60_000);
    const [slow, begun] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const send = () => {
      begun.resolve(undefined);
      return slow.promise;
    };
    const late = createWatch({ mailer: { destination: 'test', send, close: () => undefined } }).run();
    await begun.promise;
    await watch(MAIL_CLAIM + 1000);
    expect(addresses()).toEqual(['owner@example.org']);
    slow.reject(new Error('the connection broke'));
    await late;
    await watch();
    expect(addresses()).toEqual(['owner@example.org']);
  });
});

describe('the turns of alerts', () => {
  const look = async (deps: Parameters<typeof createWatch>[0]) => {
    await platform()
      .db.database('alerts')
      .update({ next_check_at: new Date(0) });
    await createWatch(deps).run();
  };
  const createGoalAlerts = async (count: number) => {
    const site = await platform().createWebsite({ timezone: zoneAtNoon() });
    const goal = await api('post', site, '/goals', { name: 'Home', type: 'page', pattern: '/' });
    for (let each = 0; each < count; each += 1)
      await create(site, { name: `${each}`, type: 'goal', goal: goal.body.data.id, period: 'month' });
    return site;
  };

  it('don’t wait for slow ones of other websites, and come one at a time for each website', async () => {
    const slow = [await createGoalAlerts(3), await createGoalAlerts(3)];
    const busy = await platform().createWebsite();
    await create(busy, { type: 'spike', threshold: 1 });
    await visit(busy, '198.51.100.1');
    pass(1000);
    const spikeSeen = Promise.withResolvers<undefined>();
    const present = new Map<number, number>();
    const allPresent = Promise.withResolvers<undefined>();
    const most = { ofOne: 0, ofAll: 0 };
    const store = createAlertWatchStore(platform().db.database);
    await look({
      store: {
        ...store,
        async plan(alert, ...rest) {
          await store.plan(alert, ...rest);
          if (alert.rule.type === 'spike') spikeSeen.resolve(undefined);
        },
      },
      counts: {
        async count({ id }) {
          present.set(id, (present.get(id) ?? 0) + 1);
          most.ofOne = Math.max(most.ofOne, present.get(id) ?? 0);
          const together = [...present.values()].reduce((sum, each) => sum + each, 0);
          most.ofAll = Math.max(most.ofAll, together);
          if (together === slow.length) allPresent.resolve(undefined);
          // Never ends where the spike is looked at later, or the other website.
          await Promise.all([spikeSeen.promise, allPresent.promise]);
          await wait(10);
          present.set(id, (present.get(id) ?? 1) - 1);
          return NOTHING;
        },
      },
    });
    expect(most).toEqual({ ofOne: 1, ofAll: slow.length });
    expect(sent.map(({ subject }) => subject)).toEqual([`${busy.domain}: 1 visit within an hour`]);
  });

  it('end in time for what was found to be sent, and the rest comes next', async () => {
    const site = await createGoalAlerts(5);
    await visit(site, '198.51.100.2');
    let clock = Date.now() + 1000;
    const looks: number[] = [];
    const until: number[] = [];
    const mails: number[] = [];
    const store = createAlertWatchStore(platform().db.database);
    await look({
      now: () => clock,
      store: {
        ...store,
        claimDue(now, end, ...rest) {
          until.push(end.getTime());
          return store.claimDue(now, end, ...rest);
        },
      },
      mailer: {
        destination: 'test',
        send: () => Promise.resolve(void mails.push(looks.length)),
        close: () => undefined,
      },
      counts: {
        count() {
          // Each look begins while its claim still lasts a while.
          expect(until.at(-1)).toBeGreaterThan(clock + 20_000);
          looks.push(clock);
          clock += MINUTE / 2;
          return Promise.resolve({ ...NOTHING, conversions: 1 });
        },
      },
    });
    expect([looks.length, mails]).toEqual([2, [2, 2]]);
    pass(5 * MINUTE);
    await watch(0);
    expect(sent).toHaveLength(3);
  });

  it('don’t count again what was told, and ask for the days of the calendar until today', async () => {
    const alone = await createGoalAlerts(1);
    const asked: { id: number; range: { from: string; to: string } }[] = [];
    const counts = {
      count: ({ id }: { id: number }, _: unknown, range: { from: string; to: string }) => {
        asked.push({ id, range });
        return Promise.resolve({ ...NOTHING, conversions: 1 });
      },
    };
    pass(1000);
    for (let round = 0; round < 3; round += 1) await look({ counts });
    const today = todayOf(alone);
    expect(asked).toEqual([{ id: alone.id, range: { from: `${today.slice(0, 7)}-01`, to: today } }]);
    expect(sent).toHaveLength(1);
  });
});
