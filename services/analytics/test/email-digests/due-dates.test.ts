import fc from 'fast-check';

import { nextDue, digestPeriod } from '../../src/email-digests/due-dates.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { toWallClock } from '../../src/calendar/wall-clock.ts';

const at = (text: string): number => Date.parse(text);
const iso = (instant: number): string => new Date(instant).toISOString();

describe('the time a digest is due', () => {
  it('is Monday 8:00 in the site’s zone, in summer and in winter', () => {
    expect(iso(nextDue('weekly', { timezone: 'Europe/Berlin' }, at('2026-03-25T12:00:00Z')))).toBe(
      '2026-03-30T06:00:00.000Z',
    );
    expect(iso(nextDue('weekly', { timezone: 'Europe/Berlin' }, at('2026-03-18T12:00:00Z')))).toBe(
      '2026-03-23T07:00:00.000Z',
    );
    expect(iso(nextDue('weekly', { timezone: 'Asia/Kathmandu' }, at('2026-03-18T12:00:00Z')))).toBe(
      '2026-03-23T02:15:00.000Z',
    );
    // Still Sunday in UTC, Monday in Auckland.
    expect(iso(nextDue('weekly', { timezone: 'Pacific/Auckland' }, at('2026-06-14T19:00:00Z')))).toBe(
      '2026-06-14T20:00:00.000Z',
    );
  });

  it('is 8:00 on the first of the month, and moves on at exactly that moment', () => {
    expect(iso(nextDue('monthly', { timezone: 'America/New_York' }, at('2026-02-10T00:00:00Z')))).toBe(
      '2026-03-01T13:00:00.000Z',
    );
    expect(iso(nextDue('monthly', { timezone: 'America/New_York' }, at('2026-03-01T13:00:00Z')))).toBe(
      '2026-04-01T12:00:00.000Z',
    );
    expect(iso(nextDue('monthly', { timezone: 'UTC' }, at('2026-12-31T23:59:59Z')))).toBe(
      '2027-01-01T08:00:00.000Z',
    );
  });

  it('covers the previous week or month', () => {
    expect(digestPeriod('weekly', { timezone: 'UTC' }, at('2026-03-30T08:00:00Z'))).toEqual({
      from: '2026-03-23',
      to: '2026-03-29',
    });
    expect(digestPeriod('weekly', { timezone: 'UTC' }, at('2026-03-30T07:59:59Z'))).toEqual({
      from: '2026-03-16',
      to: '2026-03-22',
    });
    expect(digestPeriod('monthly', { timezone: 'UTC' }, at('2026-03-01T08:00:00Z'))).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(digestPeriod('monthly', { timezone: 'UTC' }, at('2026-03-01T07:00:00Z'))).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    });
  });

  it('is Sunday 8:00 where weeks begin with it, about the week up to Saturday', () => {
    const calendar = { timezone: 'UTC', weekStart: 'sunday' } as const;
    expect(iso(nextDue('weekly', calendar, at('2026-03-29T07:59:59Z')))).toBe('2026-03-29T08:00:00.000Z');
    expect(iso(nextDue('weekly', calendar, at('2026-03-29T08:00:00Z')))).toBe('2026-04-05T08:00:00.000Z');
    expect(digestPeriod('weekly', calendar, at('2026-03-29T08:00:00Z'))).toEqual({
      from: '2026-03-22',
      to: '2026-03-28',
    });
  });

  it('leaves no gap between periods, in any zone', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Africa/Cairo',
    ];
    const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2032, 0, 1) });
    fc.assert(
      fc.property(
        fc.constantFrom('weekly' as const, 'monthly' as const),
        fc.constantFrom(...zones),
        fc.constantFrom('monday' as const, 'sunday' as const),
        instant,
        (frequency, zone, weekStart, now) => {
          const due = nextDue(frequency, { timezone: zone, weekStart }, now);
          expect(due).toBeGreaterThan(now);
          expect(new Date(toWallClock(zone, due)).toISOString().slice(11, 16)).toBe('08:00');
          const [before, after] = [
            digestPeriod(frequency, { timezone: zone, weekStart }, now),
            digestPeriod(frequency, { timezone: zone, weekStart }, due),
          ];
          expect(after.from).toBe(addDays(before.to, 1));
        },
      ),
    );
  });
});
