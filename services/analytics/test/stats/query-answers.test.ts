import { reference } from './reference.ts';
import { RANGE, traffic, expected, useStatsApi } from './stats-api-harness.ts';

const { query } = useStatsApi();

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
});
