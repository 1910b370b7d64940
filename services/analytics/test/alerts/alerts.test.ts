import { OUTBOX_SCOPE } from '@platform/identity';
import request from 'supertest';

import { formatRange } from '../../src/calendar/date-range.ts';
import { addDays, localDay, startOfDay } from '../../src/calendar/local-day.ts';
import type { WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';
import { useAlerts } from './alerts-harness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { platform, sent, mail, createWatch, watch, api, create, visit } = useAlerts();

describe('alerts', () => {
  it('tell of a spike once a day, to each recipient', async () => {
    const site = await platform().createWebsite({ email_recipients: 'a@example.org\nb@example.org' });
    const alert = await create(site, { type: 'spike', threshold: 1 });
    expect(alert.goes_to).toEqual(['a@example.org', 'b@example.org']);
    await watch(1000);
    expect(sent).toEqual([]);
    await visit(site, '198.51.100.1');
    await watch(2 * 60_000);
    expect(sent.map(({ to }) => to).sort()).toEqual(['a@example.org', 'b@example.org']);
    expect(sent[0]?.subject).toBe(`${site.domain}: 1 visit within an hour`);
    expect(sent[0]?.text).toContain(`/s/${site.site_key}?period=today&access=1.x`);
    await watch(2 * 60_000);
    expect(sent).toHaveLength(2);
    const shown = await api('get', site, `/alerts/${alert.id}`);
    expect(Date.parse(shown.body.data.last_told_at)).toBeGreaterThan(0);
  });

  it('tell webhooks of a spike and of a silence once, also where nobody gets e-mails', async () => {
    const [busy, quiet] = [await platform().createWebsite(), await platform().createWebsite()];
    const now = Date.now();
    await platform().backfill(quiet, [
      ...[7, 14, 21].map((days) => now - days * DAY - HOUR),
      now - 10 * HOUR,
    ]);
    const spike = await create(busy, { type: 'spike', threshold: 1 });
    const silence = await create(quiet, { type: 'silence', hours: '6' });
    await visit(busy, '198.51.100.9');
    await watch(2 * 60_000);
    await watch(2 * 60_000);
    const { body } = await request(platform().server)
      .get('/outbox')
      .set('Authorization', await platform().identity.bearer({ scopes: [OUTBOX_SCOPE] }));
    const told = (body.events as { type: string; organisation: string; data: object }[]).filter(({ data }) =>
      [busy.id, quiet.id].includes((data as { id: number }).id),
    );
    expect(told.map(({ type, data }) => ({ type, data })).sort((a, b) => (a.type < b.type ? -1 : 1))).toEqual(
      [
        {
          type: 'website.silent',
          data: { id: quiet.id, domain: quiet.domain, alert: { id: silence.id, name: 'Mine' }, hours: 6 },
        },
        {
          type: 'website.spike',
          data: {
            id: busy.id,
            domain: busy.domain,
            alert: { id: spike.id, name: 'Mine' },
            visits: 1,
            threshold: 1,
          },
        },
      ],
    );
  });

  it('tell of a silence on a day like this, and not of a website that never had visitors then', async () => {
    const [site, quiet] = [await platform().createWebsite(), await platform().createWebsite()];
    const now = Date.now();
    await platform().backfill(site, [...[7, 14, 21].map((days) => now - days * DAY - HOUR), now - 10 * HOUR]);
    await platform().backfill(quiet, [now - 7 * DAY - HOUR, now - 10 * HOUR]);
    for (const each of [site, quiet]) await create(each, { type: 'silence', hours: '6' });
    await watch(1000);
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@example.org', `${site.domain}: no visit for 6 hours`],
    ]);
    await watch();
    expect(sent).toHaveLength(1);
  });

  describe('about a drop', () => {
    /** Backfills so many visits, each of its own, to the day that ended `ago` days before today. */
    const fill = async (site: WebsiteJson, ago: number, visits: number) => {
      const zone = String(site['timezone']);
      const start = startOfDay(zone, addDays(localDay(zone, Date.now()), -ago));
      const times = Array.from({ length: visits }, (_, index) => start + (index + 1) * 40 * MINUTE);
      if (visits > 0) await platform().backfill(site, times);
    };
    const withWeekdays = async (visits: readonly number[], fields: object = {}) => {
      const site = await platform().createWebsite({ timezone: zoneAtNoon(), ...fields });
      for (const [week, count] of visits.entries()) await fill(site, 1 + 7 * week, count);
      return site;
    };

    it('tell once of a day by half below the middle of its weekday, by mail and to webhooks', async () => {
      const site = await withWeekdays([11, 20, 22, 24, 30], { language: 'de' });
      const alert = await create(site, { type: 'drop' });
      await watch(1000);
      await watch();
      const zone = String(site['timezone']);
      const day = addDays(localDay(zone, Date.now()), -1);
      expect(sent.map(({ subject }) => subject)).toEqual([
        `${site.domain}: 11 Besuche am ${formatRange({ from: day, to: day }, 'de')}, sonst 23`,
      ]);
      expect(sent[0]?.text).toContain('mindestens 50 % weniger Besuche');
      const { body } = await request(platform().server)
        .get('/outbox')
        .set('Authorization', await platform().identity.bearer({ scopes: [OUTBOX_SCOPE] }));
      const told = (body.events as { type: string; data: { id: number } }[]).filter(
        ({ data }) => data.id === site.id,
      );
      expect(told.map(({ type, data }) => ({ type, data }))).toEqual([
        {
          type: 'website.drop',
          data: {
            id: site.id,
            domain: site.domain,
            alert: { id: alert.id, name: 'Mine' },
            day,
            visits: 11,
            usual: 23,
            threshold: 50,
          },
        },
      ]);
    });

    it.each([
      ['above its share', [12, 20, 22, 24, 30], 50],
      ['by less than another share', [11, 22, 22, 22, 22], 60],
      ['where the weekday is known once only', [0, 30], 50],
      ['where few visits are usual', [1, 19, 19, 19, 19], 50],
    ] as const)('say nothing of a day %s', async (_, visits, threshold) => {
      const site = await withWeekdays(visits);
      await create(site, { type: 'drop', threshold });
      await watch(1000);
      expect(sent).toEqual([]);
    });

    it('tell of a day without any visit, also on the share of all', async () => {
      const site = await withWeekdays([0, 20, 25]);
      await create(site, { type: 'drop', threshold: 100 });
      await watch(1000);
      expect(sent.map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/: 0 visits on .* usually 23$/),
      ]);
    });
  });

  it('say nothing of hours in which somebody came', async () => {
    const site = await platform().createWebsite();
    const now = Date.now();
    await platform().backfill(site, [...[7, 14, 21].map((days) => now - days * DAY - HOUR), now - 5 * HOUR]);
    await create(site, { type: 'silence' });
    await watch(1000);
    expect(sent).toEqual([]);
  });

  it('tell when a goal is reached, once in its period, and again after a refusal', async () => {
    const site = await platform().createWebsite({ timezone: zoneAtNoon() });
    const goal = await api('post', site, '/goals', { name: 'Home', type: 'page', pattern: '/' });
    await create(site, { type: 'goal', goal: goal.body.data.id, threshold: 2, period: 'month' });
    await visit(site, '198.51.100.1');
    await watch(1000);
    expect(sent).toEqual([]);
    await visit(site, '198.51.100.2');
    mail.isRefusing = true;
    await watch();
    mail.isRefusing = false;
    await watch();
    await watch();
    expect(sent.map(({ subject }) => subject)).toEqual([`${site.domain}: 2 conversions this month`]);
    const { body } = await request(platform().server)
      .get('/outbox')
      .set('Authorization', await platform().identity.bearer({ scopes: [OUTBOX_SCOPE] }));
    const told = (body.events as { type: string; data: { id: number } }[]).filter(
      ({ data }) => data.id === site.id,
    );
    expect(told).toMatchObject([
      {
        type: 'website.goal_reached',
        data: {
          domain: site.domain,
          goal: { id: goal.body.data.id },
          conversions: 2,
          threshold: 2,
          period: 'month',
        },
      },
    ]);
  });

  it('are not sent to who unsubscribed', async () => {
    const site = await platform().createWebsite();
    await platform()
      .db.database('email_unsubscribes')
      .insert({ website_id: site.id, recipient: 'owner@example.org' });
    await create(site, { type: 'spike', threshold: 1, recipients: 'owner@example.org\nother@example.org' });
    await visit(site, '198.51.100.1');
    await watch(2 * 60_000);
    expect(sent.map(({ to }) => to)).toEqual(['other@example.org']);
  });

  it.each([
    [{ name: 'x' }, 'type'],
    [{ name: 'x', type: 'spike' }, 'threshold'],
    [{ name: 'x', type: 'spike', threshold: 0 }, 'threshold'],
    [{ name: 'x', type: 'spike', threshold: 5, hours: 3 }, 'hours'],
    [{ name: 'x', type: 'silence', threshold: 5 }, 'threshold'],
    [{ name: 'x', type: 'drop', threshold: 101 }, 'threshold'],
    [{ name: 'x', type: 'drop', hours: 3 }, 'hours'],
    [{ name: 'x', type: 'goal' }, 'goal'],
    [{ name: 'x', type: 'goal', goal: 999_999 }, 'goal'],
    [{ name: 'x', type: 'spike', threshold: 5, recipients: 'nobody' }, 'recipients'],
    [{ type: 'silence' }, 'name'],
  ])('refuse %j by its field', async (body, field) => {
    const site = await platform().createWebsite();
    const answer = await api('post', site, '/alerts', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('take defaults that a client fills in, and refuse what belongs to another type', async () => {
    const site = await platform().createWebsite();
    const spike = { name: 'Busy', type: 'spike', threshold: 5 };
    const filled = await api('post', site, '/alerts', { ...spike, hours: 6, period: 'day' });
    expect([filled.status, filled.body.data.hours, filled.body.data.period]).toEqual([201, null, null]);
    const foreign = await api('post', site, '/alerts', { ...spike, name: 'Other', hours: 5 });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ['hours']]);
  });

  it('are listed, changed, deleted, and of their own website only', async () => {
    const [site, other] = [await platform().createWebsite(), await platform().createWebsite()];
    const { id } = await create(site, { type: 'spike', threshold: 5 });
    expect((await api('post', site, '/alerts', { name: 'Mine', type: 'silence' })).status).toBe(422);
    const changed = await api('patch', site, `/alerts/${id}`, { type: 'silence', hours: 12 });
    expect(changed.body.data).toMatchObject({ type: 'silence', hours: 12, threshold: null });
    expect((await api('get', site, '/alerts')).body.data).toMatchObject([{ id, name: 'Mine' }]);
    expect((await api('get', other, `/alerts/${id}`)).status).toBe(404);
    expect((await api('delete', site, `/alerts/${id}`)).body).toMatchObject({ object: 'alert' });
    expect((await api('get', site, `/alerts/${id}`)).status).toBe(404);
  });
});

describe('what an alert told', () => {
  const look = async () => {
    await platform()
      .db.database('alerts')
      .update({ next_check_at: new Date(0) });
    await watch(1000);
  };
  const subjects = () => sent.map(({ subject }) => subject.replace(/^\S+ /, ''));

  it('doesn’t keep it silent once it has another threshold', async () => {
    const site = await platform().createWebsite({ timezone: zoneAtNoon() });
    const goal = await api('post', site, '/goals', { name: 'Home', type: 'page', pattern: '/' });
    const spike = await create(site, { type: 'spike', threshold: 1 });
    const reached = await create(site, {
      name: 'Goal',
      type: 'goal',
      goal: goal.body.data.id,
      threshold: 1,
      period: 'month',
    });
    await visit(site, '198.51.100.1');
    await look();
    expect(subjects().sort()).toEqual(['1 conversion this month', '1 visit within an hour']);
    for (const { id } of [spike, reached]) {
      // Not another rule: a form sends all of its fields.
      await api('patch', site, `/alerts/${id}`, { name: `Renamed ${id}`, threshold: 1 });
    }
    await look();
    expect(sent).toHaveLength(2);
    for (const { id } of [spike, reached]) await api('patch', site, `/alerts/${id}`, { threshold: 2 });
    await look();
    expect(sent).toHaveLength(2);
    await visit(site, '198.51.100.2');
    await look();
    await look();
    expect(subjects().slice(2).sort()).toEqual(['2 conversions this month', '2 visits within an hour']);
  });

  it('doesn’t keep it silent once it is about another goal or period', async () => {
    const site = await platform().createWebsite({ timezone: zoneAtNoon() });
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((name) => api('post', site, '/goals', { name, type: 'page', pattern: '/' })),
    );
    const { id } = await create(site, { type: 'goal', goal: one?.body.data.id, period: 'month' });
    await visit(site, '198.51.100.3');
    await look();
    await api('patch', site, `/alerts/${id}`, { goal: other?.body.data.id });
    await look();
    await api('patch', site, `/alerts/${id}`, { period: 'day' });
    await look();
    await api('patch', site, `/alerts/${id}`, { period: 'month' });
    await look();
    expect(subjects()).toEqual([
      ...['this month', 'this month', 'today', 'this month'].map((when) => `1 conversion ${when}`),
    ]);
  });

  it('isn’t told twice of one spike over midnight, but of another an hour later', async () => {
    const site = await platform().createWebsite();
    await create(site, { type: 'spike', threshold: 1 });
    // Yesterday's: what follows lies in the past at any time of day.
    const midnight = Math.floor(Date.now() / DAY) * DAY - DAY;
    await platform().backfill(site, [midnight - 31 * MINUTE]);
    const watchAt = async (instant: number) => {
      await platform()
        .db.database('alerts')
        .update({ next_check_at: new Date(0) });
      await createWatch({ now: () => instant }).run();
    };
    for (const minutes of [-29, -1, 0, 20]) await watchAt(midnight + minutes * MINUTE);
    expect(sent).toHaveLength(1);
    await platform().backfill(site, [midnight + 25 * MINUTE]);
    await watchAt(midnight + 30 * MINUTE);
    expect(sent).toHaveLength(1);
    await watchAt(midnight + 31 * MINUTE);
    await watchAt(midnight + 40 * MINUTE);
    expect(sent).toHaveLength(2);
  });
});
