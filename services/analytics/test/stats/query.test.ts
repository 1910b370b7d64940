import { localDay } from '../../src/calendar/local-day.ts';
import { EVENT_KINDS } from '../../src/dimensions/dimension-names.ts';
import { inTime } from '../../src/sql/sql.ts';
import { whenEnded } from '../when-ended.ts';
import { reference } from './reference.ts';
import { RANGE, traffic, expected, useStatsApi } from './stats-api-harness.ts';

const { stats, get, query } = useStatsApi();

describe('POST /api/v1/stats/{id}/query', () => {
  const metrics = [
    'visitors',
    'visits',
    'pageviews',
    'events',
    'bounce_rate',
    'visit_duration',
    'views_per_visit',
    'engaged_time',
    'scroll_depth',
  ];

  it('splits, filters, sorts and pages', async () => {
    const filters = [
      {
        or: [
          { dimension: 'country', operator: 'is', values: ['DE', 'FR'] },
          { dimension: 'browser', operator: 'contains', values: ['fire'] },
        ],
      },
    ];
    const ask = (page: number) =>
      query({
        metrics: ['visits', 'bounce_rate'],
        dimensions: ['country', 'browser'],
        filters,
        date_range: RANGE,
        sort: [
          { by: 'browser', order: 'asc' },
          { by: 'visits', order: 'desc' },
        ],
        per_page: 4,
        page,
      });
    const rows = [
      ...(await ask(1)).body.data.rows,
      ...(await ask(2)).body.data.rows,
      ...(await ask(3)).body.data.rows,
    ];
    const all = reference(traffic, {
      range: RANGE,
      groupBy: ['country', 'browser'],
      filter: { and: filters as never },
    });
    expect((await ask(1)).body.data.total).toBe(all.size);
    expect(rows).toHaveLength(all.size);
    for (const row of rows)
      expect(row.metrics.visits).toBe(
        all.get(JSON.stringify([row.dimensions.country, row.dimensions.browser]))?.visits,
      );
    const browsers = rows.map((row) => row.dimensions.browser);
    expect(browsers).toEqual([...browsers].sort());
  });

  it('compares with the previous period and with the previous year', async () => {
    const range = { from: '2026-03-30', to: '2026-04-05' };
    const before = expected(['time:day'], { from: '2026-03-23', to: '2026-03-29' });
    const { body } = await query({
      metrics: ['pageviews'],
      dimensions: ['time:day'],
      date_range: range,
      compare: 'previous_period',
    });
    expect(body.data.comparison_date_range).toEqual({ from: '2026-03-23', to: '2026-03-29' });
    expect(body.data.rows[2]).toEqual({
      dimensions: { 'time:day': '2026-04-01' },
      metrics: { pageviews: expected(['time:day']).get('["2026-04-01"]')!.pageviews },
      comparison: { pageviews: before.get('["2026-03-25"]')!.pageviews },
    });
    const pages = await query({
      metrics: ['pageviews'],
      dimensions: ['page'],
      date_range: range,
      compare: 'previous_period',
      per_page: 2,
    });
    const pagesBefore = expected(['page'], { from: '2026-03-23', to: '2026-03-29' });
    for (const row of pages.body.data.rows)
      expect(row.comparison.pageviews).toBe(
        pagesBefore.get(JSON.stringify([row.dimensions.page]))?.pageviews ?? 0,
      );
    const year = await query({ metrics: ['pageviews'], date_range: range, compare: 'previous_year' });
    expect(year.body.data.rows[0].comparison).toEqual({ pageviews: 0 });
    expect(year.body.data.comparison_date_range).toEqual({ from: '2025-03-30', to: '2025-04-05' });
  });

  it('compares with any days, also with fewer or more', async () => {
    const range = { from: '2026-03-30', to: '2026-04-05' };
    const compare = { from: '2026-03-21', to: '2026-03-23' };
    const days = expected(['time:day'], compare);
    const of = (day: string) => days.get(JSON.stringify([day]))?.pageviews ?? 0;
    const daily = await query({
      metrics: ['pageviews'],
      dimensions: ['time:day'],
      date_range: range,
      compare,
    });
    expect(daily.body.data.comparison_date_range).toEqual(compare);
    const compared = (rows: readonly { comparison: { pageviews: number } | null }[]) =>
      rows.map(({ comparison }) => comparison?.pageviews ?? null);
    const each = ['2026-03-21', '2026-03-22', '2026-03-23'].map(of);
    expect(compared(daily.body.data.rows)).toEqual([...each, null, null, null, null]);
    const total = await query({ metrics: ['pageviews'], date_range: range, compare });
    expect(compared(total.body.data.rows)).toEqual([each.reduce((a, b) => a + b)]);
    for (const wrong of [{ from: '2026-03-23', to: '2026-03-21' }, { from: '2026-03-23' }, 'last_week'])
      expect((await query({ metrics: ['pageviews'], date_range: range, compare: wrong })).status).toBe(422);
  });

  it('compares a range that has not ended yet with the same hours', async () => {
    // Today is 15 April, 14:20: the third day of the range.
    const range = { from: '2026-04-13', to: '2026-04-19' };
    const [start, end] = [Date.parse('2026-04-06T00:00:00+02:00'), Date.parse('2026-04-08T14:20:00+02:00')];
    const isBefore = ({ ts }: { ts: number }): boolean => ts >= start && ts < end;
    const views = traffic.visits.flatMap(({ events }) =>
      events.filter((event) => event.kind === EVENT_KINDS.pageview && isBefore(event)),
    );
    const ask = async (metric: string, dimensions: string[], more: object = {}) =>
      (
        await query({
          metrics: [metric],
          dimensions,
          date_range: range,
          compare: 'previous_period',
          same_hours: true,
          ...more,
        })
      ).body.data.rows;
    expect(views.length).toBeGreaterThan(0);
    const [total] = await ask('pageviews', []);
    expect(total.comparison.pageviews).toBe(views.length);
    const days = await ask('pageviews', ['time:day']);
    expect(days.map(({ comparison }: { comparison: { pageviews: number } }) => comparison.pageviews)).toEqual(
      ['06', '07', '08', '09', '10', '11', '12'].map(
        (day) => views.filter(({ ts }) => localDay('Europe/Berlin', ts) === `2026-04-${day}`).length,
      ),
    );
    const [filtered] = await ask('visits', [], {
      filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }],
    });
    expect(filtered.comparison.visits).toBe(
      traffic.visits.filter(
        ({ startedAt, values }) => values['country'] === 'DE' && isBefore({ ts: startedAt }),
      ).length,
    );
    // A range that is over is compared with all of the other one.
    const [over] = await ask('pageviews', [], { date_range: { from: '2026-03-30', to: '2026-04-05' } });
    const [whole] = await ask('pageviews', [], {
      date_range: { from: '2026-03-30', to: '2026-04-05' },
      same_hours: false,
    });
    expect(over).toEqual(whole);
  });

  it('compares rows with the same hours of the other range', async () => {
    // Only the comparison has traffic, so its rows are asked for by a range that has some, too.
    const range = { from: '2026-04-10', to: '2026-04-16' };
    const [start, end] = [Date.parse('2026-04-03T00:00:00+02:00'), Date.parse('2026-04-08T14:20:00+02:00')];
    const { body } = await query({
      metrics: ['pageviews'],
      dimensions: ['page'],
      date_range: range,
      compare: 'previous_period',
      same_hours: true,
    });
    expect(body.data.rows.length).toBeGreaterThan(1);
    for (const { dimensions, comparison } of body.data.rows)
      expect([dimensions.page, comparison.pageviews]).toEqual([
        dimensions.page,
        traffic.visits
          .flatMap(({ events }) => events)
          .filter(
            ({ kind, page, ts }) =>
              kind === EVENT_KINDS.pageview && page === dimensions.page && ts >= start && ts < end,
          ).length,
      ]);
  });

  it('gives pages their titles, and minutes, hours and presets the site’s zone', async () => {
    const pages = await query({
      metrics: ['pageviews'],
      dimensions: ['page'],
      date_range: RANGE,
      per_page: 1,
    });
    expect(pages.body.data.rows[0].title).toBe(`Title of ${pages.body.data.rows[0].dimensions.page}`);
    const hours = await query({
      metrics: ['visitors'],
      dimensions: ['time:hour'],
      date_range: { from: '2026-03-29', to: '2026-03-29' },
    });
    expect(hours.body.data.rows).toHaveLength(23);
    const all = await query({ metrics: ['visits'], date_range: 'all' });
    expect(all.body.data.date_range.from <= '2026-03-21').toBe(true);
    expect(all.body.data.rows[0].metrics.visits).toBe(400);
    const month = await query({ metrics: ['visits'], date_range: 'last_month' });
    expect(month.body.data.date_range).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  });

  it('begins weeks where the website does', async () => {
    await stats().addWebsite({ id: 10, week_start: 'sunday' });
    const weeksOf = async (id: number) => {
      const body = { metrics: ['visits'], dimensions: ['time:week'] };
      const range = { from: '2026-03-28', to: '2026-04-06' };
      const [ranged, present] = [
        await query({ ...body, date_range: range }, undefined, id),
        await query({ ...body, date_range: 'week' }, undefined, id),
      ];
      const rows = ranged.body.data.rows as { dimensions: Record<string, string> }[];
      return [rows.map(({ dimensions }) => dimensions['time:week']), present.body.data.date_range.from];
    };
    expect(await weeksOf(9)).toEqual([['2026-03-23', '2026-03-30', '2026-04-06'], '2026-04-13']);
    expect(await weeksOf(10)).toEqual([['2026-03-22', '2026-03-29', '2026-04-05'], '2026-04-12']);
  });

  it('answers a website without traffic with zeros and nulls', async () => {
    const { body } = await query({ metrics, date_range: '7d' }, 'application/json', 9);
    expect(body.data.rows[0].metrics).toMatchObject({
      visitors: 0,
      pageviews: 0,
      bounce_rate: null,
      scroll_depth: null,
    });
    expect(
      (await query({ metrics: ['visits'], dimensions: ['country'] }, 'application/json', 9)).body.data,
    ).toMatchObject({ rows: [], total: 0 });
  });

  it('answers CSV with the comparison next to the metrics', async () => {
    const { text } = await query(
      { metrics: ['visits'], dimensions: ['country'], date_range: RANGE, compare: 'previous_period' },
      'text/csv',
    );
    expect(text.split('\r\n')[0]).toBe('country,visits,comparison_visits');
    expect(text.trim().split('\r\n')).toHaveLength(1 + expected(['country']).size);
  });

  it('sorts times along with other dimensions, in each order, and serves the page after the last', async () => {
    const ask = (dimensions: string[], sort: object[], page = 1) =>
      query({ metrics: ['pageviews'], dimensions, sort, date_range: RANGE, per_page: 1000, page });
    const { rows } = (
      await ask(
        ['page', 'time:week'],
        [{ by: 'time:week', order: 'desc' }, { by: 'page' }, { by: 'pageviews' }],
      )
    ).body.data;
    const keys = rows.map((row: { dimensions: Record<string, string> }) => [
      row.dimensions['time:week'] ?? '',
      row.dimensions['page'] ?? '',
    ]) as [string, string][];
    const wanted = [...keys].sort(([a, p], [b, q]) => (a === b ? (p < q ? 1 : -1) : a < b ? 1 : -1));
    expect(keys).toEqual(wanted);
    expect(new Set(keys.map(([week]) => week)).size).toBe(4);
    const past = await ask(['page', 'time:week'], [{ by: 'pageviews' }], 7);
    expect(past.body.data).toMatchObject({ rows: [], page: 7 });
  });

  it.each([
    [{}, 'metrics'],
    [{ metrics: [] }, 'metrics'],
    [{ metrics: ['visitor'] }, 'metrics.0'],
    [{ metrics: ['visits', 'visits'] }, 'metrics.1'],
    [{ metrics: ['visits'], dimensions: ['pages'] }, 'dimensions.0'],
    [{ metrics: ['visits'], dimensions: ['time:day', 'time:hour'] }, 'dimensions'],
    [{ metrics: ['visits'], dimensions: ['page', 'event', 'os', 'city'] }, 'dimensions'],
    [{ metrics: ['visits'], date_range: '8d' }, 'date_range'],
    [{ metrics: ['visits'], date_range: { from: '2026-01-02', to: '2026-01-01' } }, 'date_range.to'],
    [{ metrics: ['visits'], date_range: { from: '1970-01-01', to: '2099-12-31' } }, 'date_range.to'],
    [{ metrics: ['visits'], date_range: { from: '1969-12-31', to: '2026-01-01' } }, 'date_range.from'],
    [{ metrics: ['visits'], date_range: { from: '2026-01-01', to: '9999-12-31' } }, 'date_range.to'],
    [{ metrics: ['visits'], date_range: { from: '2026-01-02' } }, 'date_range.to'],
    [{ metrics: ['visits'], dimensions: ['time:minute'], date_range: '30d' }, 'dimensions'],
    [{ metrics: ['visits'], per_page: '10' }, 'per_page'],
    [{ metrics: ['visits'], per_page: 1001 }, 'per_page'],
    [{ metrics: ['visits'], page: -1 }, 'page'],
    [{ metrics: ['visits'], compare: 'last_week' }, 'compare'],
    [{ metrics: ['visits'], sort: [{ by: 'pageviews' }] }, 'sort.0.by'],
    [
      { metrics: ['visits'], filters: [{ dimension: 'page', operator: 'is', values: [] }] },
      'filters.0.values',
    ],
    [
      { metrics: ['visits'], filters: [{ dimension: 'page', operator: 'like', values: ['a'] }] },
      'filters.0.operator',
    ],
    [{ metrics: ['visits'], filters: [{ or: [] }] }, 'filters.0.or'],
    [{ metrics: ['visits'], filters: [{ or: [null] }] }, 'filters.0.or.0'],
    [{ metrics: ['visits'], filters: [{ and: {} }] }, 'filters.0.and'],
    [{ metrics: ['visits'], filters: [null] }, 'filters.0'],
    [{ metrics: ['visits'], dimensions: ['prop:\u0000'] }, 'dimensions.0'],
    [{ metrics: ['visits'], dimensions: ['page', 'page'] }, 'dimensions.1'],
    [
      { metrics: ['visits'], filters: [{ dimension: 'page', operator: 'is', values: ['\ud800'] }] },
      'filters.0.values.0',
    ],
  ])('refuses %j, naming %s', async (body, field) => {
    const response = await query(body);
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });

  it('refuses values longer than any stored one', async () => {
    const values = ['x'.repeat(2001)];
    const { body } = await query({
      metrics: ['visits'],
      filters: [{ dimension: 'page', operator: 'is', values }],
    });
    expect(Object.keys(body.errors)).toEqual(['filters.0.values.0']);
  });

  it('refuses deep and long filters, and bodies that aren’t objects', async () => {
    const leaf = { dimension: 'page', operator: 'is', values: ['/'] };
    const deep = [...Array(7).keys()].reduce<object>((inner) => ({ and: [inner] }), leaf);
    expect((await query({ metrics: ['visits'], filters: [deep] })).body.errors.filters[0]).toContain(
      'nested',
    );
    const wide = { or: Array(40).fill(leaf) };
    expect((await query({ metrics: ['visits'], filters: [wide, wide] })).body.errors.filters[0]).toContain(
      '50 conditions',
    );
    for (const filters of [['x'], [null], 'x', [[leaf]]])
      expect((await query({ metrics: ['visits'], filters })).status).toBe(422);
  });

  it('answers the widest allowed filter, and patterns designed to be slow', async () => {
    const leaf = { dimension: 'page', operator: 'matches', values: ['/*'] };
    const deepest = { and: [{ or: [{ and: [{ or: Array(50).fill(leaf) }] }] }] };
    const { body } = await query({ metrics: ['visits'], date_range: RANGE, filters: [deepest] });
    expect(body.data.rows[0].metrics.visits).toBeGreaterThan(300);
    for (const pattern of ['*'.repeat(2000), '*a'.repeat(1000)])
      for (const dimension of ['page', 'prop:plan'])
        expect(
          (
            await query({
              metrics: ['visits'],
              filters: [{ dimension, operator: 'matches', values: [pattern] }],
            })
          ).status,
        ).toBe(200);
  });

  it('treats any text in a filter as plain text', async () => {
    for (const value of ["'; DROP TABLE visits; --", '?', '\\', '%', '$1', '{"a":1}', 'ü'.repeat(1000)])
      for (const operator of ['is', 'is_not', 'contains', 'matches'])
        for (const dimension of ['page', 'country', `prop:${value.slice(0, 90)}`])
          expect(
            (await query({ metrics: ['visitors'], filters: [{ dimension, operator, values: [value] }] }))
              .status,
          ).toBe(200);
  });
});

describe('a question that takes too long', () => {
  const ADVICE = 'The answer took too long. Ask for fewer days, dimensions or conditions.';
  const LIST = '/api/v1/stats/7?name=visitors';

  it.each([
    ['a query', () => query({ metrics: ['visits'] })],
    ['a statistic', () => get(LIST)],
    ['a file', () => get(LIST, 'text/csv')],
  ])('answers %s with 503 when it times out, and says what to do', async (_, ask) => {
    const { status, headers, body } = await whenEnded(stats().db.database, 'rollup_quarters', ask);
    expect([status, body.code, body.message]).toEqual([503, 'service_unavailable', ADVICE]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask()).status).toBe(200);
  });

  it('leaves other errors as they are', async () => {
    const other = Object.assign(new Error('something else'), { code: '40001' });
    await expect(inTime(Promise.reject(other))).rejects.toBe(other);
    await expect(inTime(Promise.resolve(5))).resolves.toBe(5);
  });
});
