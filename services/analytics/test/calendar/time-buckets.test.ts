import { spanOf } from '../../src/calendar/date-range.ts';
import { timeBuckets } from '../../src/calendar/time-buckets.ts';

const bucketsOf = (from: string, to: string, interval: Parameters<typeof timeBuckets>[1], zone: string) =>
  timeBuckets(spanOf({ from, to }, zone), interval, zone);

describe('time buckets', () => {
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
