import fc from 'fast-check';

import {
  comparisonRange,
  daysOf,
  lengthInDays,
  presetRange,
  PRESETS,
  rangesOf,
  spanOf,
} from '../../src/calendar/date-range.ts';
import { addDays, addMonths, isLocalDay, localDay, startOfDay } from '../../src/calendar/local-day.ts';
import { timeBuckets } from '../../src/calendar/time-buckets.ts';
import { fromWallClock, isZone, toWallClock } from '../../src/calendar/wall-clock.ts';

const HOUR = 3_600_000;
const hours = (date: string, zone: string): number => {
  const { start, end } = spanOf({ from: date, to: date }, zone);
  return (end - start) / HOUR;
};
const iso = (instant: number): string => new Date(instant).toISOString();

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Chatham',
  'Pacific/Apia',
];

describe('days in a zone', () => {
  it('have 23 hours in spring and 25 in autumn', () => {
    expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
    expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25);
    expect(hours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5);
    expect(hours('2026-06-01', 'Asia/Kathmandu')).toBe(24);
  });

  it('begin at the zone’s midnight, even when its offset is not a whole number of hours', () => {
    expect(iso(startOfDay('Asia/Kathmandu', '2026-01-01'))).toBe('2025-12-31T18:15:00.000Z');
    expect(iso(startOfDay('Asia/Kolkata', '2026-01-01'))).toBe('2025-12-31T18:30:00.000Z');
  });

  it('begin with the first second after a jump across midnight', () => {
    expect(iso(startOfDay('Africa/Cairo', '2026-04-24'))).toBe('2026-04-23T22:00:00.000Z');
    expect(localDay('Africa/Cairo', startOfDay('Africa/Cairo', '2026-04-24') - 1)).toBe('2026-04-23');
  });

  it('have no hours when the zone skipped them', () => {
    // Samoa moved over the date line: 30 December 2011 did not exist there.
    expect(hours('2011-12-30', 'Pacific/Apia')).toBe(0);
  });

  it('contain each of their instants and meet without gaps', () => {
    const date = fc
      .date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
      .map((value) => value.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), date, fc.integer({ min: 0, max: 999 }), (zone, day, share) => {
        const { start, end } = spanOf({ from: day, to: day }, zone);
        expect(localDay(zone, start + Math.floor(((end - start) * share) / 1000))).toBe(day);
        expect(localDay(zone, start - 1)).toBe(addDays(day, -1));
        expect(spanOf({ from: addDays(day, 1), to: addDays(day, 1) }, zone).start).toBe(end);
      }),
    );
  });

  it('convert wall clock times to instants and back', () => {
    const instant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instant, (zone, value) => {
        const back = fromWallClock(zone, toWallClock(zone, value));
        // An hour that comes twice has two instants for one clock; the first is taken.
        expect([0, HOUR / 2, HOUR]).toContain(value - back);
      }),
    );
  });

  it('agree with the wall clock at every instant, even where clocks change at odd minutes', () => {
    // Newfoundland's clocks went back at 00:01 until 2011: one minute past midnight was 23:01
    // again.
    expect(localDay('America/St_Johns', Date.parse('2010-11-07T02:30:30Z'))).toBe('2010-11-07');
    expect(localDay('America/St_Johns', Date.parse('2010-11-07T02:31:00Z'))).toBe('2010-11-06');
    const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES, 'America/St_Johns', 'Africa/Monrovia'),
        instant,
        (zone, value) => {
          expect(localDay(zone, value)).toBe(iso(toWallClock(zone, value)).slice(0, 10));
        },
      ),
    );
  });

  it('tell which dates and zones exist', () => {
    expect(['2026-02-28', '2024-02-29'].every(isLocalDay)).toBe(true);
    expect(['2026-02-29', '2026-2-1', '2026-13-01', '0000-01-01', 'today', ''].some(isLocalDay)).toBe(false);
    expect(isZone('Europe/Berlin')).toBe(true);
    expect(isZone('Mars/Olympus')).toBe(false);
  });
});

describe('ranges', () => {
  it('have their days in order, also over a leap day and the end of a year', () => {
    expect(daysOf({ from: '2023-12-31', to: '2024-01-02' })).toEqual([
      '2023-12-31',
      '2024-01-01',
      '2024-01-02',
    ]);
    expect(daysOf({ from: '2024-02-28', to: '2024-03-01' })).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ]);
    expect(daysOf({ from: '2024-03-01', to: '2024-03-01' })).toEqual(['2024-03-01']);
  });

  it('hold exactly the days that they are made of, and none touches the next', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(400), { maxLength: 60 }), (offsets) => {
        const days = offsets.toSorted((a, b) => a - b).map((offset) => addDays('2023-06-01', offset));
        const ranges = rangesOf(days);
        expect(ranges.flatMap(daysOf)).toEqual(days);
        for (const [index, { from }] of ranges.slice(1).entries())
          expect(addDays(ranges[index]?.to ?? '', 1) < from).toBe(true);
      }),
    );
  });

  const today = '2026-03-15';

  it.each([
    ['today', '2026-03-15', '2026-03-15'],
    ['yesterday', '2026-03-14', '2026-03-14'],
    ['7d', '2026-03-09', '2026-03-15'],
    ['28d', '2026-02-16', '2026-03-15'],
    ['30d', '2026-02-14', '2026-03-15'],
    ['91d', '2025-12-15', '2026-03-15'],
    ['12mo', '2025-04-01', '2026-03-15'],
    ['week', '2026-03-09', '2026-03-15'],
    ['month', '2026-03-01', '2026-03-15'],
    ['last_month', '2026-02-01', '2026-02-28'],
    ['year', '2026-01-01', '2026-03-15'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['all', '2024-07-04', '2026-03-15'],
  ] as const)('%s is %s to %s', (preset, from, to) => {
    expect(presetRange(preset, { today, since: '2024-07-04' })).toEqual({ from, to });
  });

  it('begin a week on Sunday where the website says so', () => {
    const week = (day: string) => presetRange('week', { today: day, weekStart: 'sunday' });
    expect(week('2026-03-14')).toEqual({ from: '2026-03-08', to: '2026-03-14' });
    expect(week('2026-03-15')).toEqual({ from: '2026-03-15', to: '2026-03-15' });
    expect(week('2026-03-16')).toEqual({ from: '2026-03-15', to: '2026-03-16' });
  });

  it('are all in the table above', () => {
    expect(PRESETS).toHaveLength(13);
  });

  it('are compared with the same number of days before, whole months with whole months, or the year before', () => {
    expect(comparisonRange({ from: '2026-03-09', to: '2026-03-15' }, 'previous_period')).toEqual({
      from: '2026-03-02',
      to: '2026-03-08',
    });
    expect(comparisonRange({ from: '2026-03-01', to: '2026-03-31' }, 'previous_period')).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(comparisonRange({ from: '2025-01-01', to: '2025-12-31' }, 'previous_period')).toEqual({
      from: '2024-01-01',
      to: '2024-12-31',
    });
    expect(comparisonRange({ from: '2024-02-29', to: '2024-02-29' }, 'previous_year')).toEqual({
      from: '2023-02-28',
      to: '2023-02-28',
    });
  });

  it('follow directly on the previous period they are compared with', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 800 }), (start, length) => {
        const range = { from: addDays('2020-01-01', start), to: addDays('2020-01-01', start + length) };
        const before = comparisonRange(range, 'previous_period');
        expect(addDays(before.to, 1)).toBe(range.from);
        expect(lengthInDays(before)).toBeGreaterThan(0);
      }),
    );
  });

  it('step by months onto the last day of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
  });
});

describe('time buckets', () => {
  const bucketsOf = (from: string, to: string, interval: Parameters<typeof timeBuckets>[1], zone: string) =>
    timeBuckets(spanOf({ from, to }, zone), interval, { timezone: zone });

  it('skip the hour lost in spring and show the repeated hour in autumn twice', () => {
    const spring = bucketsOf('2026-03-29', '2026-03-29', 'hour', 'Europe/Berlin').labels;
    expect(spring).toHaveLength(23);
    expect(spring.slice(1, 3)).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00']);
    const autumn = bucketsOf('2026-10-25', '2026-10-25', 'hour', 'Europe/Berlin').labels;
    expect(autumn).toHaveLength(25);
    expect(autumn.slice(2, 4)).toEqual(['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00']);
  });

  it('begin on full hours in zones off by half or three quarters of an hour, and where the clock moves by half an hour', () => {
    const kathmandu = bucketsOf('2026-01-01', '2026-01-01', 'hour', 'Asia/Kathmandu');
    expect(kathmandu.labels).toHaveLength(24);
    expect(kathmandu.labels[1]).toBe('2026-01-01T01:00:00+05:45');
    const lordHowe = bucketsOf('2026-10-04', '2026-10-04', 'hour', 'Australia/Lord_Howe').labels;
    expect(lordHowe.slice(1, 5)).toEqual([
      '2026-10-04T01:00:00+10:30',
      '2026-10-04T02:30:00+11:00',
      '2026-10-04T03:00:00+11:00',
      '2026-10-04T04:00:00+11:00',
    ]);
    const autumn = bucketsOf('2026-04-05', '2026-04-05', 'hour', 'Australia/Lord_Howe').labels;
    expect(autumn.slice(1, 3)).toEqual(['2026-04-05T01:00:00+11:00', '2026-04-05T02:00:00+10:30']);
  });

  it('name weeks by their Monday and count only the requested days', () => {
    const weeks = bucketsOf('2026-03-11', '2026-03-24', 'week', 'UTC');
    expect(weeks.labels).toEqual(['2026-03-09', '2026-03-16', '2026-03-23']);
    expect(weeks.days).toEqual(['2026-03-11', '2026-03-16', '2026-03-23']);
  });

  it('name weeks by their Sunday where they begin with it', () => {
    const span = spanOf({ from: '2026-03-14', to: '2026-03-24' }, 'UTC');
    const weeks = timeBuckets(span, 'week', { timezone: 'UTC', weekStart: 'sunday' });
    expect(weeks.labels).toEqual(['2026-03-08', '2026-03-15', '2026-03-22']);
    expect(weeks.days).toEqual(['2026-03-14', '2026-03-15', '2026-03-22']);
  });

  it('begin the first month or year with the range', () => {
    expect(bucketsOf('2025-11-15', '2026-02-01', 'month', 'UTC').labels).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect(bucketsOf('2024-06-01', '2026-02-01', 'year', 'UTC').days).toEqual([
      '2024-06-01',
      '2025-01-01',
      '2026-01-01',
    ]);
  });

  it('leave out a day that never existed', () => {
    expect(bucketsOf('2011-12-29', '2011-12-31', 'day', 'Pacific/Apia').labels).toEqual([
      '2011-12-29',
      '2011-12-31',
    ]);
  });

  it('are a minute long on request', () => {
    expect(bucketsOf('2026-01-01', '2026-01-01', 'minute', 'Asia/Kolkata').starts).toHaveLength(1440);
  });
});
