import { localDay, startOfDay } from '../../src/calendar/zone-day.ts';
import { lateDays } from '../../src/collect/writing/late-days.ts';

const HOUR = 3_600_000;

const event = (ts: number, timezone = 'UTC', websiteId = 1) => ({
  ts,
  timezone,
  websiteId,
  visitId: '1',
  pageId: 1,
  nameId: 0,
  engagedMs: 0,
  kind: 0,
  scroll: 0,
  flags: 0,
  props: '{}',
});

const visit = (startedAt: number, lastAt: number, timezone = 'UTC', websiteId = 1) => ({
  before: null,
  after: {
    websiteId,
    visitorId: '1',
    visitId: '1',
    startedAt,
    lastAt,
    pageviews: 1,
    events: 0,
    engagedMs: 0,
    scroll: 0,
    entryPageId: 1,
    exitPageId: 1,
    firstToday: 1,
    dimensionIds: {} as never,
  },
  timezone,
});

describe('the late days of a batch', () => {
  it.each([
    ['UTC', '2026-06-10'],
    ['Europe/Berlin', '2026-03-30'],
    ['Europe/Berlin', '2026-03-31'],
    ['Europe/Berlin', '2026-10-26'],
    ['America/New_York', '2026-03-09'],
    ['Asia/Kathmandu', '2026-01-01'],
    ['Pacific/Kiritimati', '2026-03-01'],
    ['Pacific/Pago_Pago', '2026-03-01'],
    ['Antarctica/Troll', '2026-03-30'],
  ])('are those before yesterday: %s on %s, from its first moment to its last', (zone, today) => {
    const day = (offset: number) =>
      new Date(Date.parse(today) + offset * 24 * HOUR).toISOString().slice(0, 10);
    const yesterday = startOfDay(zone, day(-1));
    for (const now of [startOfDay(zone, today), startOfDay(zone, day(1)) - 1]) {
      const events = [now, now - 12 * HOUR, yesterday].map((ts) => event(ts, zone));
      const visits = [visit(yesterday, now, zone)];
      expect(lateDays({ events, visits }, now)).toEqual([]);
      const late = lateDays({ events: [...events, event(yesterday - 1, zone)], visits }, now);
      expect(late).toContainEqual({ websiteId: 1, day: day(-2) });
      expect(late.every((entry) => entry.day >= day(-4) && entry.day <= day(-2))).toBe(true);
    }
  });

  it('are counted in every zone, since a website may change its zone and change it back', () => {
    const now = Date.parse('2026-06-10T12:00:00Z');
    for (const time of ['2026-06-01T10:30:00Z', '2026-05-31T15:30:00Z', '2026-06-01T03:00:00Z']) {
      const ts = Date.parse(time);
      for (const from of ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Tokyo'])
        for (const to of ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York']) {
          const entry = { websiteId: 1, day: localDay(to, ts) };
          expect(lateDays({ events: [event(ts, from)], visits: [] }, now)).toContainEqual(entry);
          expect(lateDays({ events: [], visits: [visit(ts, ts, from)] }, now)).toContainEqual(entry);
        }
    }
  });

  it('include each day of a changed visit once, ordered by website and day', () => {
    const now = Date.parse('2026-06-10T12:00:00Z');
    const at = (time: string) => Date.parse(`2026-06-${time}:00Z`);
    expect(
      lateDays(
        {
          events: [event(at('05T10:00'), 'UTC', 2), event(at('02T00:10')), event(at('02T00:20'))],
          visits: [visit(at('01T23:50'), at('02T00:20')), visit(at('08T23:50'), at('09T00:10'))],
        },
        now,
      ),
    ).toEqual([
      { websiteId: 1, day: '2026-06-01' },
      { websiteId: 1, day: '2026-06-02' },
      { websiteId: 1, day: '2026-06-03' },
      { websiteId: 1, day: '2026-06-08' },
      { websiteId: 2, day: '2026-06-04' },
      { websiteId: 2, day: '2026-06-05' },
      { websiteId: 2, day: '2026-06-06' },
    ]);
  });
});
